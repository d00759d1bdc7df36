package io.github.ordertimeout.benchmarks.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Contenders that take turns: A B A B …, after one round that counts nothing and warms the compiler up. What disturbs the machine
 * for a while so disturbs all of them.
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
            for (Map.Entry<String, Supplier<Map<String, Double>>> contender : contenders.entrySet()) {
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
