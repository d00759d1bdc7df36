package io.github.ordertimeout.jdbc.schema;

import io.github.ordertimeout.jdbc.dialect.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The DDL scripts in the jar. */
public final class Ddl {
    private static final String SCRIPT = "V1__order_timeout.sql";

    private Ddl() {}

    /** The whole script: plain SQL, as a person would run it. */
    public static String script(Dialect dialect, OwnTables tables) {
        return read(dialect.name()).replace("${prefix}", tables.prefix()).replace("${name}", tables.name());
    }

    /** Its statements, one by one; in our scripts no semicolon but the last of a statement ends a line. */
    static List<String> statements(Dialect dialect, OwnTables tables) {
        return Arrays.stream(script(dialect, tables).split(";\\R"))
                .map(statement -> statement.replaceAll("(?m)^--.*$", "").strip())
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    private static String read(String dialect) {
        String path = "/io/github/ordertimeout/jdbc/schema/" + dialect + "/" + SCRIPT;
        try (InputStream in = Ddl.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("The jar lacks its script " + path + ".");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
