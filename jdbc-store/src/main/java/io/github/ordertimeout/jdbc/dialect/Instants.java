package io.github.ordertimeout.jdbc.dialect;

import io.github.ordertimeout.jdbc.sql.Bound;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Carries instants over JDBC to the microsecond, in such a way that no zone of process or session touches them. */
final class Instants {
    private static final DateTimeFormatter DATETIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    private Instants() {}

    static Instant ofEpochMicros(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Rounded down by ourselves: servers would round to the nearest, and what was read would differ from what was written. */
    private static OffsetDateTime utc(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
    }

    static Bound withOffset(Instant instant) {
        OffsetDateTime value = utc(instant);
        return (statement, position) -> statement.setObject(position, value);
    }

    static Instant readWithOffset(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /** As text: MySQL's driver drops the fraction of every other form when it talks to a MariaDB server. */
    static Bound utcWithoutOffset(Instant instant) {
        String value = utcText(instant);
        return (statement, position) -> statement.setString(position, value);
    }

    /** {@code 2026-03-01 10:00:00.000000}. */
    static String utcText(Instant instant) {
        return DATETIME.format(utc(instant));
    }

    static Instant readUtcWithoutOffset(ResultSet row, int column) throws SQLException {
        return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
    }
}
