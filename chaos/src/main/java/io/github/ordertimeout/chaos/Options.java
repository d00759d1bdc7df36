package io.github.ordertimeout.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * What the command line says.
 *
 * @param url a database that was given; empty: a server of the run's own
 * @param product which one that is to be, where there is no URL
 * @param out where journals, the nodes' logs and the table go
 * @param oldClassPath another version of the library; empty: no rolling update
 */
record Options(String url, Product product, List<Long> seeds, Scale scale, Path out, String oldClassPath) {
    static final String USAGE = """
            chaos [--url JDBC-URL | --database postgresql|mariadb] [--seeds 1..20] [--minutes 10] [--nodes 3]
                  [--rate ORDERS-PER-SECOND] [--out DIRECTORY] [--old-classpath CLASS-PATH] [--leases none|shedlock]

            Without --url a server is started, which can be stopped and set read-only as well; with it the user must be
            able to create a schema (PostgreSQL) or a database (MariaDB) and triggers. --old-classpath: jars or classes of an
            older build of core and jdbc-store, which one node runs on during rolling updates.""";

    private static final List<String> KNOWN =
            List.of("url", "database", "seeds", "minutes", "nodes", "rate", "out", "old-classpath", "leases");

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException naming the option or value that is none
     */
    static Options parse(String... arguments) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
            if (!KNOWN.contains(name)) {
                throw new IllegalArgumentException(
                        "No option " + arguments[i] + "; there are --" + String.join(", --", KNOWN));
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value");
            }
            values.put(name, arguments[i + 1]);
        }
        String leases = values.getOrDefault("leases", "none");
        if (!List.of("none", "shedlock").contains(leases)) {
            throw new IllegalArgumentException("--leases " + leases + " is not supported; none and shedlock are");
        }
        if (leases.equals("shedlock") && values.containsKey("old-classpath")) {
            throw new IllegalArgumentException("--leases shedlock needs shards, which an older version may not know;"
                    + " leave --old-classpath out");
        }
        String url = values.getOrDefault("url", "");
        return new Options(
                url,
                url.isEmpty()
                        ? Product.valueOf(
                                values.getOrDefault("database", "postgresql").toUpperCase(Locale.ROOT))
                        : Product.of(url),
                seeds(values.getOrDefault("seeds", "1")),
                Scale.of(
                        Duration.ofSeconds(Math.round(Double.parseDouble(values.getOrDefault("minutes", "10")) * 60)),
                        Integer.parseInt(values.getOrDefault("nodes", "3")),
                        Double.parseDouble(values.getOrDefault("rate", "10")),
                        leases.equals("shedlock")),
                Path.of(values.getOrDefault("out", "target/chaos")),
                values.getOrDefault("old-classpath", ""));
    }

    private static List<Long> seeds(String text) {
        String[] ends = text.split("\\.\\.", -1);
        long first = Long.parseLong(ends[0]);
        long last = ends.length == 1 ? first : Long.parseLong(ends[1]);
        return LongStream.rangeClosed(first, last).boxed().toList();
    }
}
