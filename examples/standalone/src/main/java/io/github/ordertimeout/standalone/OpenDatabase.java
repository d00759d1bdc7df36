package io.github.ordertimeout.standalone;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.TableSettings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.standalone.database.CannotStartException;
import io.github.ordertimeout.standalone.database.ConnectionPool;
import io.github.ordertimeout.standalone.database.JdbcTarget;
import java.util.function.Supplier;

/** One database, reached: a pool of connections and a store on it. */
record OpenDatabase(ConnectionPool pool, JdbcOrderStore store) implements AutoCloseable {
    /**
     * Connects.
     *
     * @throws CannotStartException if it cannot be reached
     */
    static OpenDatabase open(JdbcTarget target, int connections, TableSettings tables, boolean readOnly) {
        ConnectionPool pool = ConnectionPool.open(target, connections);
        try {
            return new OpenDatabase(
                    pool,
                    orRefuse(
                            target,
                            () -> JdbcOrderStore.builder()
                                    .dataSource(pool.dataSource())
                                    .tables(tables)
                                    .readOnly(readOnly)
                                    .build()));
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /** What fails before anything is done is the configuration's or the database's fault, not the run's. */
    static <T> T orRefuse(JdbcTarget target, Supplier<T> start) {
        try {
            return start.get();
        } catch (ConfigurationException | CannotStartException e) {
            throw e;
        } catch (RuntimeException e) {
            throw DatabaseWords.of(e)
                    .map(words -> new CannotStartException(target + " refuses: " + target.masked(words), e))
                    .map(RuntimeException.class::cast)
                    .orElse(e);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
