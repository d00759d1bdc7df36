package io.github.ordertimeout.spring.beans;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import org.springframework.context.ApplicationEventPublisher;

/** Publishes every event to the application: {@code @EventListener void on(EngineEvent.OrderClosed closed)}. */
final class SpringEvents implements EngineListener {
    private final ApplicationEventPublisher publisher;

    SpringEvents(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public void onEvent(EngineEvent event) {
        publisher.publishEvent(event);
    }
}
