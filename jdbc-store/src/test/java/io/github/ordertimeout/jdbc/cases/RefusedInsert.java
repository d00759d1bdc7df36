package io.github.ordertimeout.jdbc.cases;

import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import org.h2.api.Trigger;

/** What a database answers to an INSERT into a table that it cannot take now, raised by a trigger with the server's own codes. */
enum RefusedInsert {
    DISK_FULL("53100", "HY000", 1021, FullDisk.class),
    NO_RIGHT("42501", "42000", 1142, NoRight.class),
    READ_ONLY("25006", "HY000", 1290, ReadOnly.class);

    private final String postgres;
    private final String mariaState;
    private final int mariaCode;
    private final Class<? extends Trigger> h2;

    RefusedInsert(String postgres, String mariaState, int mariaCode, Class<? extends Trigger> h2) {
        this.postgres = postgres;
        this.mariaState = mariaState;
        this.mariaCode = mariaCode;
        this.h2 = h2;
    }

    /** From now on. */
    void begin(TestDatabase db, String table) {
        String trigger = "create trigger refused before insert on " + table + " for each row ";
        switch (db.server()) {
            case H2 -> db.execute(trigger + "call '" + h2.getName() + "'");
            case POSTGRESQL ->
                db.execute(
                        "create or replace function refused() returns trigger language plpgsql as"
                                + " $$ begin raise exception 'refused' using errcode = '" + postgres + "'; end $$",
                        trigger + "execute function refused()");
            default ->
                db.execute(trigger + "signal sqlstate '" + mariaState + "' set mysql_errno = " + mariaCode
                        + ", message_text = 'refused'");
        }
    }

    /** The table takes rows again. */
    static void end(TestDatabase db, String table) {
        db.execute("drop trigger refused" + (db.server() == TestServer.POSTGRESQL ? " on " + table : ""));
    }

    /** Fires with one of H2's codes. */
    abstract static class Raise implements Trigger {
        private final int code;

        Raise(int code) {
            this.code = code;
        }

        @Override
        public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
            throw new SQLException("refused", String.valueOf(code), code);
        }
    }

    /** IO exception. */
    public static final class FullDisk extends Raise {
        /** For H2. */
        public FullDisk() {
            super(90031);
        }
    }

    /** Not enough rights. */
    public static final class NoRight extends Raise {
        /** For H2. */
        public NoRight() {
            super(90096);
        }
    }

    /** The database is read-only. */
    public static final class ReadOnly extends Raise {
        /** For H2. */
        public ReadOnly() {
            super(90097);
        }
    }
}
