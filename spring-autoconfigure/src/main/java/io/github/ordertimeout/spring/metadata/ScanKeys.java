package io.github.ordertimeout.spring.metadata;

import java.time.Duration;
import java.util.List;

/**
 * Keys of {@code scan} inside a rule, for tools that complete keys; never bound.
 *
 * @param interval The longest sleep between passes. The engine sleeps until the next order runs out, not blindly.
 * @param fullInterval How often a pass starts again from the oldest order.
 * @param precision Sleeps are rounded up to this.
 * @param batchSize Orders of a page; a closing transaction holds at most as many, cut to what takes about 200 ms.
 * @param maxPerPass Closes per pass at most; 0: no limit.
 * @param timeBudget A pass stops cleanly after this.
 * @param shards Parts that the orders are worked in, by the hash of their ids; the same on all nodes.
 * @param fairBy A column that tells the tenants of a rule apart, none of whom shall hold up the others.
 * @param cron When passes begin, instead of whenever an order runs out: five fields, or six with seconds first.
 * @param quiet Windows in which nothing is closed, such as 22:00-06:00 or SAT 00:00-24:00.
 * @param zone Whose clocks cron and quiet mean; the rule's time-zone by default.
 */
record ScanKeys(
        Duration interval,
        Duration fullInterval,
        Duration precision,
        Integer batchSize,
        Integer maxPerPass,
        Duration timeBudget,
        Integer shards,
        String fairBy,
        String cron,
        List<String> quiet,
        String zone) {}
