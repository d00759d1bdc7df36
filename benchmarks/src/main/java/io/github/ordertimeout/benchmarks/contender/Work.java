package io.github.ordertimeout.benchmarks.contender;

/**
 * How the work is divided.
 *
 * @param threads that close at once
 * @param batch orders of a transaction
 */
public record Work(int threads, int batch) {
    /** What tables mean where they say nothing else. */
    public static final Work USUAL = new Work(2, 500);
}
