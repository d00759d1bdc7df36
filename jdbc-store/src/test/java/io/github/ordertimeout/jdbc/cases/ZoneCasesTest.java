package io.github.ordertimeout.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.store.Closing;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.store.RuleStore;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Field cases about zones: whatever zone the process and the session are in, an order closes at one and the same moment. */
@EachDatabase
class ZoneCasesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final List<String> JVM_ZONES =
            List.of("America/Los_Angeles", "UTC", "Asia/Shanghai", "Australia/Brisbane", "Europe/Berlin");
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final Duration TERM = Duration.ofMinutes(30);

    private final TimeZone before = TimeZone.getDefault();

    @Parameter
    TestDatabase db;

    @AfterEach
    void restoreZone() {
        TimeZone.setDefault(before);
    }

    @Test
    @DisplayName("A1 a UTC column and a process east or west of it: one minute old stays, 61 minutes old closes")
    void a1() {
        Instant now = Instant.parse("2026-03-01T10:00:00Z");
        table(zoneless());
        for (String zone :
                Stream.concat(JVM_ZONES.stream(), Stream.of("GMT+10", "GMT-8")).toList()) {
            db.execute("delete from zoned", "delete from order_timeout_release");
            insert(1, local(now.minus(Duration.ofMinutes(1)), ZoneOffset.UTC));
            insert(2, local(now.minus(Duration.ofMinutes(61)), ZoneOffset.UTC));
            RuleStore rule = open(zone, "created-column: at\ntimeout: 60m\ntime-zone: UTC");
            assertThat(Closing.ids(Closing.all(rule, now, 10))).as(zone).containsExactly("2");
        }
    }

    @Test
    @DisplayName("A3 a date ends at local midnight, on days of 25 and of 23 hours too")
    void a3() {
        table("date");
        for (String zone : JVM_ZONES) {
            db.execute("delete from zoned", "delete from order_timeout_release");
            insert(1, "'2026-10-25'");
            insert(2, "'2026-03-29'");
            insert(3, "'2026-10-24'");
            RuleStore rule = open(zone, "due-column: at\ntime-kind: date\ntime-zone: Europe/Berlin");
            assertThat(closed(rule, "2026-03-29T23:59:59+02:00")).as(zone).isEmpty();
            assertThat(closed(rule, "2026-03-30T00:00:00+02:00")).as(zone).containsExactly("2");
            assertThat(closed(rule, "2026-10-25T00:00:00+02:00")).as(zone).containsExactly("3");
            assertThat(closed(rule, "2026-10-25T23:59:59+01:00")).as(zone).isEmpty();
            assertThat(closed(rule, "2026-10-26T00:00:00+01:00")).as(zone).containsExactly("1");
        }
    }

    @Test
    @DisplayName(
            "A1 the hour that comes twice: one order a minute, local times; each closes on time or, in doubt, an hour later")
    void repeatedHourLocal() {
        walk("2026-10-24T23:30:00Z", true, 7);
    }

    @Test
    @DisplayName("A1 the hour that comes twice: one order a minute, stored instants; each closes on its minute")
    void repeatedHourInstants() {
        walk("2026-10-24T23:30:00Z", false, 13);
    }

    @Test
    @DisplayName("A1 the hour that is missing in spring: one order a minute, each closes on its minute")
    void missingHour() {
        walk("2026-03-29T00:30:00Z", true, 13);
        db.execute("drop table zoned", "delete from order_timeout_release");
        walk("2026-03-29T00:30:00Z", false, 13);
    }

    /** Three hours of orders; passes at this step until all are closed. */
    private void walk(String from, boolean zoneless, int stepMinutes) {
        Instant first = Instant.parse(from);
        table(zoneless ? zoneless() : instants());
        for (String zone : JVM_ZONES) {
            for (boolean byDue : List.of(true, false)) {
                db.execute("delete from zoned", "delete from order_timeout_release");
                List<String> rows = new ArrayList<>();
                List<Instant> ends = new ArrayList<>();
                for (int minute = 0; minute < 180; minute++) {
                    Instant at = first.plus(Duration.ofMinutes(minute));
                    rows.add("(" + minute + ", 0, " + (zoneless ? local(at, BERLIN) : instant(at)) + ")");
                    Instant read = zoneless ? later(at) : at;
                    ends.add(byDue ? read : read.plus(TERM));
                    assertThat(read).isAfterOrEqualTo(at);
                }
                db.execute("insert into zoned values " + String.join(", ", rows));
                RuleStore rule = open(
                        zone,
                        (byDue ? "due-column: at" : "created-column: at\ntimeout: 30m")
                                + (zoneless ? "\ntime-zone: Europe/Berlin" : ""));
                Instant last = first;
                for (Instant now = first;
                        !now.isAfter(first.plus(Duration.ofHours(5)));
                        now = now.plus(Duration.ofMinutes(stepMinutes))) {
                    List<String> expected = new ArrayList<>();
                    for (int i = 0; i < ends.size(); i++) {
                        if (!ends.get(i).isAfter(now)
                                && (now.equals(first) || ends.get(i).isAfter(last))) {
                            expected.add(String.valueOf(i));
                        }
                    }
                    assertThat(Closing.ids(Closing.all(rule, now, 200)))
                            .as("%s, %s, at %s", zone, byDue ? "due" : "created", now)
                            .containsExactlyInAnyOrderElementsOf(expected);
                    last = now;
                }
            }
        }
        assertThat(db.number("select count(*) from zoned where status = 0")).isZero();
    }

    /** The later of the two moments that the local time may mean. */
    private static Instant later(Instant at) {
        LocalDateTime local = LocalDateTime.ofInstant(at, BERLIN);
        return BERLIN.getRules().getValidOffsets(local).stream()
                .map(local::toInstant)
                .max(Instant::compareTo)
                .orElseThrow();
    }

    private List<String> closed(RuleStore rule, String now) {
        return Closing.ids(Closing.all(rule, OffsetDateTime.parse(now).toInstant(), 10));
    }

    /** With a pool of its own, whose connections were made in that zone, and whose sessions are in a third one. */
    private RuleStore open(String jvmZone, String keys) {
        TimeZone.setDefault(TimeZone.getTimeZone(jvmZone));
        DataSource pool = db.pool(config -> {
            config.setMaximumPoolSize(1);
            config.setConnectionInitSql(
                    switch (db.server()) {
                        case H2 -> "SET TIME ZONE 'Asia/Tokyo'";
                        case POSTGRESQL -> "SET TIME ZONE 'Asia/Tokyo'";
                        case MARIADB, MYSQL -> "SET time_zone = '+09:00'";
                    });
        });
        return JdbcOrderStore.builder()
                .dataSource(pool)
                .isolation(db.isolation())
                .build()
                .open(Closing.rule(
                        "table: zoned\nid-column: id\nstatus-column: status\nopen-status: 0\nclosed-status: 4\n"
                                + keys));
    }

    private void table(String type) {
        db.execute("create table zoned (id int primary key, status int not null, at " + type + ")");
    }

    @BeforeEach
    void ownTables() {
        db.withOwnTables();
    }

    private void insert(int id, String at) {
        db.execute("insert into zoned values (" + id + ", 0, " + at + ")");
    }

    private String zoneless() {
        return db.server().isMySqlFamily() ? "datetime" : "timestamp";
    }

    private String instants() {
        return db.server().isMySqlFamily() ? "timestamp null" : "timestamp with time zone";
    }

    private static String local(Instant at, ZoneId zone) {
        return "'" + LOCAL.format(LocalDateTime.ofInstant(at, zone)) + "'";
    }

    private String instant(Instant at) {
        return db.server().isMySqlFamily()
                ? "from_unixtime(" + at.getEpochSecond() + ")"
                : "cast('" + LOCAL.format(LocalDateTime.ofInstant(at, ZoneOffset.UTC))
                        + "+00:00' as timestamp with time zone)";
    }
}
