package io.github.ordertimeout.benchmarks.micro;

import io.github.ordertimeout.check.CheckContext;
import io.github.ordertimeout.check.Checks;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The verdict on one overdue order, with so many policies of the shop's own that hold nothing back. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class VerdictBenchmark {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final ClosePolicy POLICY =
            (order, context) -> order.status().equals("9") ? Verdict.skip("group-buy") : Verdict.close();

    /** How many policies. */
    @Param({"0", "3"})
    public int policies = 3;

    private final OrderSnapshot order = new OrderSnapshot(
            new OrderKey("bench_order", "42"),
            Optional.of("N42"),
            "0",
            Optional.of(NOW.minusSeconds(3_600)),
            Optional.of(NOW.minusSeconds(60)),
            Optional.of(NOW.minusSeconds(60)),
            false,
            Map.of());
    private final CheckContext context = new CheckContext("unpaid", NOW);

    /** Judges it. */
    @Benchmark
    public Verdict judge(Policies of) {
        return of.checks.judge(order, context);
    }

    /** The rule's checks. */
    @State(Scope.Benchmark)
    public static class Policies {
        private Checks checks = new Checks(List.of());

        /** Takes as many as asked for. */
        @Setup
        public void make(VerdictBenchmark benchmark) {
            checks = new Checks(Collections.nCopies(benchmark.policies, POLICY));
        }
    }
}
