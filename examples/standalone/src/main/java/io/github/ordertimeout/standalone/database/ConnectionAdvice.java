package io.github.ordertimeout.standalone.database;

import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Objects;

/** Says why there is no connection, and what to look at. */
final class ConnectionAdvice {
    private ConnectionAdvice() {}

    static String message(JdbcTarget target, SQLException failure) {
        String who = target.user().map(user -> " as user " + user).orElse("");
        return "Cannot connect to " + target + who + ": " + target.masked(words(failure)) + ". " + advice(failure);
    }

    private static String words(SQLException failure) {
        String outer = firstLine(failure);
        String inner = firstLine(root(failure));
        return outer.contains(inner) ? outer : outer + " (" + inner + ")";
    }

    private static String firstLine(Throwable thrown) {
        String message = Objects.requireNonNullElse(thrown.getMessage(), "");
        String line = message.isBlank()
                ? thrown.getClass().getSimpleName()
                : message.strip().lines().findFirst().orElse("").replaceFirst("[.\\s]+$", "");
        return thrown instanceof UnknownHostException ? "unknown host " + line : line;
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }

    private static String advice(SQLException failure) {
        String state = Objects.requireNonNullElse(failure.getSQLState(), "");
        if (state.startsWith("28")) {
            return "Check --jdbc-user and --jdbc-password (or ORDER_TIMEOUT_JDBC_PASSWORD)";
        }
        if (state.startsWith("08")) {
            return "Check that the server runs, and host and port in --jdbc-url";
        }
        return "Check --jdbc-url, --jdbc-user and --jdbc-password";
    }
}
