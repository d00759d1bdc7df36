package io.github.ordertimeout.chaos;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node in a process of its own: runs the engine until it is killed, or until its standard input ends with the harness. It is
 * told there {@code skew SECONDS}.
 */
final class Node {
    /** Written to the standard output once the engine runs. */
    static final String RUNNING = "running";

    private static final Logger log = LoggerFactory.getLogger(Node.class);

    private Node() {}

    /** Takes the database's URL, the configuration's file, the port of the stubs, seconds that its clock is ahead, and the zone. */
    public static void main(String[] arguments) throws InterruptedException {
        PrintStream parent = System.out;
        // The log goes where the parent does not read.
        System.setOut(System.err);
        TestDatabase.silenceLoggers();
        ChaosZone.register(arguments[4]);
        SkewedTime time = new SkewedTime();
        time.ahead(Duration.ofSeconds(Long.parseLong(arguments[3])));
        Thread obeying = new Thread(() -> obey(time), "chaos-orders");
        obeying.start();
        HikariDataSource pool = Engines.pool(arguments[0], 10);
        OrderTimeoutEngine engine = build(pool, Path.of(arguments[1]), Integer.parseInt(arguments[2]), time);
        engine.start();
        parent.println(RUNNING);
        obeying.join();
    }

    /** As often as whoever supervises a node would start it again. */
    private static OrderTimeoutEngine build(HikariDataSource pool, Path configuration, int stubs, SkewedTime time)
            throws InterruptedException {
        while (true) {
            try {
                return Engines.buildNode(pool, configuration, stubs, time);
            } catch (RuntimeException e) {
                log.warn("The engine cannot be built now: {}", e.getMessage());
                TimeUnit.MILLISECONDS.sleep(300);
            }
        }
    }

    /** Until the harness is gone: nobody looks at what this node would still do. */
    private static void obey(SkewedTime time) {
        try {
            BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                if (line.startsWith("skew ")) {
                    time.ahead(Duration.ofSeconds(Long.parseLong(line.substring(5))));
                }
            }
        } catch (IOException e) {
            log.warn("The harness cannot be heard any more: {}", e.getMessage());
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }
}
