package io.github.ordertimeout.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * What the log lines of this thread are about, as entries of slf4j's MDC: {@value #RULE}, {@value #PASS} and {@value #ORDER}.
 * They are there while the engine works and while it calls the user's code; closing puts back what stood there before, so that a
 * thread that was lent keeps its own values.
 *
 * <pre>{@code
 * try (LogContext context = LogContext.rule("unpaid").order("oms_order/42")) { … }
 * }</pre>
 *
 * <p>Used by one thread, which also closes it.
 */
public final class LogContext implements AutoCloseable {
    /** The rule's name. */
    public static final String RULE = "orderTimeout.rule";

    /** The pass: its kind and its number on this node. */
    public static final String PASS = "orderTimeout.pass";

    /** The order: source and id. */
    public static final String ORDER = "orderTimeout.order";

    private record Entry(String key, @Nullable String before) {}

    private final List<Entry> before = new ArrayList<>(2);

    private LogContext() {}

    /** From now on this thread works for that rule. */
    public static LogContext rule(String name) {
        return new LogContext().with(RULE, name);
    }

    /** From now on this thread works on that order, of whatever rule. */
    public static LogContext ofOrder(Object key) {
        return new LogContext().order(key);
    }

    /** And in that pass. */
    public LogContext pass(String pass) {
        return with(PASS, pass);
    }

    /** And on that order. */
    public LogContext order(Object key) {
        return with(ORDER, key.toString());
    }

    private LogContext with(String key, String value) {
        String found = MDC.get(key);
        if (!value.equals(found)) {
            before.add(new Entry(key, found));
            MDC.put(key, value);
        }
        return this;
    }

    /** The same work with what this thread's lines are about now, wherever it runs; that thread's own values are put back. */
    public static Runnable carriedBy(Runnable work) {
        Map<String, String> carried = MDC.getCopyOfContextMap();
        return carried == null || carried.isEmpty()
                ? work
                : () -> {
                    Map<String, String> own = MDC.getCopyOfContextMap();
                    MDC.setContextMap(carried);
                    try {
                        work.run();
                    } finally {
                        if (own == null) {
                            MDC.clear();
                        } else {
                            MDC.setContextMap(own);
                        }
                    }
                };
    }

    @Override
    public void close() {
        for (int i = before.size() - 1; i >= 0; i--) {
            Entry entry = before.get(i);
            if (entry.before() == null) {
                MDC.remove(entry.key());
            } else {
                MDC.put(entry.key(), entry.before());
            }
        }
        before.clear();
    }
}
