package io.github.ordertimeout.simulation;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who acts, one step after another, on a thread of its own: a node's loop, a request to a node, a customer. It has
 * its own source of chance, so that leaving another actor out changes nothing in what this one draws.
 */
final class Actor implements Comparable<Actor> {
    final String name;
    final SplittableRandom random;
    final @Nullable Node node;
    final Runnable work;
    private final long number;
    /** When its present step ends. */
    long wakeAt;
    /** Which life of its node it belongs to. */
    int life;

    volatile @Nullable Thread thread;

    Actor(String name, SplittableRandom random, @Nullable Node node, Runnable work, long number, long wakeAt) {
        this.name = name;
        this.random = random;
        this.node = node;
        this.work = work;
        this.number = number;
        this.wakeAt = wakeAt;
        this.life = node == null ? 0 : node.life();
    }

    @Override
    public int compareTo(Actor other) {
        int byTime = Long.compare(wakeAt, other.wakeAt);
        return byTime != 0 ? byTime : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    @Override
    public String toString() {
        return name;
    }
}
