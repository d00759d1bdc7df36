package io.github.ordertimeout.benchmarks.shop;

/**
 * How large the shop is.
 *
 * @param rows orders in all; those that are neither overdue nor fresh are paid or done
 * @param overdue open ones whose time has run out, spread evenly over the ids
 * @param fresh open ones whose time has not run out, behind all others
 */
public record Size(long rows, long overdue, long fresh) {
    /** What a shop of so many orders would have waiting. */
    private static final long FRESH = 5_000;

    /** With a usual number of fresh ones. */
    public static Size of(long rows, long overdue) {
        return new Size(Math.max(rows, overdue), overdue, FRESH);
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
