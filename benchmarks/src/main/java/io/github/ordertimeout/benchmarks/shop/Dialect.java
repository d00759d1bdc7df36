package io.github.ordertimeout.benchmarks.shop;

import java.util.Locale;

/** What differs between the databases in making the shop. */
public enum Dialect {
    POSTGRESQL("timestamptz(6)", "now()", "generate_series(1, %d) AS g(n)"),
    MARIADB("datetime(6)", "utc_timestamp(6)", "(SELECT CAST(seq AS signed) AS n FROM seq_1_to_%d) g"),
    H2("timestamp(6) with time zone", "current_timestamp(6)", "(SELECT x AS n FROM system_range(1, %d)) g");

    private final String timeType;
    private final String now;
    private final String series;

    Dialect(String timeType, String now, String series) {
        this.timeType = timeType;
        this.now = now;
        this.series = series;
    }

    /** By the name that the command line uses. */
    public static Dialect named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** By the URL's own prefix. */
    static Dialect of(String url) {
        return named(url.split(":", 3)[1]);
    }

    /** The name that people use. */
    public String title() {
        return switch (this) {
            case POSTGRESQL -> "PostgreSQL";
            case MARIADB -> "MariaDB";
            case H2 -> "H2";
        };
    }

    /** A column of instants. */
    String timeType() {
        return timeType;
    }

    /** The server's clock, in UTC where the column has no zone. */
    public String now() {
        return now;
    }

    /** That many microseconds before (or, below zero, after) now. */
    public String ago(String micros) {
        return switch (this) {
            case POSTGRESQL -> now + " - (" + micros + ") * interval '1 microsecond'";
            case MARIADB -> now + " - INTERVAL (" + micros + ") MICROSECOND";
            case H2 -> "DATEADD(MICROSECOND, -(" + micros + "), " + now + ")";
        };
    }

    /** A relation of the numbers from 1, their column being {@code g.n}. */
    public String numbersTo(long last) {
        return String.format(Locale.ROOT, series, last);
    }

    /** A remainder as every one of them writes it. */
    static String remainder(String number, long divisor) {
        return "MOD(" + number + ", " + divisor + ")";
    }

    /** What the server should do once its data have changed a lot. */
    String tidied(String table) {
        return switch (this) {
            case POSTGRESQL -> "VACUUM (ANALYZE) " + table;
            case MARIADB -> "ANALYZE TABLE " + table;
            case H2 -> "ANALYZE TABLE " + table;
        };
    }
}
