package io.github.ordertimeout.cluster.shedlock;

import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.testkit.contract.ShardLeasesContract;
import java.util.ArrayList;
import java.util.List;

/** The contract of nodes that renew when the test says so: one that is paused is not told to. */
abstract class RenewedByTest extends ShardLeasesContract {
    final List<ShedLockShardLeases> running = new ArrayList<>();

    /** A node that renews by hand, not yet among those that do. */
    abstract ShedLockShardLeases node();

    @Override
    protected ShedLockShardLeases join() {
        ShedLockShardLeases node = node();
        running.add(node);
        return node;
    }

    @Override
    protected void leave(ShardLeases node) {
        running.remove(node);
        ((ShedLockShardLeases) node).close();
    }

    @Override
    protected void pause(ShardLeases node) {
        running.remove(node);
    }

    @Override
    protected void wake(ShardLeases node) {
        running.add((ShedLockShardLeases) node);
    }
}
