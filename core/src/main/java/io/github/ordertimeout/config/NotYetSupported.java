package io.github.ordertimeout.config;

import java.util.function.Predicate;

/** Refuses what the documentation names and this version does not do yet, rather than to pass over it. */
final class NotYetSupported {
    private NotYetSupported() {}

    static void checkTables(Section tables) {
        refuseUnless(tables, "keep", "0", text -> text.matches("0+(ms|s|m|h|d)?"));
    }

    private static void refuseUnless(Section section, String key, String only, Predicate<String> isDefault) {
        section.scalar(key)
                .filter(text -> !text.isBlank() && !isDefault.test(text.strip()))
                .ifPresent(text -> section.refuse(
                        key,
                        "is " + Secrets.quoted(text) + ", which is not supported yet: take it out or write " + only));
    }
}
