package io.github.ordertimeout.jdbc.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderTimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many rows a server walks over for a query, as it counts them itself while it runs it. */
record RowsRead(Dialect dialect) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern H2_COUNT = Pattern.compile("scanCount: (\\d+)");

    /** Runs the query, throws its rows away, and yields what was read for them. */
    long of(Sql query, Session session) {
        return switch (dialect.name()) {
            case "postgresql" -> postgres(query, session);
            case "h2" -> h2(query, session);
            default -> handlers(query, session);
        };
    }

    private static long postgres(Sql query, Session session) {
        String plan = session.first(
                        Sql.text("EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, FORMAT JSON) ")
                                .then(query),
                        row -> row.getString(1))
                .orElse("[]");
        try {
            return walked(JSON.readTree(plan));
        } catch (JsonProcessingException e) {
            throw new OrderTimeoutException("The plan cannot be read: " + plan, e);
        }
    }

    /** Over all scans of a table or index: the rows handed on and those that a filter threw away, times the loops. */
    private static long walked(JsonNode node) {
        long sum = 0;
        if (node.isObject() && node.path("Node Type").asText().contains("Scan")) {
            long loops = Math.max(1, node.path("Actual Loops").asLong(1));
            sum += loops
                    * (node.path("Actual Rows").asLong()
                            + node.path("Rows Removed by Filter").asLong()
                            + node.path("Rows Removed by Index Recheck").asLong());
        }
        for (JsonNode child : node) {
            sum += walked(child);
        }
        return sum;
    }

    private static long h2(Sql query, Session session) {
        String plan = session.first(Sql.text("EXPLAIN ANALYZE ").then(query), row -> row.getString(1))
                .orElse("");
        long sum = 0;
        Matcher counts = H2_COUNT.matcher(plan);
        while (counts.find()) {
            sum += Long.parseLong(counts.group(1));
        }
        return sum;
    }

    /** MySQL and MariaDB count per session; asking for the counters counts a few rows as well. */
    private static long handlers(Sql query, Session session) {
        long first = counters(session);
        long itself = counters(session) - first;
        session.query(query, row -> true);
        return counters(session) - first - 2 * itself;
    }

    private static long counters(Session session) {
        return session.query(Sql.text("SHOW SESSION STATUS LIKE 'Handler_read%'"), row -> row.getLong(2)).stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
