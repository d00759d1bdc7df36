package io.github.ordertimeout.chaos;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The harness's handle of one {@link Node}, over all of its lives. Thread-safe. */
final class NodeProcess {
    private final int number;
    private final String url;
    private final Path directory;
    private final List<String> fixed;
    private final String timeZone;
    private long skewSeconds;
    private int lives;
    private boolean running;
    private @Nullable Process process;

    /** What a life of it is like. */
    record Life(String configuration, String classPath) {}

    NodeProcess(int number, String url, Path directory, int stubs, String zone, String timeZone, long skewSeconds) {
        this.number = number;
        this.url = url;
        this.directory = directory;
        this.fixed = List.of(String.valueOf(stubs), zone);
        this.timeZone = timeZone;
        this.skewSeconds = skewSeconds;
    }

    /** Starts a new life; the one before must have ended. */
    synchronized void start(Life like) {
        lives++;
        File log = directory.resolve("node-" + number + ".log").toFile();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Duser.timezone=" + timeZone,
                "-cp",
                like.classPath(),
                Node.class.getName(),
                url,
                directory.resolve(like.configuration()).toString(),
                fixed.get(0),
                String.valueOf(skewSeconds),
                fixed.get(1)));
        try {
            Process life = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log))
                    .start();
            // One that stands still would not notice that the harness was ended.
            Runtime.getRuntime().addShutdownHook(new Thread(life::destroyForcibly));
            process = life;
            running = false;
            listen(life);
        } catch (IOException e) {
            throw new UncheckedIOException("Node " + number + " cannot be started", e);
        }
    }

    /** Whether the engine of its present life has begun. */
    synchronized boolean isRunning() {
        return running;
    }

    private void listen(Process life) {
        Thread listener = new Thread(
                () -> {
                    try {
                        begun(
                                life,
                                Node.RUNNING.equals(
                                        life.inputReader(StandardCharsets.UTF_8).readLine()));
                    } catch (IOException e) {
                        // It has ended before it ran.
                    }
                },
                "chaos-node-" + number);
        listener.setDaemon(true);
        listener.start();
    }

    private synchronized void begun(Process life, boolean runs) {
        running = runs && life == process;
    }

    /** Kills it and waits for its end. */
    synchronized void kill() {
        if (process == null) {
            return;
        }
        running = false;
        process.destroyForcibly();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("Node " + number + " does not die");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** {@code STOP} or {@code CONT}. */
    synchronized void signal(String name) {
        if (process == null) {
            return;
        }
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("Node " + number + " cannot be sent " + name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sets its clock so far ahead; later lives begin with that. */
    synchronized void skew(long seconds) {
        skewSeconds = seconds;
        if (process == null) {
            return;
        }
        try {
            process.outputWriter(StandardCharsets.UTF_8)
                    .append("skew " + seconds + "\n")
                    .flush();
        } catch (IOException e) {
            // It is dead at the moment: its next life begins with it.
        }
    }

    synchronized int lives() {
        return lives;
    }
}
