package io.github.ordertimeout.standalone.database;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The databases whose drivers are inside. */
public enum DatabaseKind {
    /** H2, embedded or as a server. */
    H2("jdbc:h2:"),
    /** PostgreSQL. */
    POSTGRESQL("jdbc:postgresql:"),
    /** MariaDB. */
    MARIADB("jdbc:mariadb:"),
    /** MySQL. */
    MYSQL("jdbc:mysql:");

    private final String prefix;

    DatabaseKind(String prefix) {
        this.prefix = prefix;
    }

    /** The name as it is written, {@code postgresql}. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What URLs of this kind start with. */
    public String prefix() {
        return prefix;
    }

    /** Driver properties that make an unreachable server fail in time; a URL's own win. */
    Map<String, String> properties() {
        return switch (this) {
            case H2 -> Map.of();
            case POSTGRESQL -> Map.of("connectTimeout", "10", "ApplicationName", "order-timeout");
            case MARIADB, MYSQL -> Map.of("connectTimeout", "10000");
        };
    }

    /** The kind that the URL is of. */
    public static Optional<DatabaseKind> ofUrl(String url) {
        String low = url.toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(it -> low.startsWith(it.prefix)).findFirst();
    }

    /** The kind of that name. */
    public static Optional<DatabaseKind> ofName(String name) {
        return Arrays.stream(values())
                .filter(it -> it.written().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** All names. */
    public static List<String> names() {
        return Arrays.stream(values()).map(DatabaseKind::written).toList();
    }

    /** All prefixes. */
    static List<String> prefixes() {
        return Arrays.stream(values()).map(DatabaseKind::prefix).toList();
    }
}
