package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.shop.Database;
import java.util.Locale;

/** One table of docs/performance.md. */
public interface Scenario {
    /** Makes its shop on the database, lets the contenders take turns, and yields what they did. */
    Table measure(Options options, Database database);

    /** The figure that its chart shows. */
    String charted();

    /** The database's name as files have it. */
    default String name(Database database) {
        return database.dialect().name().toLowerCase(Locale.ROOT);
    }
}
