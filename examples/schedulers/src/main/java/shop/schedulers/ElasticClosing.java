package shop.schedulers;

import io.github.ordertimeout.OrderTimeoutEngine;
import org.apache.shardingsphere.elasticjob.api.ShardingContext;
import org.apache.shardingsphere.elasticjob.simple.job.SimpleJob;

/** For ElasticJob: each of its sharding items is a shard of the orders. */
public final class ElasticClosing implements SimpleJob {
    private final OrderTimeoutEngine engine;

    /** By an engine that was not started. */
    public ElasticClosing(OrderTimeoutEngine engine) {
        this.engine = engine;
    }

    /** What it throws goes to the job's error handler. */
    @Override
    public void execute(ShardingContext sharding) {
        Passes.sound(engine.runOnce(sharding.getShardingItem(), sharding.getShardingTotalCount()));
    }
}
