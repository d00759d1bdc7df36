package io.github.ordertimeout.benchmarks.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Contenders that take turns: A B A B …, after one round that counts nothing and warms the compiler up. What disturbs the machine
 * for a while so disturbs all of them. Each round begins with another one: what a turn leaves behind is not always left to the same.
 */
public final class Rounds {
    private final Map<String, Supplier<Map<String, Double>>> contenders = new LinkedHashMap<>();
    private final int rounds;
    private final int warmUps;

    /** So many rounds that count. */
    public Rounds(int rounds, int warmUps) {
        this.rounds = rounds;
        this.warmUps = warmUps;
    }

    /** A contender, whose every turn yields its figures by name. */
    public Rounds with(String name, Supplier<Map<String, Double>> turn) {
        contenders.put(name, turn);
        return this;
    }

    /** Lets them take turns; figures by contender and name. */
    public Results run() {
        Results results = new Results();
        for (int round = 1 - warmUps; round <= rounds; round++) {
            List<Map.Entry<String, Supplier<Map<String, Double>>>> turns = new ArrayList<>(contenders.entrySet());
            Collections.rotate(turns, -Math.floorMod(round - 1, turns.size()));
            for (Map.Entry<String, Supplier<Map<String, Double>>> contender : turns) {
                Map<String, Double> figures = contender.getValue().get();
                System.err.println(
                        (round < 1 ? "warm-up" : "round " + round) + ": " + contender.getKey() + " " + figures);
                if (round >= 1) {
                    results.add(contender.getKey(), figures);
                }
            }
        }
        return results;
    }
}
