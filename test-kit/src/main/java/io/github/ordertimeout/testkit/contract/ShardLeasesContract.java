package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.ordertimeout.scan.ShardLeases;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every implementation of {@link ShardLeases} does. */
public abstract class ShardLeasesContract {
    private static final String RULE = "unpaid";

    /** A node that has just started. */
    protected abstract ShardLeases join();

    /** The node is stopped in order. */
    protected abstract void leave(ShardLeases node);

    /** From now on the node does nothing, as one that was killed, or stopped by SIGSTOP or a long garbage collection. */
    protected abstract void pause(ShardLeases node);

    /** The paused node goes on; nothing has told it that time has passed. */
    protected abstract void wake(ShardLeases node);

    /** Lets time pass and the nodes work until this holds; fails where it does not within two intervals of the implementation's. */
    protected abstract void settle(BooleanSupplier condition);

    /** Whether nodes share the shards; else each holds all of them. */
    protected boolean isShared() {
        return true;
    }

    private List<ShardLeases> join(int nodes) {
        List<ShardLeases> joined = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            ShardLeases node = join();
            node.held(RULE, 16);
            joined.add(node);
        }
        return joined;
    }

    /** Each shard is one node's, and each node has its fair share. */
    private boolean isFair(List<ShardLeases> nodes, String rule, int total) {
        List<Integer> all = new ArrayList<>();
        boolean fair = true;
        for (ShardLeases node : nodes) {
            Set<Integer> held = node.held(rule, total);
            all.addAll(held);
            fair &= !isShared()
                    || held.size() >= total / nodes.size() && held.size() <= (total + nodes.size() - 1) / nodes.size();
        }
        return fair && new TreeSet<>(all).size() == total && (!isShared() || all.size() == total);
    }

    private void settleFairly(List<ShardLeases> nodes) {
        settle(() -> isFair(nodes, RULE, 16));
        nodes.forEach(node -> assertThat(node.held(RULE, 16)).allMatch(shard -> shard >= 0 && shard < 16));
    }

    @Test
    @DisplayName("one node holds every shard")
    void alone() {
        settleFairly(join(1));
    }

    @Test
    @DisplayName("each of n nodes holds between floor and ceiling of shards / n, each shard is one node's")
    void shared() {
        settleFairly(join(5));
    }

    @Test
    @DisplayName("each rule is shared by itself, a rule with fewer shards than nodes too")
    void rules() {
        List<ShardLeases> nodes = join(3);
        settle(() -> isFair(nodes, RULE, 16) && isFair(nodes, "flash", 7) && isFair(nodes, "a single one", 1));
    }

    @Test
    @DisplayName("a node that comes gets its share")
    void comes() {
        List<ShardLeases> nodes = new ArrayList<>(join(2));
        settleFairly(nodes);
        nodes.addAll(join(1));
        settleFairly(nodes);
    }

    @Test
    @DisplayName("what a stopped node held is taken by the others")
    void goes() {
        List<ShardLeases> nodes = new ArrayList<>(join(4));
        settleFairly(nodes);
        leave(nodes.remove(1));
        settleFairly(nodes);
        leave(nodes.remove(0));
        settleFairly(nodes);
    }

    @Test
    @DisplayName("D14 what a killed node held is taken by the others, wherever among them it stood")
    void dies() {
        List<ShardLeases> nodes = new ArrayList<>(join(4));
        settleFairly(nodes);
        pause(nodes.remove(0));
        settleFairly(nodes);
        pause(nodes.remove(nodes.size() - 1));
        settleFairly(nodes);
    }

    @Test
    @DisplayName("a node that was paused holds nothing of what ran out meanwhile, and gets its share again")
    void wakesLate() {
        assumeThat(isShared()).isTrue();
        List<ShardLeases> nodes = join(3);
        settleFairly(nodes);
        pause(nodes.get(1));
        settleFairly(List.of(nodes.get(0), nodes.get(2)));
        assertThat(nodes.get(1).held(RULE, 16)).isEmpty();
        wake(nodes.get(1));
        settleFairly(nodes);
    }
}
