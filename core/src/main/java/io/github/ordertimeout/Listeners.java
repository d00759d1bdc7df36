package io.github.ordertimeout;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.log.LogContext;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells all listeners; one that throws disturbs neither the others nor the pass. */
final class Listeners implements EngineListener {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    private final List<EngineListener> all;

    Listeners(List<EngineListener> all) {
        this.all = List.copyOf(all);
    }

    @Override
    @SuppressWarnings("try")
    public void onEvent(EngineEvent event) {
        try (LogContext context = about(event)) {
            tell(event);
        }
    }

    private static LogContext about(EngineEvent event) {
        LogContext context = LogContext.rule(event.rule());
        EventOrders.of(event).ifPresent(context::order);
        return context;
    }

    private void tell(EngineEvent event) {
        for (EngineListener listener : all) {
            try {
                listener.onEvent(event);
            } catch (RuntimeException | LinkageError e) {
                log.error(
                        "Listener {} threw at {}; the engine goes on.",
                        listener.getClass().getName(),
                        event,
                        e);
            }
        }
    }
}
