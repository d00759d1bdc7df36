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

    private PlainStatements() {}

    /** A handle over a connection that somebody else closes; never closed itself, since it holds nothing else. */
    static Handle open(Connection connection, int queryTimeoutSeconds) {
        Handle handle = Jdbi.open(connection);
        SqlStatements statements = handle.getConfig(SqlStatements.class);
        statements.setTemplateEngine(TemplateEngine.NOP);
        handle.getConfig(StatementExceptions.class).setMessageRendering(PlainStatements::message);
        if (queryTimeoutSeconds > 0) {
            statements.setQueryTimeout(queryTimeoutSeconds);
        }
        return handle;
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
