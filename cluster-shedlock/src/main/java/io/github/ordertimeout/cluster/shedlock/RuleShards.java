package io.github.ordertimeout.cluster.shedlock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The shards of one rule that this node has locked. Changed by one thread at a time, read by any. */
final class RuleShards {
    private final Locks locks;
    private final String rule;
    private final int total;
    private final Map<Integer, Lock> held = new ConcurrentSkipListMap<>();

    RuleShards(Locks locks, String rule, int total) {
        this.locks = locks;
        this.rule = rule;
        this.total = total;
    }

    /** What is held now: a lease that has ended meanwhile, of a process that was paused, is not. */
    Set<Integer> now() {
        return held.entrySet().stream()
                .filter(entry -> entry.getValue().isHeld())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Extends what is held, gives back what is above the fair share, takes what is free below it. */
    void renew(Optional<Membership.Place> among) {
        Optional<Membership.Place> place = among.map(mine -> mine.inOrderOf(rule));
        for (Integer shard : List.copyOf(held.keySet())) {
            Lock lock = held.get(shard);
            Optional<Lock> extended = lock == null ? Optional.empty() : lock.extended();
            extended.ifPresentOrElse(again -> held.put(shard, again), () -> held.remove(shard));
        }
        int share = place.map(mine -> mine.share(total)).orElse(0);
        List<Integer> wanted = inOrder(place);
        for (int i = wanted.size() - 1; i >= 0 && held.size() > share; i--) {
            giveBack(wanted.get(i));
        }
        for (int i = 0; i < wanted.size() && held.size() < share; i++) {
            Integer shard = wanted.get(i);
            if (!held.containsKey(shard)) {
                locks.take(name(shard)).ifPresent(lock -> held.put(shard, lock));
            }
        }
    }

    void leave() {
        List.copyOf(held.keySet()).forEach(this::giveBack);
    }

    /** Each node first wants others than the rest do, so that they seldom ask for the same. */
    private List<Integer> inOrder(Optional<Membership.Place> place) {
        List<Integer> shards = new ArrayList<>(IntStream.range(0, total).boxed().toList());
        place.ifPresent(mine -> shards.sort(
                Comparator.comparing(shard -> Math.floorMod(shard % mine.nodes() - mine.index(), mine.nodes()))));
        return shards;
    }

    private void giveBack(Integer shard) {
        Lock lock = held.remove(shard);
        if (lock != null) {
            lock.giveBack();
        }
    }

    private String name(int shard) {
        return rule + ":" + total + ":" + shard;
    }
}
