package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one engine. It hears the engine's events, so it is given to the engine's builder as a listener before it is bound:
 *
 * <pre>{@code
 * EngineMeters meters = new EngineMeters("archive", () -> engine);
 * engine = OrderTimeoutEngine.builder().….listener(meters).build();
 * meters.bindTo(registry);
 * }</pre>
 *
 * <p>Every meter is there, with zero, from the moment it is bound. Gauges tell what the passes left behind: nothing is asked of
 * the database when they are read. Engines of one registry need different names. Thread-safe.
 */
public final class EngineMeters implements MeterBinder, EngineListener {
    private final String name;
    private final Supplier<@Nullable OrderTimeoutEngine> engine;
    private final List<BoundMeters> bound = new CopyOnWriteArrayList<>();

    /**
     * Takes the engine's name, the tag {@code engine} of each meter.
     *
     * @param engine asked when a registry is bound; null: there is nothing to bind
     */
    public EngineMeters(String name, Supplier<@Nullable OrderTimeoutEngine> engine) {
        this.name = name;
        this.engine = engine;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        OrderTimeoutEngine shown = engine.get();
        if (shown != null) {
            Tags tags = Tags.of("engine", name);
            EngineGauges.register(registry, tags, shown);
            bound.add(new BoundMeters(registry, tags, shown.status().rules()));
        }
    }

    @Override
    public void onEvent(EngineEvent event) {
        bound.forEach(meters -> meters.count(event));
    }
}
