package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.jdbc.sql.Bound;
import java.sql.Connection;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.ParsedParameters;
import org.jdbi.v3.core.statement.ParsedSql;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementException;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.TemplateEngine;

/**
 * Handles whose statements reach the driver exactly as written: colons, question marks, percent and angle signs of trusted SQL
 * are nobody's syntax. A Jdbi of our own, so that the user's is never configured.
 */
final class PlainStatements {
    private static final int LONGEST = 500;

    /** The connection that the next handle of this thread is over. */
    private static final ThreadLocal<Connection> NEXT = new ThreadLocal<>();

    /** One for all connections: to configure it takes longer than most statements. */
    private static final Jdbi JDBI = configured();

    private PlainStatements() {}

    /** A handle over a connection that somebody else closes; never closed itself, since it holds nothing else. */
    static Handle open(Connection connection, int queryTimeoutSeconds) {
        NEXT.set(connection);
        try {
            Handle handle = JDBI.open();
            if (queryTimeoutSeconds > 0) {
                handle.getConfig(SqlStatements.class).setQueryTimeout(queryTimeoutSeconds);
            }
            return handle;
        } finally {
            NEXT.remove();
        }
    }

    private static Jdbi configured() {
        Jdbi jdbi = Jdbi.create(() -> Objects.requireNonNull(NEXT.get(), "a connection"));
        jdbi.getConfig(SqlStatements.class).setTemplateEngine(TemplateEngine.NOP);
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(PlainStatements::message);
        return jdbi;
    }

    /** The driver's words and the statement, which a person knows again; the values are people's own. */
    private static String message(StatementException failure) {
        StatementContext context = failure.getStatementContext();
        String sql = context == null ? null : context.getRenderedSql();
        String words = Objects.requireNonNullElse(failure.getShortMessage(), "The statement failed");
        if (sql == null) {
            return words;
        }
        return words + " in: " + (sql.length() > LONGEST ? sql.substring(0, LONGEST) + "…" : sql);
    }

    /** Tells Jdbi how many parameters the text holds, since nobody looks for them. */
    static void expect(SqlStatement<?> statement, int parameters) {
        statement.getConfig(SqlStatements.class).setSqlParser(new Untouched(parameters));
    }

    static Argument argument(Bound value) {
        return (position, statement, context) -> value.bind(statement, position);
    }

    private record Untouched(int parameters) implements SqlParser {
        @Override
        public ParsedSql parse(String sql, StatementContext context) {
            return ParsedSql.of(sql, ParsedParameters.positional(parameters));
        }

        @Override
        public String nameParameter(String rawName, StatementContext context) {
            return "?";
        }
    }
}
