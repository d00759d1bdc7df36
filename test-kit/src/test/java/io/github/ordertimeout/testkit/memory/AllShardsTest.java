package io.github.ordertimeout.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.testkit.contract.ShardLeasesContract;
import java.util.function.BooleanSupplier;

/** Without coordination each node works all shards. */
class AllShardsTest extends ShardLeasesContract {
    @Override
    protected ShardLeases join() {
        return ShardLeases.all();
    }

    @Override
    protected void leave(ShardLeases node) {}

    @Override
    protected void pause(ShardLeases node) {}

    @Override
    protected void wake(ShardLeases node) {}

    @Override
    protected void settle(BooleanSupplier condition) {
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @Override
    protected boolean isShared() {
        return false;
    }
}
