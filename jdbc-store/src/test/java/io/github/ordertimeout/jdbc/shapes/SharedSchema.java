package io.github.ordertimeout.jdbc.shapes;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables that a shop really has, from a folder of DDL files: {@code ORDER_TIMEOUT_SCHEMAS}, else {@code ../../shared/schemas}.
 * Columns that must not be null lose that, or get a default, so that the rows of the tests fit; tables that a file leaves out are
 * made as the tests have them.
 */
final class SharedSchema {
    private static final Path FOLDER =
            Path.of(Optional.ofNullable(System.getenv("ORDER_TIMEOUT_SCHEMAS")).orElse("../../shared/schemas"));
    private static final Pattern MADE = Pattern.compile("CREATE (?:TABLE|TYPE) [`\"]?(\\w+).*", Pattern.DOTALL);
    private static final Pattern FILLED = Pattern.compile("INSERT INTO `?(\\w+).*", Pattern.DOTALL);

    private SharedSchema() {}

    static ShapedShop shop(TestDatabase db, String name, String recipe, String... otherTables) {
        Path file = FOLDER.resolve(name + ".sql");
        assumeThat(file).as("the shop's DDL").exists();
        List<String> made = new ArrayList<>();
        for (String statement : statements(file)) {
            Matcher table = MADE.matcher(statement);
            if (table.matches()) {
                made.add(table.group(1));
            }
            if (!FILLED.matcher(statement).matches()) {
                db.execute(statement);
            }
        }
        relax(db);
        List<String> rest = new ArrayList<>();
        for (String statement : otherTables) {
            Matcher table = MADE.matcher(statement);
            if (!table.matches() || !made.contains(table.group(1))) {
                rest.add(statement);
            }
        }
        return new ShapedShop(db, recipe, rest.toArray(String[]::new));
    }

    private static List<String> statements(Path file) {
        try {
            List<String> statements = new ArrayList<>();
            String text = Files.readString(file).replaceAll("(?m)^--.*\\R", "");
            for (String statement : text.split(";\\s*(\\R|$)")) {
                if (!statement.isBlank()) {
                    statements.add(statement.strip());
                }
            }
            return statements;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void relax(TestDatabase db) {
        String change = db.server().isMySqlFamily()
                ? "SELECT CONCAT('ALTER TABLE `', table_name, '` ALTER COLUMN `', column_name, '` SET DEFAULT ', CASE"
                        + " WHEN data_type IN ('datetime', 'timestamp', 'date') THEN '''2000-01-01'''"
                        + " WHEN data_type LIKE '%text' THEN '''{}''' WHEN data_type LIKE '%char' OR data_type LIKE '%binary'"
                        + " THEN '''''' ELSE '0' END) FROM information_schema.columns WHERE table_schema = DATABASE() AND"
                        + " is_nullable = 'NO' AND column_default IS NULL AND extra NOT LIKE '%auto_increment%' AND column_key"
                        + " <> 'PRI'"
                : "SELECT format('ALTER TABLE %I ALTER COLUMN %I DROP NOT NULL', c.table_name, c.column_name) FROM"
                        + " information_schema.columns c WHERE c.table_schema = current_schema() AND c.is_nullable = 'NO' AND"
                        + " c.column_default IS NULL AND NOT EXISTS (SELECT 1 FROM information_schema.key_column_usage k JOIN"
                        + " information_schema.table_constraints t USING (constraint_schema, constraint_name) WHERE"
                        + " t.constraint_type = 'PRIMARY KEY' AND k.table_schema = c.table_schema AND k.table_name ="
                        + " c.table_name AND k.column_name = c.column_name)";
        db.column(change).forEach(db::execute);
    }
}
