package io.github.ordertimeout.jdbc.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A literal, bound by its column's type, finds exactly its own row, can be set, and comes back as canonical text. */
@EachDatabase
class ColumnValuesTest {
    private static final String UUID = "0b8a6c2e-6f6e-4d57-9c1d-2f0c1b7a5e11";

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("numbers: padding, signs and trailing zeros are no difference; what does not fit is refused")
    void numbers() {
        value("smallint", "007", "7", "abc", "40000", "1.5");
        value("int", "-3", "-3", "3000000000");
        value("bigint", "9223372036854775807", "9223372036854775807", "9223372036854775808");
        value("decimal(20,0)", "12345678901234567890", "12345678901234567890", "x");
        value("decimal(10,2)", "1.50", "1.5", "one");
        value("double precision", "0.5", "0.5", "half");
        if (db.server().isMySqlFamily()) {
            value("bigint unsigned", "18446744073709551615", "18446744073709551615", "-1");
            value("tinyint(1)", "true", "1", "maybe");
            value("bit(1)", "true", "1", "2");
            value("bit(8)", "200", "200", "256");
            value("year", "2026", "2026", "MMXXVI");
        } else {
            value("boolean", "1", "true", "2", "yes");
        }
    }

    @Test
    @DisplayName("text: digits stay text, char(n) is compared padded, Chinese is text like any other")
    void text() {
        value("varchar(10)", "0", "0", "longer than ten");
        value("varchar(10)", "线下", "线下");
        value("char(26)", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "x".repeat(27));
        value("char(26)", "short", "short");
    }

    @Test
    @DisplayName("enums: only their labels")
    void enums() {
        if (db.server() == TestServer.POSTGRESQL) {
            db.execute("CREATE TYPE order_status AS ENUM ('pending', 'canceled', 'it''s')");
            value("order_status", "pending", "pending", "paid", "Pending");
        } else {
            value("enum('pending', 'canceled', 'it''s')", "it's", "it's", "paid");
        }
    }

    @Test
    @DisplayName("UUIDs and bytes: with or without dashes, in any case")
    void identifiers() {
        switch (db.server()) {
            case POSTGRESQL, H2 -> value("uuid", UUID.toUpperCase(java.util.Locale.ROOT), UUID, "not-a-uuid");
            default -> value("binary(16)", UUID, UUID.replace("-", ""), "00ff");
        }
        String bytes = db.server() == TestServer.POSTGRESQL ? "bytea" : "varbinary(4)";
        value(bytes, "0xCAFE", "cafe", "caf", "xyz");
        value("char(36)", UUID, UUID);
    }

    @Test
    @DisplayName("days and times are written as ISO or with a blank")
    void times() {
        value("date", "2026-01-31", "2026-01-31", "31.1.2026");
        value(local(), "2026-01-31 23:59:59", "2026-01-31T23:59:59", "2026-01-31T23:59:59Z");
        if (!db.server().isMySqlFamily()) {
            value(
                    "timestamp with time zone",
                    "2026-01-31 23:59:59+08:00",
                    "2026-01-31T15:59:59Z",
                    "2026-01-31 23:59:59");
        }
    }

    @Test
    @DisplayName("PostgreSQL: domains, citext's likes and types of other schemas are cast right")
    void postgresOnly() {
        if (db.server() == TestServer.POSTGRESQL) {
            db.execute("CREATE DOMAIN state AS varchar(8) CHECK (VALUE <> '')", "CREATE DOMAIN number AS int");
            value("state", "open", "open", "much too long");
            value("number", "5", "5", "five");
            refused("jsonb", "{}");
        }
    }

    @Test
    @DisplayName("names: exact, else in another case where that is clear, else with the nearest right one")
    void names() {
        db.execute("CREATE TABLE " + quoted("Order") + " (" + quoted("Id") + " int PRIMARY KEY, create_time int, "
                + quoted("select") + " int)");
        catalog(session -> {
            Table table = table(session, "order");
            assertThat(table.canonicalName()).isEqualToIgnoringCase("Order");
            assertThat(table.column("ID").name()).isEqualTo("Id");
            assertThat(table.column("\"select\"").name()).isEqualToIgnoringCase("select");
            assertThat(table.primaryKey().orElseThrow().columns()).containsExactly("Id");
            assertThatThrownBy(() -> table.column("creat_time"))
                    .isInstanceOf(CatalogFault.class)
                    .hasMessageContaining("no column `creat_time` in `")
                    .hasMessageContaining("did you mean `")
                    .asString()
                    .containsIgnoringCase("create_time");
            assertThatThrownBy(() -> table(session, "ordr"))
                    .isInstanceOf(CatalogFault.class)
                    .hasMessageContaining("no table `ordr`; did you mean `");
            assertThat(table(session, db.schemaName() + ".Order").canonicalName())
                    .isEqualToIgnoringCase("Order");
        });
    }

    /** Checks one literal, and that wrong ones are refused with a sentence. */
    private void value(String type, String literal, String canonical, String... wrong) {
        db.execute(
                "DROP TABLE IF EXISTS typed",
                "CREATE TABLE typed (id int PRIMARY KEY, val " + type + ", other varchar(9))");
        db.execute("INSERT INTO typed (id) VALUES (1)", "INSERT INTO typed (id) VALUES (2)");
        catalog(session -> {
            Table table = table(session, "typed");
            TypedColumn column = table.column("val");
            assertThat(column.canonical(literal)).isEqualTo(canonical);
            Sql set =
                    Sql.text("UPDATE typed SET ").then(column.sql()).then(" = ").then(column.bind(literal));
            assertThat(session.update(set.then(" WHERE id = 1"))).as(type).isEqualTo(1);
            Sql where = Sql.text("SELECT id, val FROM typed o WHERE ")
                    .then(column.of("o"))
                    .then(" = ")
                    .then(column.bind(canonical));
            assertThat(session.query(where, row -> column.canonicalText(row, 2)))
                    .as(type)
                    .containsExactly(canonical);
            assertThat(session.query(
                            Sql.text("SELECT val FROM typed WHERE id = 2"),
                            row -> String.valueOf(column.canonicalText(row, 1))))
                    .containsExactly("null");
            assertThat(session.update(Sql.text("UPDATE typed SET val = ").then(column.bindNull())))
                    .isEqualTo(2);
            for (String other : wrong) {
                assertThatThrownBy(() -> column.bind(other))
                        .as("%s of %s", other, type)
                        .isInstanceOf(CatalogFault.class)
                        .hasMessageContaining("'" + other + "' is no value of column `");
                assertThat(column.tryBind(other)).isEmpty();
            }
        });
    }

    private void refused(String type, String literal) {
        db.execute("DROP TABLE IF EXISTS typed", "CREATE TABLE typed (id int PRIMARY KEY, val " + type + ")");
        catalog(session -> assertThatThrownBy(
                        () -> table(session, "typed").column("val").bind(literal))
                .isInstanceOf(CatalogFault.class)
                .hasMessageContaining("where-sql"));
    }

    private void catalog(Consumer<Session> work) {
        db.database().read(session -> {
            work.accept(session);
            return true;
        });
    }

    private static Table table(Session session, String name) {
        try {
            return Catalog.over(session.connection()).table(name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private String local() {
        return db.server().isMySqlFamily() ? "datetime" : "timestamp";
    }

    private String quoted(String name) {
        return db.server().dialect().quote(List.of(name));
    }
}
