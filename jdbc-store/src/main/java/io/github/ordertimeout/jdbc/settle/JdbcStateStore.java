package io.github.ordertimeout.jdbc.settle;

import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.store.StateStore;
import java.time.Instant;
import java.util.Optional;

/** What all nodes remember, in the library's own table. */
public final class JdbcStateStore implements StateStore {
    private final Database database;
    private final String table;

    /** In the table with that prefix. */
    public JdbcStateStore(Database database, OwnTables tables) {
        this.database = database;
        this.table = tables.state();
    }

    @Override
    public Optional<String> get(String name) {
        Sql query = Sql.text("SELECT content FROM " + table + " WHERE name = ").then(Bound.text(name));
        return database.read(session -> session.first(query, row -> row.getString(1)));
    }

    @Override
    public void put(String name, String content) {
        Instant now = database.now();
        Sql update = Sql.text("UPDATE " + table + " SET content = ")
                .then(Bound.text(content))
                .then(", updated_at = ")
                .then(database.dialect().instant(now))
                .then(" WHERE name = ")
                .then(Bound.text(name));
        Sql insert = Sql.text("INSERT INTO " + table + " (name, content, updated_at) VALUES (")
                .then(Bound.text(name))
                .then(", ")
                .then(Bound.text(content))
                .then(", ")
                .then(database.dialect().instant(now))
                .then(")");
        database.inShortTransaction(transaction -> {
            Session session = transaction.unwrap(Session.class);
            return session.update(update) > 0 || session.update(insert) > 0;
        });
    }

    @Override
    public boolean remove(String name) {
        Sql delete = Sql.text("DELETE FROM " + table + " WHERE name = ").then(Bound.text(name));
        return database.inShortTransaction(
                        transaction -> transaction.unwrap(Session.class).update(delete))
                == 1;
    }
}
