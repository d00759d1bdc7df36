package io.github.ordertimeout.scan;

/**
 * A part of a rule's orders by the hash of their ids: each order belongs to exactly one of {@code total} shards, and each shard
 * has about as many old orders as new ones. Ranges of ids would not do: what is overdue are the newest orders, and all of them
 * would lie in the last range.
 *
 * @param index from 0
 * @param total how many shards there are; 1 to {@value #MOST}
 */
public record Shard(int index, int total) {
    /** The largest {@code total}. */
    public static final int MOST = 1024;

    /** All orders. */
    public static final Shard WHOLE = new Shard(0, 1);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if there is no such shard
     */
    public Shard {
        if (total < 1 || total > MOST) {
            throw new IllegalArgumentException(
                    "There cannot be " + total + " shards: the number must be from 1 to " + MOST);
        }
        if (index < 0 || index >= total) {
            throw new IllegalArgumentException(
                    "There is no shard " + index + " of " + total + ": the first is 0, the last " + (total - 1));
        }
    }

    /** Whether it holds every order. */
    public boolean isWhole() {
        return total == 1;
    }

    /** {@code 2/8}: the third of eight. */
    @Override
    public String toString() {
        return index + "/" + total;
    }
}
