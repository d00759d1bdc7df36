package io.github.ordertimeout.jdbc.close;

import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.config.SqlTemplate;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.dialect.TimeLimits;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.mapping.OrderRow;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.mapping.TemplateSql;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/** Runs the rule's {@code also-execute} and {@code releases}: each statement once per closed order, as one batch. */
final class AlsoExecute {
    /** Procedures and the like cannot be explained. */
    private static final Pattern EXPLAINABLE =
            Pattern.compile("\\s*(insert|update|delete|merge|replace|with)\\b", Pattern.CASE_INSENSITIVE);

    private final RuleMapping mapping;

    AlsoExecute(RuleMapping mapping) {
        this.mapping = mapping;
    }

    boolean isEmpty() {
        return mapping.rule().onClose().statements().isEmpty();
    }

    void run(Session session, List<OrderRow> closed, CloseMoment moment) {
        for (Map.Entry<String, SqlTemplate> entry :
                mapping.rule().onClose().statements().entrySet()) {
            SqlTemplate template = entry.getValue();
            List<Sql> statements = closed.stream()
                    .map(order -> TemplateSql.of(template, new OfOrder(mapping, order, moment)))
                    .toList();
            try {
                batch(session, statements);
            } catch (SQLException e) {
                throw new UnableToExecuteStatementException(
                        entry.getKey() + " fails: " + e.getMessage() + " in: " + template.source(), e, null);
            }
        }
    }

    /**
     * Lets the database explain each statement, with nulls for its parameters: that reads names and rights and runs nothing.
     *
     * @throws CloseFailedException naming the statement, where it names what is not there
     */
    void rehearse(Session session) {
        mapping.rule().onClose().statements().forEach((key, template) -> {
            String sql = TemplateSql.withNulls(template);
            if (EXPLAINABLE.matcher(sql).lookingAt()) {
                explain(session, sql, key);
            }
        });
    }

    private static void explain(Session session, String sql, String key) {
        try {
            session.query(Sql.text("EXPLAIN " + sql), row -> true);
        } catch (RuntimeException e) {
            CloseFailedException failure = FailureClassifier.classify(e);
            if (failure.kind() == FailureKind.SYSTEM || failure.kind() == FailureKind.REFUSED) {
                throw new CloseFailedException(
                        failure.kind(), failure.signature(), key + ": " + failure.getMessage(), e);
            }
            // What nulls alone lead to is not the statement's fault.
        }
    }

    /** By JDBC itself: how many rows each changed does not matter, and drivers that rewrite inserts do not say. */
    private void batch(Session session, List<Sql> statements) throws SQLException {
        if (statements.isEmpty()) {
            return;
        }
        try (PreparedStatement batch =
                session.connection().prepareStatement(statements.get(0).prepared())) {
            if (mapping.dialect().limitsByQueryTimeout()) {
                batch.setQueryTimeout(Math.toIntExact(new TimeLimits(
                                mapping.rule().close().lockTimeout(),
                                mapping.rule().close().statementTimeout())
                        .statementSeconds()));
            }
            for (Sql statement : statements) {
                int position = 1;
                for (Bound value : statement.values()) {
                    value.bind(batch, position++);
                }
                batch.addBatch();
            }
            batch.executeBatch();
        }
    }

    /** The parameters of one closed order. */
    private record OfOrder(RuleMapping mapping, OrderRow row, CloseMoment moment) implements TemplateSql.Parameters {
        @Override
        public Bound named(SqlTemplate.Name name) {
            return switch (name) {
                case ID -> mapping.id().bind(row.order().id());
                case NUMBER ->
                    mapping.columns()
                            .number()
                            .map(column -> typed(column, row.order().number().orElse(null)))
                            .orElseThrow();
                case NOW -> mapping.now(moment.now());
                case REASON -> text(moment.reason());
                case RULE -> text(moment.rule());
                case OLD_STATUS -> mapping.status().column().bind(row.order().status());
            };
        }

        @Override
        public Bound column(String name) {
            TypedColumn column = mapping.columns().further().get(name);
            if (column == null) {
                throw new IllegalStateException("column " + name + " was not read");
            }
            return typed(column, row.texts().get(name));
        }

        private static Bound typed(TypedColumn column, @Nullable String value) {
            return value == null ? column.bindNull() : column.bind(value);
        }

        private static Bound text(String text) {
            return (statement, position) -> statement.setString(position, text);
        }
    }
}
