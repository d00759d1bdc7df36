package io.github.ordertimeout.jdbc.schema;

import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.sql.Sql;

/** Makes the tables that are missing. */
public final class TableCreator {
    private final Database database;
    private final OwnTables tables;

    /** For these tables. */
    public TableCreator(Database database, OwnTables tables) {
        this.database = database;
        this.tables = tables;
    }

    /**
     * Makes what is missing, one statement at a time; another node may be doing the same. Where all is there nothing runs, since
     * even IF NOT EXISTS asks for the right to create.
     */
    public void create() {
        if (new TableCheck(database, tables).faults().isEmpty()) {
            return;
        }
        for (String statement : Ddl.statements(database.dialect(), tables)) {
            try {
                database.read(session -> session.update(Sql.text(statement)));
            } catch (RuntimeException e) {
                if (!AlreadyThere.says(e)) {
                    throw e;
                }
            }
        }
    }
}
