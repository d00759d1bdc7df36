package io.github.ordertimeout;

import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.scan.ShardLeases;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shards of one rule that this node works: all of them while the leases cannot be asked, since overlap is safe. */
final class HeldShards {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    private final String rule;
    private final int total;
    private final ShardLeases leases;
    private boolean told;

    HeldShards(String rule, int total, ShardLeases leases) {
        this.rule = rule;
        this.total = total;
        this.leases = leases;
    }

    /** In ascending order. */
    List<Shard> now() {
        return indices().stream().map(index -> new Shard(index, total)).toList();
    }

    /** Whether the rule has one shard only. */
    boolean isWhole() {
        return total == 1;
    }

    boolean holds(Shard shard) {
        return indices().contains(shard.index());
    }

    private Set<Integer> indices() {
        try {
            Set<Integer> held = new TreeSet<>(leases.held(rule, total));
            held.removeIf(index -> index < 0 || index >= total);
            told = false;
            return held;
        } catch (RuntimeException e) {
            if (!told) {
                log.warn("Rule {}: its shard leases cannot be asked, so that this node works all shards.", rule, e);
                told = true;
            }
            return new TreeSet<>(ShardLeases.all().held(rule, total));
        }
    }
}
