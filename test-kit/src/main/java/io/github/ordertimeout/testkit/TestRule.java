package io.github.ordertimeout.testkit;

import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.config.SettingsParser;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A rule for a test, in the configuration's own words. Immutable.
 *
 * <p>It starts as rule {@code unpaid} of a table {@code orders} with {@code id}, {@code number}, {@code status} ({@code open},
 * {@code paid}, {@code closed}) and a time of creation {@code created_at}, a deadline {@code due_at} or both; zone-less times
 * are UTC and batches are closed one after the other. {@link #with} says otherwise.
 */
public final class TestRule {
    private static final String NAME = "unpaid";

    private final Map<String, String> keys;
    private final int timeouts;

    private TestRule(Map<String, String> keys, int timeouts) {
        this.keys = keys;
        this.timeouts = timeouts;
    }

    /** Orders run out so long after they were made: {@code 30m}, {@code never}. */
    public static TestRule created(String timeout) {
        return plain().with("created-column", "created_at").with("timeout", timeout);
    }

    /** Orders run out at their own deadline. */
    public static TestRule due() {
        return plain().with("due-column", "due_at");
    }

    /** Orders run out at their own deadline, those without one so long after they were made. */
    public static TestRule dueOrCreated(String timeout) {
        return created(timeout).with("due-column", "due_at");
    }

    private static TestRule plain() {
        return new TestRule(new LinkedHashMap<>(), 0)
                .with("table", "orders")
                .with("id-column", "id")
                .with("number-column", "number")
                .with("status-column", "status")
                .with("open-status", "open")
                .with("paid-status", "paid")
                .with("closed-status", "closed")
                .with("time-zone", "UTC")
                .with("close.threads", "1");
    }

    /** The rule with that key set as the configuration would: {@code with("where.kind", "not 7")}. */
    public TestRule with(String key, String value) {
        Map<String, String> changed = new LinkedHashMap<>(keys);
        changed.put(key, value);
        return new TestRule(changed, timeouts);
    }

    /** The rule with one more entry of {@code timeouts-by}: another timeout for orders whose column meets that condition. */
    public TestRule timeoutFor(String column, String condition, String timeout) {
        String entry = "timeouts-by[" + timeouts + "].";
        TestRule changed = with(entry + "where." + column, condition).with(entry + "timeout", timeout);
        return new TestRule(changed.keys, timeouts + 1);
    }

    /**
     * The rule as the engine reads it.
     *
     * @throws io.github.ordertimeout.config.ConfigurationException with every fault
     */
    public Rule rule() {
        return settings().rules().values().iterator().next();
    }

    /** A whole configuration with this rule alone. */
    public Settings settings() {
        Map<String, String> properties = new LinkedHashMap<>();
        keys.forEach((key, value) -> properties.put("rules." + NAME + "." + key, value));
        return SettingsParser.parse(ConfigSources.tree(properties));
    }

    @Override
    public String toString() {
        return NAME + " " + keys;
    }
}
