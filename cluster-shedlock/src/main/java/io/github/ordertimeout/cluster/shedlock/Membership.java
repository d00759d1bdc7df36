package io.github.ordertimeout.cluster.shedlock;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node's slot among the nodes, and how many of them there are. Used by one thread at a time. */
final class Membership {
    private static final Logger log = LoggerFactory.getLogger(Membership.class);

    private final Locks locks;
    private final int mostNodes;
    private @Nullable Lock slot;
    private int index;
    /** How many nodes there were last time; 0: this one has just come. */
    private int nodes;
    /** What the last count found above {@code nodes}. */
    private int risingTo;
    /** Whether the last count was lower than the one before: where one node has gone, others may have too. */
    private boolean fell;

    private boolean told;

    Membership(Locks locks, int mostNodes) {
        this.locks = locks;
        this.mostNodes = mostNodes;
    }

    /**
     * Which of the nodes this one is.
     *
     * @param index from 0
     * @param nodes how many there are, more than {@code index}
     */
    record Place(int index, int nodes) {
        /** How many of so many shards are its. */
        int share(int shards) {
            return shards / nodes + (index < shards % nodes ? 1 : 0);
        }

        /** The same nodes in another order for each rule, so that what does not divide evenly is not the first one's of them all. */
        Place inOrderOf(String rule) {
            return new Place(Math.floorMod(index + rule.hashCode(), nodes), nodes);
        }
    }

    /** Renews the slot or takes one, and counts the nodes; empty where there are more nodes than slots. */
    Optional<Place> renew() {
        slot = slot == null ? null : slot.extended().orElse(null);
        if (slot == null) {
            nodes = 0;
            takeBelow(mostNodes);
        } else if (index + 1 >= nodes) {
            takeBelow(index);
        } else if (fell) {
            int living = living();
            if (index >= living) {
                takeBelow(living);
            }
        }
        if (slot == null) {
            if (!told) {
                log.warn(
                        "All {} node slots are taken: this node works no shard. Raise mostNodes on all nodes.",
                        mostNodes);
            }
            told = true;
            return Optional.empty();
        }
        told = false;
        int before = nodes;
        nodes = believed(counted());
        fell = nodes < before;
        return Optional.of(new Place(index, nodes));
    }

    void leave() {
        if (slot != null) {
            slot.giveBack();
        }
        slot = null;
    }

    /** The lowest free slot below that one; what was held is given back then. */
    private void takeBelow(int end) {
        for (int candidate = 0; candidate < end; candidate++) {
            Optional<Lock> taken = locks.take(name(candidate));
            if (taken.isPresent()) {
                leave();
                slot = taken.get();
                index = candidate;
                return;
            }
        }
    }

    /** How many there are without the gaps, which only the highest node would fill, one after the other. */
    private int living() {
        int living = nodes;
        for (int candidate = 0; candidate < nodes; candidate++) {
            if (candidate != index && isFree(candidate)) {
                living--;
            }
        }
        return living;
    }

    /** From the last count on, up or down: two questions where nothing has changed. */
    private int counted() {
        int count = Math.max(nodes, index + 1);
        if (count < mostNodes && !isFree(count)) {
            do {
                count++;
            } while (count < mostNodes && !isFree(count));
        } else {
            while (count - 1 > index && isFree(count - 1)) {
                count--;
            }
        }
        return count;
    }

    /** Asking whether a slot is free takes it for a moment, which others may see: a higher count must be met twice. */
    private int believed(int counted) {
        if (nodes == 0 || counted <= nodes || risingTo > nodes) {
            risingTo = 0;
            return counted;
        }
        risingTo = counted;
        return Math.max(nodes, index + 1);
    }

    private boolean isFree(int candidate) {
        return locks.isFree(name(candidate));
    }

    private static String name(int slot) {
        return "node-" + slot;
    }
}
