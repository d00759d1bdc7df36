package io.github.ordertimeout.spring.properties;

import java.util.Set;
import java.util.regex.Pattern;

/** Which property names are this library's, and what kind of value stands below them. */
final class OwnNames {
    private static final String ROOT = "order-timeout";

    /** {@code orderTimeout.rules} and the like, which Spring's binding would take. */
    private static final Pattern RELAXED = Pattern.compile("(?i)order[-_]?timeout[.\\[].*");

    private static final Pattern LITERAL =
            Pattern.compile("[.\\]](?:where|paid-when|on-paid|paid-evidence|on-close|releases"
                    + "|item-where|stock-where|stock-set|stock-keys|open-status|closed-status|paid-status|where-sql"
                    + "|paid-evidence-sql|also-execute|query)(?:[.\\[].*)?$");

    private static final Set<String> FLAGS = Set.of("enabled", "auto-create", "payment-check", "cancel-first");

    private OwnNames() {}

    static boolean isOurs(String name) {
        return name.equals(ROOT) || name.startsWith(ROOT + ".") || name.startsWith(ROOT + "[");
    }

    static boolean isMisspelled(String name) {
        return !isOurs(name) && RELAXED.matcher(name).matches();
    }

    /** Values of columns and SQL: {@code ${now}} is a text of the database's there. */
    static boolean isLiteral(String name) {
        return LITERAL.matcher(name).find();
    }

    static boolean isFlag(String name) {
        return FLAGS.contains(name.substring(name.lastIndexOf('.') + 1));
    }
}
