package io.github.ordertimeout.scan;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which shards this node works now, so that several nodes need not all scan the same orders. Leases save work and decide nothing:
 * two nodes that work the same shard are safe, since a close locks its order and repeats every condition, and a shard that no node
 * works waits for the next pass.
 *
 * <p>Asked before each pass, and again between the shards of one, from each rule's own thread; an answer should come from memory.
 * Where it throws, the rule works all shards and says so. Asked for rules with one shard too: then one node works the rule, and
 * the others stand by.
 */
@FunctionalInterface
public interface ShardLeases {
    /**
     * The shards of a rule that are this node's now.
     *
     * @param rule the rule's name, the same on all nodes
     * @param total how many shards the rule has, {@code scan.shards}
     * @return indices from 0 to {@code total} − 1; may be empty
     */
    Set<Integer> held(String rule, int total);

    /** Every shard is this node's: right for one node, and sound for many. */
    static ShardLeases all() {
        return (rule, total) -> IntStream.range(0, total).boxed().collect(Collectors.toUnmodifiableSet());
    }
}
