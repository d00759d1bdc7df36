package io.github.ordertimeout;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * An order as a caller names it: by id or number, or as {@code SOURCE/ID} where a rule has physical shards, so that the same id may
 * be an order in each.
 *
 * @param source the shard's; empty where none is named
 * @param idOrNumber what is left of the caller's text
 */
record OrderAddress(Optional<String> source, String idOrNumber) {
    static OrderAddress of(String text, Collection<RuleParts> rules) {
        return rules.stream()
                .filter(rule -> rule.rule().shard().isPresent())
                .map(RuleParts::source)
                .filter(source -> text.startsWith(source + "/"))
                .findFirst()
                .map(source -> new OrderAddress(Optional.of(source), text.substring(source.length() + 1)))
                .orElseGet(() -> new OrderAddress(Optional.empty(), text));
    }

    /** The rules that it may be an order of. */
    List<RuleParts> among(Collection<RuleParts> rules) {
        return rules.stream()
                .filter(rule -> source.isEmpty() || source.get().equals(rule.source()))
                .toList();
    }
}
