package io.github.ordertimeout.jdbc.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.config.TimeKind;
import io.github.ordertimeout.jdbc.catalog.Catalog;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What the SQL finds is what Java computes, whatever zone the process is in. */
@EachDatabase
class TimeColumnTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");
    private static final List<Instant> CHANGES =
            List.of(Instant.parse("2026-03-29T01:00:00Z"), Instant.parse("2026-10-25T01:00:00Z"));

    @Parameter
    TestDatabase db;

    private final TimeZone before = TimeZone.getDefault();

    @AfterEach
    void restoreZone() {
        TimeZone.setDefault(before);
    }

    @Test
    @DisplayName(
            "A1 A3 every kind of column finds exactly what has passed, around both changes of the clock, in any JVM zone")
    void everyKind() {
        for (String jvmZone : List.of("UTC", "Asia/Shanghai", "America/Los_Angeles")) {
            TimeZone.setDefault(TimeZone.getTimeZone(jvmZone));
            String table = "t_" + jvmZone.replaceAll("\\W", "_").toLowerCase(java.util.Locale.ROOT);
            fill(table);
            // a pool made in this zone: drivers remember the zone they started in
            Database database =
                    db.builder(db.pool(config -> config.setMaximumPoolSize(2))).build();
            database.read(session -> {
                for (TimeColumnSql column : columns(session, table)) {
                    check(session, table, column, jvmZone.equals("UTC") ? 10 : 60);
                }
                return true;
            });
        }
    }

    private void check(Session session, String table, TimeColumnSql time, int step) {
        String from = " FROM " + table + " o WHERE ";
        record Row(long id, Optional<String> position) {}
        List<Row> rows = session.query(
                Sql.text("SELECT o.id, ").then(time.select("o")).then(" FROM " + table + " o ORDER BY o.id"),
                row -> new Row(row.getLong(1), time.position(row, 2)));
        for (Instant change : CHANGES) {
            for (int minute = -70; minute <= 70; minute += step) {
                Instant cutoff = change.plus(Duration.ofMinutes(minute));
                List<Long> passed = new ArrayList<>();
                List<Long> ahead = new ArrayList<>();
                for (Row row : rows) {
                    row.position().ifPresent(at -> (time.instant(at).isAfter(cutoff) ? ahead : passed).add(row.id()));
                }
                String as = time.column() + " at " + cutoff;
                assertThat(ids(session, from, time.atMost("o", cutoff))).as(as).isEqualTo(passed);
                assertThat(ids(session, from, time.after("o", cutoff))).as(as).isEqualTo(ahead);
            }
        }
        assertThat(ids(session, from, time.real("o")))
                .isEqualTo(rows.stream()
                        .filter(row -> row.position().isPresent())
                        .map(Row::id)
                        .toList());
        assertThat(ids(session, from, time.notReal("o")))
                .as("null and zero of " + time.column())
                .isEqualTo(rows.stream()
                        .filter(row -> row.position().isEmpty())
                        .map(Row::id)
                        .toList())
                .contains(1L, 2L);
        for (Row row : rows.subList(0, step == 10 ? rows.size() : 10)) {
            row.position().ifPresent(at -> {
                Sql same = time.behind("o", at, Sql.text("o.id >= " + row.id()));
                Sql further = time.behind("o", at, Sql.text("o.id > " + row.id()));
                assertThat(ids(session, from, same))
                        .as("%s at %s", time.column(), at)
                        .contains(row.id());
                assertThat(ids(session, from, further)).doesNotContain(row.id());
                if (db.server() == TestServer.POSTGRESQL) {
                    Sql asRow = time.behindAsRow(
                                    "o", at, Sql.text("o.id"), (statement, i) -> statement.setLong(i, row.id()))
                            .orElseThrow();
                    assertThat(ids(session, from, asRow)).isEqualTo(ids(session, from, further));
                }
            });
        }
    }

    private static List<Long> ids(Session session, String from, Sql condition) {
        return session.query(
                Sql.text("SELECT o.id" + from).then(condition).then(" ORDER BY o.id"), row -> row.getLong(1));
    }

    private List<TimeColumnSql> columns(Session session, String name) {
        Table table;
        try {
            table = Catalog.over(session.connection()).table(name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        List<TimeColumnSql> columns = new ArrayList<>();
        for (TypedColumn column : table.columns().subList(1, table.columns().size())) {
            boolean millis = column.name().equalsIgnoreCase("millis");
            TimeKind kind = column.type().kind().isNumber()
                    ? millis ? TimeKind.EPOCH_MILLIS : TimeKind.EPOCH_SECONDS
                    : TimeKind.AUTO;
            columns.add(TimeColumns.of(column, kind, Optional.of(BERLIN)));
            if (column.type().kind() == ValueKind.LOCAL_DATE_TIME) {
                columns.add(TimeColumns.of(column, TimeKind.DATE, Optional.of(BERLIN)));
            }
        }
        return columns;
    }

    /** Rows 1 and 2 hold null and zero; the others every ten minutes around both changes, also those that never were. */
    private void fill(String table) {
        boolean mysql = db.server().isMySqlFamily();
        String local = mysql ? "datetime(6)" : "timestamp(6)";
        String instant = mysql ? "timestamp(6) NULL" : "timestamp(6) with time zone";
        db.execute("CREATE TABLE " + table + " (id int PRIMARY KEY, local6 " + local + ", local0 "
                + local.replace("(6)", "(0)") + ", a_day date, moment " + instant
                + ", seconds int, millis bigint, decimals"
                + " decimal(20, 6))");
        List<String> rows = new ArrayList<>();
        rows.add("(1, NULL, NULL, NULL, NULL, NULL, NULL, NULL)");
        rows.add("(2, '1970-01-01 00:00:00', '1970-01-01 00:00:00', '1970-01-01', "
                + (mysql ? "NULL" : "'1970-01-01 00:00:00+00'") + ", 0, 0, 0)");
        int id = 3;
        for (Instant change : CHANGES) {
            for (int minute = -80; minute <= 80; minute += 10) {
                LocalDateTime value = LocalDateTime.ofInstant(change, BERLIN).plusMinutes(minute);
                Instant at = change.plus(Duration.ofMinutes(minute));
                String text = "'" + LOCAL.format(value) + "'";
                String moment = mysql
                        ? "FROM_UNIXTIME(" + at.getEpochSecond() + ")"
                        : "'" + LOCAL.format(LocalDateTime.ofInstant(at, ZoneOffset.UTC)) + "+00'";
                rows.add("("
                        + String.join(
                                ", ",
                                String.valueOf(id++),
                                text,
                                text,
                                "'" + value.toLocalDate() + "'",
                                moment,
                                String.valueOf(at.getEpochSecond()),
                                String.valueOf(at.toEpochMilli()),
                                String.valueOf(at.getEpochSecond()))
                        + ")");
            }
        }
        db.execute("INSERT INTO " + table + " VALUES " + String.join(", ", rows));
    }
}
