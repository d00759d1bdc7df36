package io.github.ordertimeout.jdbc.doctor;

import io.github.ordertimeout.config.TimeColumn;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.time.TimeColumnSql;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether a rule's times are what they seem: zones that nobody named, and zones that are wrong in either direction. */
record TimeExam(RuleMapping mapping, Examination examination, Instant now) {
    private static final Duration AHEAD = Duration.ofMinutes(1);

    private static final Duration A_YEAR = Duration.ofDays(365);

    /** No order of a shop's is older. */
    private static final Instant FIRST_SHOPS = Instant.parse("1990-01-01T00:00:00Z");

    /** So many orders show how fast they come in. */
    private static final int NEWEST = 50;

    /** No zone differs from another by less, and none by anything else than a multiple. */
    private static final Duration QUARTER = Duration.ofMinutes(15);

    /** Orders that all came at once were imported. */
    private static final Duration SHORTEST_GAP = Duration.ofSeconds(1);

    private static final Duration SHORTEST_SILENCE = Duration.ofMinutes(29);
    private static final int TIMES_LONGER = 10;

    /** What can be asked at every start. */
    List<Finding> findings() {
        return Stream.of(zone(), newest()).flatMap(Optional::stream).toList();
    }

    private String name() {
        return "Rule " + mapping.rule().name() + ": ";
    }

    private Optional<Finding> zone() {
        return Stream.of(
                        mapping.rule().deadline().due(),
                        mapping.rule().deadline().created())
                .flatMap(Optional::stream)
                .filter(column -> column.zone().isEmpty())
                .map(TimeColumn::name)
                .map(column -> mapping.table().column(column))
                .filter(column -> column.type().kind() == ValueKind.LOCAL_DATE_TIME
                        || column.type().kind() == ValueKind.DATE)
                .findFirst()
                .map(column -> Finding.warning(
                        "zone",
                        name() + "column " + column
                                + " has no time zone and the rule names none; the database's is taken"
                                + mapping.clock()
                                        .zone()
                                        .map(zone -> ", " + zone)
                                        .orElse("")
                                + ".",
                        "Set time-zone to the zone that the application writes this column in."));
    }

    /**
     * The zone is wrong where orders come from the future: they would be closed hours late. Where they come from another age, the
     * unit of an integer column is.
     */
    private Optional<Finding> newest() {
        return mapping.deadline()
                .created()
                .flatMap(column -> newestOpen(column).flatMap(newest -> {
                    if (newest.isBefore(FIRST_SHOPS) || newest.isAfter(now.plus(A_YEAR))) {
                        return Optional.of(unit(column, newest));
                    }
                    return newest.isAfter(now.plus(AHEAD)) ? Optional.of(future(column, newest)) : Optional.empty();
                }));
    }

    private Finding unit(TimeColumnSql column, Instant newest) {
        return Finding.error(
                "time-kind",
                name() + "the newest open order was made at " + newest + " by `"
                        + column.column().name() + "`.",
                "time-kind is probably wrong: seconds taken for milliseconds lie in January 1970 and would close every"
                        + " order at once, milliseconds taken for seconds lie in the far future and close none.");
    }

    private Finding future(TimeColumnSql column, Instant newest) {
        return Finding.warning(
                "future",
                name() + "the newest open order was made at " + newest + " by `"
                        + column.column().name() + "`, which is "
                        + Duration.between(now, newest).toMinutes() + " minutes in the future of the database's clock.",
                "time-zone is wrong, or the application's clock is: orders close that much later than meant.");
    }

    /**
     * The zone may be wrong where a shop that sells every minute seems to have sold nothing for just eight hours: its orders
     * would be closed as soon as they are made. Reads the newest orders whatever their status, which may need a whole scan of the
     * table: not for every start.
     */
    Optional<Finding> past() {
        return mapping.deadline().created().flatMap(column -> {
            List<Instant> newest = newest(column);
            if (newest.size() < NEWEST) {
                return Optional.empty();
            }
            Duration silence = Duration.between(newest.get(0), now);
            Duration gap = longestGap(newest);
            return silence.compareTo(SHORTEST_SILENCE) > 0
                            && gap.compareTo(SHORTEST_GAP) >= 0
                            && silence.compareTo(gap.multipliedBy(TIMES_LONGER)) > 0
                            && isAboutQuarters(silence, gap)
                    ? Optional.of(past(column, silence, gap))
                    : Optional.empty();
        });
    }

    private Finding past(TimeColumnSql column, Duration silence, Duration gap) {
        return Finding.warning(
                "past",
                name() + "the newest order was made " + silence.toMinutes() + " minutes ago by `"
                        + column.column().name() + "`, though the " + (NEWEST - 1) + " before it came at most "
                        + Math.max(1, gap.toSeconds()) + " s apart.",
                "If orders came in since then, time-zone is wrong: every order would be closed "
                        + silence.toMinutes() + " minutes too early, most of them at once. Set it to the zone that"
                        + " the application writes this column in, before anything is closed.");
    }

    private static Duration longestGap(List<Instant> newestFirst) {
        Duration longest = Duration.ZERO;
        for (int i = 1; i < newestFirst.size(); i++) {
            Duration gap = Duration.between(newestFirst.get(i), newestFirst.get(i - 1));
            longest = gap.compareTo(longest) > 0 ? gap : longest;
        }
        return longest;
    }

    /** A wrong zone shifts by quarters of an hour; on top comes what has passed since the newest order was really made. */
    private static boolean isAboutQuarters(Duration silence, Duration gap) {
        long over = silence.toMillis() % QUARTER.toMillis();
        long usual = Math.max(gap.toMillis(), Duration.ofSeconds(5).toMillis()) * 2;
        return over <= usual;
    }

    private Optional<Instant> newestOpen(TimeColumnSql column) {
        Instant newest = null;
        for (String status : mapping.status().open()) {
            Sql open = mapping.status()
                    .column()
                    .of("o")
                    .then(" = ")
                    .then(mapping.status().column().bind(status));
            List<Instant> found = newest(column, open, 1);
            if (!found.isEmpty() && (newest == null || found.get(0).isAfter(newest))) {
                newest = found.get(0);
            }
        }
        return Optional.ofNullable(newest);
    }

    private List<Instant> newest(TimeColumnSql column) {
        return newest(column, Sql.text("1 = 1"), NEWEST);
    }

    private List<Instant> newest(TimeColumnSql column, Sql which, int limit) {
        Sql query = Sql.text("SELECT ")
                .then(column.select("o"))
                .then(mapping.from())
                .then(" WHERE ")
                .then(which)
                .then(" AND ")
                .then(column.real("o"))
                .then(" ORDER BY ")
                .then(column.column().of("o"))
                .then(" DESC LIMIT " + limit);
        List<Instant> instants = new ArrayList<>();
        examination
                .ask(session -> session.query(query, row -> column.position(row, 1)))
                .orElse(List.of())
                .forEach(position -> position.map(column::instant).ifPresent(instants::add));
        return instants;
    }
}
