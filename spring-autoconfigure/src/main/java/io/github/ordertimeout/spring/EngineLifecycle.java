package io.github.ordertimeout.spring;

import io.github.ordertimeout.OrderTimeoutEngine;
import java.time.Duration;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Starts the engine once the context is ready, in the last phase, and ends its passes before anything else ends: executors of the
 * application take no more work from the context's closing on, before any phase is stopped. Waits for what is under way within the
 * time that Boot gives each phase.
 */
final class EngineLifecycle
        implements SmartLifecycle, DisposableBean, ApplicationListener<ContextClosedEvent>, Ordered {
    private static final String LIMIT = "spring.lifecycle.timeout-per-shutdown-phase";
    private static final Duration BOOTS_DEFAULT = Duration.ofSeconds(30);

    private final OrderTimeoutEngine engine;
    private final ApplicationContext context;
    private final Duration limit;
    private volatile boolean running;

    EngineLifecycle(OrderTimeoutEngine engine, ApplicationContext context) {
        this.engine = engine;
        this.context = context;
        this.limit = limit(context.getEnvironment());
    }

    private static Duration limit(Environment environment) {
        return Binder.get(environment).bind(LIMIT, Duration.class).orElse(BOOTS_DEFAULT);
    }

    @Override
    public void start() {
        engine.start();
        running = true;
    }

    @Override
    public void stop() {
        if (running) {
            engine.stop(limit);
            running = false;
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext() == context) {
            stop();
        }
    }

    /** What is still under way was waited for; it is rolled back when the data source goes. */
    @Override
    public void destroy() {
        engine.close(Duration.ZERO);
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
