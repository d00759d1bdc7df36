package io.github.ordertimeout.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class ClockTest {
    private final TimeZone zone = TimeZone.getDefault();

    @Parameter
    TestDatabase db;

    @AfterEach
    void restoreZone() {
        TimeZone.setDefault(zone);
    }

    @Test
    @DisplayName("the database's clock is an instant, whatever zone process and session are in")
    void clockHasNoZone() {
        for (String id : List.of("Pacific/Apia", "Asia/Kathmandu", "America/Anchorage")) {
            TimeZone.setDefault(TimeZone.getTimeZone(id));
            Instant now = inOddZone().now();
            assertThat(now).as(id).isCloseTo(Instant.now(), within(5, ChronoUnit.SECONDS));
        }
    }

    @Test
    @DisplayName("the clock goes on between two readings")
    void clockGoesOn() {
        Database database = db.database();
        Instant first = database.now();
        Instant second = database.now();
        for (int i = 0; i < 10_000 && !second.isAfter(first); i++) {
            second = database.now();
        }
        assertThat(second).isAfter(first);
    }

    @Test
    @DisplayName("a test may set the clock")
    void clockIsReplaceable() {
        Instant fixed = Instant.parse("2026-01-01T00:00:00Z");
        assertThat(db.builder().clock(() -> fixed).build().now()).isEqualTo(fixed);
    }

    @Test
    @DisplayName("an instant in our own tables is the same in every zone, also in hours that exist twice or never")
    void storedInstants() {
        db.withOwnTables();
        List<Instant> instants = List.of(
                Instant.parse("2026-03-29T01:30:00.000001Z"),
                Instant.parse("2026-10-25T00:30:00.999999Z"),
                Instant.parse("2026-10-25T01:30:00Z"));
        for (int i = 0; i < instants.size(); i++) {
            TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
            int row = i;
            Database database =
                    db.builder(db.pool(config -> config.setMaximumPoolSize(1))).build();
            database.read(
                    session -> session.update(Sql.text("INSERT INTO order_timeout_state VALUES ('n" + row + "', '', ")
                            .then(database.dialect().instant(instants.get(row)))
                            .then(")")));
        }
        Database elsewhere = inOddZone();
        Dialect dialect = elsewhere.dialect();
        List<Instant> read = elsewhere.read(session -> session.query(
                Sql.text("SELECT updated_at FROM order_timeout_state ORDER BY name"),
                row -> dialect.readInstant(row, 1)));
        assertThat(read).isEqualTo(instants);
    }

    private Database inOddZone() {
        HikariDataSource pool = db.pool(config -> {
            config.setMaximumPoolSize(1);
            config.setConnectionInitSql(
                    switch (db.server()) {
                        case H2 -> "SET TIME ZONE '-09:30'";
                        case POSTGRESQL -> "SET TIME ZONE 'Pacific/Marquesas'";
                        default -> "SET time_zone = '-09:30'";
                    });
        });
        return db.builder(pool).build();
    }
}
