package io.github.ordertimeout.testkit.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source that writes down every statement, commit and rollback of its connections, and fails where a test says so.
 *
 * <pre>{@code
 * FaultyDataSource faulty = new FaultyDataSource(dataSource);
 * faulty.inject(Fault.after(DatabaseCall::isCommit).losingConnection().once());
 * }</pre>
 *
 * <p>What autocommit commits is no call of its own. Thread-safe.
 */
public final class FaultyDataSource implements DataSource {
    private final DataSource sound;
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final List<DatabaseCall> calls = new ArrayList<>();

    /** Over that data source, without a fault yet. */
    public FaultyDataSource(DataSource sound) {
        this.sound = sound;
    }

    /** From now on this goes wrong too. */
    public FaultyDataSource inject(Fault fault) {
        faults.add(fault);
        return this;
    }

    /** From now on nothing goes wrong; connections that are lost stay so. */
    public void heal() {
        faults.clear();
    }

    /** Every call since the record was last cleared, in the order begun, those that failed among them. */
    public List<DatabaseCall> calls() {
        synchronized (calls) {
            return List.copyOf(calls);
        }
    }

    /** How many of the calls are such. */
    public long count(Predicate<DatabaseCall> which) {
        return calls().stream().filter(which).count();
    }

    /** Clears the record: the next call is number 1 again. */
    public void clear() {
        take();
    }

    /** Every call since the record was last cleared, and clears it. */
    public List<DatabaseCall> take() {
        synchronized (calls) {
            List<DatabaseCall> taken = List.copyOf(calls);
            calls.clear();
            return taken;
        }
    }

    DatabaseCall begun(DatabaseCall.Kind kind, String sql, boolean prepared) {
        synchronized (calls) {
            DatabaseCall call = new DatabaseCall(calls.size() + 1, kind, sql, prepared);
            calls.add(call);
            return call;
        }
    }

    List<Fault> faults() {
        return faults;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return WatchedCalls.of(sound.getConnection(), this);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return WatchedCalls.of(sound.getConnection(user, password), this);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return sound.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter writer) throws SQLException {
        sound.setLogWriter(writer);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        sound.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return sound.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return sound.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this) ? type.cast(this) : sound.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || sound.isWrapperFor(type);
    }
}
