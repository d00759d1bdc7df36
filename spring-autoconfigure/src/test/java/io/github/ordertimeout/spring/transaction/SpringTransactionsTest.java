package io.github.ordertimeout.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.spring.TestShop;
import io.github.ordertimeout.testkit.contract.TransactionsContract;
import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

class SpringTransactionsTest extends TransactionsContract {
    private final DataSource dataSource = new DriverManagerDataSource(TestShop.url());
    private final DataSourceTransactionManager manager = new DataSourceTransactionManager(dataSource);
    private final Transactions transactions =
            SpringTransactions.of(manager, dataSource, TransactionDefinition.ISOLATION_READ_COMMITTED);

    @Override
    protected Transactions transactions() {
        return transactions;
    }

    @Override
    protected void write(TransactionContext transaction, String text) {
        new JdbcTemplate(new SingleConnectionDataSource(transaction.unwrap(Connection.class), true))
                .update("INSERT INTO notes(text) VALUES (?)", text);
    }

    @Override
    protected List<String> committed() {
        return new JdbcTemplate(new DriverManagerDataSource(((DriverManagerDataSource) dataSource).getUrl()))
                .queryForList("SELECT text FROM notes", String.class);
    }

    @Override
    protected Class<?> resource() {
        return Connection.class;
    }

    @Test
    @DisplayName("the transaction of a caller is known, and only while there is one")
    void current() {
        assertThat(transactions.current()).isEmpty();
        new TransactionTemplate(manager)
                .executeWithoutResult(
                        status -> assertThat(transactions.current()).isPresent());
        assertThat(transactions.current()).isEmpty();
    }

    @Test
    @DisplayName("a manager of another data source is refused at once")
    void otherDataSource() {
        DataSource other = new DriverManagerDataSource(TestShop.url());
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SpringTransactions.of(manager, other, TransactionDefinition.ISOLATION_DEFAULT))
                .withMessageContaining("order-timeout.transaction-manager");
    }

    @Test
    @DisplayName("a commit without an answer may have taken effect; one that the server refuses has not")
    void commitFails() {
        for (String state : new String[] {"08006", "40001"}) {
            SQLException failure = new SQLException("at commit", state);
            DataSourceTransactionManager broken = new DataSourceTransactionManager(dataSource) {
                private static final long serialVersionUID = 1L;
                private boolean probed;

                @Override
                protected void doCommit(DefaultTransactionStatus status) {
                    if (probed) {
                        throw new TransactionSystemException("no commit", failure);
                    }
                    probed = true;
                    super.doCommit(status);
                }
            };
            Transactions failing = SpringTransactions.of(broken, dataSource, TransactionDefinition.ISOLATION_DEFAULT);
            assertThatExceptionOfType(RuntimeException.class)
                    .isThrownBy(() -> failing.inTransaction(transaction -> true))
                    .satisfies(e -> assertThat(e instanceof CommitOutcomeUnknownException)
                            .isEqualTo(state.startsWith("08")));
        }
    }
}
