package io.github.ordertimeout.benchmarks.shop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a figure depends on and a reader cannot see: server, its settings, the machine and what else it does. */
public final class Surroundings {
    private Surroundings() {}

    /** One line each. */
    public static List<String> lines(Database database) {
        List<String> lines = new ArrayList<>();
        lines.add(server(database));
        lines.add("settings: " + settings(database));
        lines.add("Java " + Runtime.version() + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + (Runtime.getRuntime().maxMemory() >> 20) + " MB heap; load before the run: " + load());
        return lines;
    }

    /** How busy the machine is: one, five and fifteen minutes. */
    public static String load() {
        try {
            return Files.readString(Path.of("/proc/loadavg")).strip().replaceAll(" \\S+ \\S+$", "");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String server(Database database) {
        return switch (database.dialect()) {
            case POSTGRESQL ->
                "PostgreSQL " + database.rows("SHOW server_version").get(0).get(0);
            case MARIADB ->
                "MariaDB " + database.rows("SELECT version()").get(0).get(0);
            case H2 ->
                "H2 " + database.rows("SELECT h2version()").get(0).get(0) + ", "
                        + (database.url().contains(":mem:") ? "in memory" : "in a file: its commit is no fsync");
        };
    }

    private static String settings(Database database) {
        String query =
                switch (database.dialect()) {
                    case POSTGRESQL ->
                        "SELECT name, current_setting(name) FROM pg_settings WHERE name IN ('shared_buffers', 'fsync',"
                                + " 'synchronous_commit', 'max_wal_size', 'autovacuum', 'random_page_cost', 'full_page_writes')"
                                + " ORDER BY name";
                    case MARIADB ->
                        "SELECT lower(variable_name), variable_value FROM information_schema.global_variables WHERE"
                                + " variable_name IN ('innodb_buffer_pool_size', 'innodb_flush_log_at_trx_commit',"
                                + " 'innodb_log_file_size', 'log_bin', 'tx_isolation', 'innodb_flush_method') ORDER BY 1";
                    case H2 ->
                        "SELECT setting_name, setting_value FROM information_schema.settings WHERE setting_name IN"
                                + " ('WRITE_DELAY', 'CACHE_SIZE') ORDER BY 1";
                };
        return database.rows(query).stream()
                .map(row -> row.get(0) + "=" + row.get(1))
                .collect(Collectors.joining(", "));
    }
}
