package io.github.ordertimeout;

import java.time.Duration;
import java.util.function.Consumer;

/** Does what the engine's own loops do, one step at a time and on the caller's thread. */
public final class EnginePasses {
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final RuleRunner runner;
    private final OrderTimeoutEngine engine;

    public EnginePasses(OrderTimeoutEngine engine, String rule) {
        this.runner = engine.runner(rule);
        this.engine = engine;
    }

    /** Works off the compensation rows that are due. */
    public void compensate() {
        engine.compensate();
    }

    /** The pass that is due and how long the loop would sleep after it; what it throws is told and swallowed. */
    public Duration loop(Consumer<RuleReport> reports) {
        try {
            reports.accept(runner.next());
            return runner.untilNext();
        } catch (RuntimeException e) {
            runner.broken(e);
            return AFTER_FAILURE;
        }
    }
}
