package io.github.ordertimeout.jdbc;

import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.schema.Ddl;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.schema.TableCheck;
import io.github.ordertimeout.jdbc.schema.TableCreator;
import java.util.List;

/** The library's own tables, which lie in the same database as the orders. */
public final class Schema {
    private Schema() {}

    /**
     * The DDL, as plain SQL.
     *
     * @param dialect {@code postgresql}, {@code mariadb}, {@code mysql} or {@code h2}
     * @param prefix what the tables' names start with, for example {@code order_timeout_}
     */
    public static String ddl(String dialect, String prefix) {
        return Ddl.script(Dialect.named(dialect), new OwnTables(prefix));
    }

    /** One sentence per own table that is missing or wrong, with the remedy; empty where all is well. */
    public static List<String> faults(Database database, String prefix) {
        return new TableCheck(database, new OwnTables(prefix)).faults();
    }

    /** Makes the own tables that are missing; tolerates another node doing the same at the same moment. */
    public static void create(Database database, String prefix) {
        new TableCreator(database, new OwnTables(prefix)).create();
    }
}
