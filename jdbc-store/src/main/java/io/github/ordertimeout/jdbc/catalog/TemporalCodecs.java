package io.github.ordertimeout.jdbc.catalog;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Days and times written in the configuration. Bound as {@code java.time} values, or as text where the drivers of MySQL and
 * MariaDB would shift them between the zones of JVM and session.
 */
final class TemporalCodecs {
    /** As MySQL reads a DATETIME from text, in every SQL mode. */
    static final DateTimeFormatter MYSQL_DATE_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    private TemporalCodecs() {}

    /** A day. */
    record Day(boolean asText) implements ValueCodec {
        @Override
        public String canonical(String text) {
            try {
                return LocalDate.parse(text.strip()).toString();
            } catch (DateTimeException notDay) {
                throw new CatalogFault("a day is written as 2026-01-31");
            }
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            if (asText) {
                statement.setString(position, canonical);
            } else {
                statement.setObject(position, LocalDate.parse(canonical));
            }
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            return row.getString(index);
        }
    }

    /** Date and time without a zone. */
    record Local(boolean asText) implements ValueCodec {
        @Override
        public String canonical(String text) {
            try {
                String iso = iso(text);
                return (iso.length() == 10 ? LocalDate.parse(iso).atStartOfDay() : LocalDateTime.parse(iso)).toString();
            } catch (DateTimeException notTime) {
                throw new CatalogFault("a time is written as 2026-01-31 23:59:59, without a zone");
            }
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            LocalDateTime value = LocalDateTime.parse(canonical);
            if (asText) {
                statement.setString(position, MYSQL_DATE_TIME.format(value));
            } else {
                statement.setObject(position, value);
            }
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            if (!asText) {
                LocalDateTime value = row.getObject(index, LocalDateTime.class);
                return value == null ? null : value.toString();
            }
            String text = row.getString(index);
            return text == null ? null : text.replace(' ', 'T');
        }
    }

    /** Date and time with its offset from UTC. */
    record WithOffset() implements ValueCodec {
        @Override
        public String canonical(String text) {
            try {
                return OffsetDateTime.parse(iso(text)).toInstant().toString();
            } catch (DateTimeException notTime) {
                throw new CatalogFault("a time is written with its offset: 2026-01-31T23:59:59+08:00");
            }
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            statement.setObject(position, OffsetDateTime.parse(canonical));
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            OffsetDateTime value = row.getObject(index, OffsetDateTime.class);
            return value == null ? null : value.toInstant().toString();
        }
    }

    private static String iso(String text) {
        String stripped = text.strip();
        return stripped.length() > 10 && stripped.charAt(10) == ' '
                ? stripped.substring(0, 10) + "T" + stripped.substring(11).replace(" ", "")
                : stripped;
    }
}
