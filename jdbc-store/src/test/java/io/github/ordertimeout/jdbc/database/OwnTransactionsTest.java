package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.testkit.contract.TransactionsContract;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** Our own transactions keep the contract on every database. */
@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class OwnTransactionsTest extends TransactionsContract {
    @Parameter
    TestDatabase db;

    private Transactions transactions;

    @BeforeEach
    void table() {
        db.execute("CREATE TABLE texts (text_value varchar(40))");
        transactions = db.database().transactions();
    }

    @Override
    protected Transactions transactions() {
        return transactions;
    }

    @Override
    protected void write(TransactionContext transaction, String text) {
        transaction.unwrap(Session.class).update(Sql.text("INSERT INTO texts VALUES ('" + text + "')"));
    }

    @Override
    protected List<String> committed() {
        return db.column("SELECT text_value FROM texts");
    }

    @Override
    protected Class<?> resource() {
        return Connection.class;
    }
}
