package io.github.ordertimeout.standalone.database;

import io.github.ordertimeout.standalone.arguments.UsageException;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Which database, as whom. Its text form holds no password.
 *
 * @param url the JDBC URL
 * @param kind which database that is
 * @param user empty: the driver's default
 * @param password empty: none
 */
public record JdbcTarget(String url, DatabaseKind kind, Optional<String> user, Optional<String> password) {
    private static final String H2_USER = "sa";
    private static final String MUST_EXIST = ";IFEXISTS=TRUE";
    private static final String STAYS_OPEN = ";DB_CLOSE_ON_EXIT=FALSE";

    /**
     * Checks that there is a driver for the URL.
     *
     * @throws UsageException if there is none
     */
    public static JdbcTarget of(String url, Optional<String> user, Optional<String> password) {
        DatabaseKind kind = DatabaseKind.ofUrl(url)
                .orElseThrow(() -> new UsageException("There is no driver for a URL that starts with \""
                        + beginning(url) + "\": it must start with "
                        + String.join(", ", DatabaseKind.prefixes())));
        return new JdbcTarget(embedded(url.strip(), kind), kind, user, password);
    }

    /** Enough to recognise it by; what follows may hold a password. */
    private static String beginning(String url) {
        String[] parts = url.split(":", 3);
        return parts.length < 3 ? url.split("[/?;=@]", 2)[0] : parts[0] + ":" + parts[1] + ":";
    }

    /**
     * A mistyped path must not make a new, empty database; and H2 must not close a database at SIGTERM while what was begun is
     * finished.
     */
    private static String embedded(String url, DatabaseKind kind) {
        String low = url.toLowerCase(Locale.ROOT);
        if (kind != DatabaseKind.H2 || low.matches("jdbc:h2:(mem|tcp|ssl):.*")) {
            return url;
        }
        String existing = low.contains(";ifexists=") ? url : url + MUST_EXIST;
        // H2 refuses this one beside AUTO_SERVER.
        return low.contains(";db_close_on_exit=") || low.contains(";auto_server=") ? existing : existing + STAYS_OPEN;
    }

    /** What the driver is handed beside the URL. */
    Properties properties() {
        Properties properties = new Properties();
        kind.properties().forEach((name, value) -> {
            if (!url.contains(name + "=")) {
                properties.setProperty(name, value);
            }
        });
        boolean userInUrl = url.toLowerCase(Locale.ROOT).contains(";user=");
        Optional<String> who = kind == DatabaseKind.H2 && !userInUrl ? user.or(() -> Optional.of(H2_USER)) : user;
        who.ifPresent(it -> properties.setProperty("user", it));
        password.ifPresent(it -> properties.setProperty("password", it));
        return properties;
    }

    /** The text without this target's password and whatever else looks like one. */
    public String masked(String text) {
        String masked = text;
        for (String secret : Stream.concat(password.stream(), Masking.secrets(url).stream())
                .filter(it -> it.length() > 3)
                .toList()) {
            masked = masked.replace(secret, "***");
        }
        return Masking.url(masked);
    }

    @Override
    public String toString() {
        return masked(url.replace(MUST_EXIST, "").replace(STAYS_OPEN, ""));
    }
}
