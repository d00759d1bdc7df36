package io.github.ordertimeout.jdbc.testdb;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.Map;
import org.slf4j.LoggerFactory;

/** Drivers, pools and embedded servers retell each error, and tests provoke many. */
final class QuietLoggers {
    private static final Map<String, Level> LEVELS = Map.of(
            "org.mariadb.jdbc", Level.ERROR,
            "com.zaxxer.hikari", Level.ERROR,
            "ch.vorburger", Level.OFF,
            "io.zonky", Level.ERROR);

    private QuietLoggers() {}

    static void silence() {
        LEVELS.forEach((name, level) -> ((Logger) LoggerFactory.getLogger(name)).setLevel(level));
    }

    static void onlyWarnings() {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    }
}
