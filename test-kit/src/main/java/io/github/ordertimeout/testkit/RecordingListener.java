package io.github.ordertimeout.testkit;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** Keeps every event for a test to look at. Thread-safe; never makes the engine wait. */
public final class RecordingListener implements EngineListener {
    private final Queue<EngineEvent> events = new ConcurrentLinkedQueue<>();

    @Override
    public void onEvent(EngineEvent event) {
        events.add(event);
    }

    /** Everything so far, in the order told. */
    public List<EngineEvent> events() {
        return List.copyOf(events);
    }

    /** Everything of that kind so far: {@code events(EngineEvent.LostRace.class)}. */
    public <T extends EngineEvent> List<T> events(Class<T> type) {
        return of(type).toList();
    }

    /** The ids of the orders closed so far, in the order told; twice where one was told twice. */
    public List<String> closedIds() {
        return of(EngineEvent.OrderClosed.class)
                .map(closed -> closed.order().order().id())
                .toList();
    }

    /** Forgets what was told so far. */
    public void clear() {
        events.clear();
    }

    private <T extends EngineEvent> Stream<T> of(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }

    @Override
    public String toString() {
        return "RecordingListener " + events;
    }
}
