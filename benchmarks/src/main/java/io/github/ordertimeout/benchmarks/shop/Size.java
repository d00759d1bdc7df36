package io.github.ordertimeout.benchmarks.shop;

/**
 * How large the shop is.
 *
 * @param rows orders in all; those that are neither overdue nor fresh are paid or done
 * @param overdue open ones whose time has run out, spread evenly over the ids
 * @param fresh open ones whose time has not run out, behind all others
 */
public record Size(long rows, long overdue, long fresh) {
    private static final long MOST_FRESH = 5_000;

    /** With one fresh one for each twenty, 5,000 at most. */
    public static Size of(long rows, long overdue) {
        return new Size(Math.max(rows, overdue), overdue, Math.min(MOST_FRESH, 10 + rows / 20));
    }

    /** Every so many ids there is one that is overdue. */
    long every() {
        return overdue == 0 ? Long.MAX_VALUE : rows / overdue;
    }

    @Override
    public String toString() {
        return rows + " orders, " + overdue + " of them overdue; besides " + fresh + " open ones that are not yet due";
    }
}
