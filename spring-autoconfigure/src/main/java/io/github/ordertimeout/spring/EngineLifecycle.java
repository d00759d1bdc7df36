package io.github.ordertimeout.spring;

import io.github.ordertimeout.OrderTimeoutEngine;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the engine once the context is ready, after everything else that has a phase, and stops it before all of that: no pass
 * is under way any more when web server, executors and data source go.
 */
final class EngineLifecycle implements SmartLifecycle {
    private final OrderTimeoutEngine engine;
    private volatile boolean running;

    EngineLifecycle(OrderTimeoutEngine engine) {
        this.engine = engine;
    }

    @Override
    public void start() {
        engine.start();
        running = true;
    }

    @Override
    public void stop() {
        engine.close();
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
