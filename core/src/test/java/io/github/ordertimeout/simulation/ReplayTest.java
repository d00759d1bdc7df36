package io.github.ordertimeout.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReplayTest {

    @Test
    @DisplayName("a seed gives the same run, step for step")
    void sameSteps() {
        try (Seeds seeds = new Seeds(World.Stores.REAL)) {
            for (long seed = 1; seed <= 40; seed++) {
                Plan plan = PlanMaker.of(seed);
                List<String> first = seeds.simulation().run(plan, true).trace();
                assertThat(first).hasSizeGreaterThan(10);
                assertThat(seeds.simulation().run(plan, true).trace()).isEqualTo(first);
            }
        }
    }

    @Test
    @DisplayName("after every run, a failed one too, each of its threads is free again")
    @SuppressWarnings("try") // Seeds keeps the log quiet
    void noThreadIsLeftBehind() {
        ThreadPoolExecutor threads = (ThreadPoolExecutor) Executors.newCachedThreadPool();
        try (Seeds quiet = new Seeds(World.Stores.REAL)) {
            for (World.Stores stores : List.of(World.Stores.REAL, SketchStore.with(DeliberateBug.SCAN_TRUSTED))) {
                for (long seed = 1; seed <= 20; seed++) {
                    new Simulation(threads, stores).run(PlanMaker.of(seed));
                }
            }
        } finally {
            threads.shutdown();
        }
        await(threads);
        assertThat(threads.getActiveCount()).isZero();
    }

    private static void await(ThreadPoolExecutor threads) {
        try {
            assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("a failing run is told with its seed, few actions and every step of them")
    void shrunk() {
        try (Seeds seeds = new Seeds(SketchStore.with(DeliberateBug.DUE_NOT_LOCKED))) {
            Seeds.Summary summary = seeds.run(1, 2000);
            long seed = summary.failing().orElseThrow();
            Plan whole = PlanMaker.of(seed);
            Plan small = Shrinker.shrink(seeds.simulation(), whole);
            assertThat(small.actions()).hasSizeLessThanOrEqualTo(whole.actions().size() / 5);
            assertThat(summary.failure())
                    .hasValueSatisfying(story ->
                            assertThat(story).contains("-Dsimulation.seed=" + seed, "Shrunk from", "lock orders"));
        }
    }
}
