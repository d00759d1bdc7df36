package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every {@link Transactions} promises: a store's own, or the ones over an application's transaction manager. */
public abstract class TransactionsContract {
    /** The transactions under test. */
    protected abstract Transactions transactions();

    /** Writes a row with this text, in that transaction. */
    protected abstract void write(TransactionContext transaction, String text);

    /** The texts that are committed, in any order. */
    protected abstract List<String> committed();

    /** A type of resource that the transaction hands out. */
    protected abstract Class<?> resource();

    @Test
    @DisplayName("what the work wrote is committed when it returns, and its result is handed on")
    void commits() {
        String result = transactions().inTransaction(transaction -> {
            write(transaction, "one");
            write(transaction, "two");
            return "done";
        });
        assertThat(result).isEqualTo("done");
        assertThat(committed()).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    @DisplayName("nobody else sees what is not committed yet")
    void isolated() {
        List<String> seen = transactions().inTransaction(transaction -> {
            write(transaction, "one");
            return CompletableFuture.supplyAsync(this::committed)
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
        });
        assertThat(seen).isEmpty();
        assertThat(committed()).containsExactly("one");
    }

    @Test
    @DisplayName("what the work throws, exception or error, rolls all of it back and is thrown on as it is")
    void rollsBack() {
        for (Throwable failure : List.of(new IllegalStateException("no"), new AssertionError("no"))) {
            Throwable thrown = catchThrowable(() -> transactions().inTransaction(transaction -> {
                write(transaction, "one");
                throw sneaky(failure);
            }));
            assertThat(thrown).isSameAs(failure);
            assertThat(committed()).isEmpty();
        }
        transactions().inTransaction(transaction -> {
            write(transaction, "afterwards");
            return true;
        });
        assertThat(committed()).containsExactly("afterwards");
    }

    @Test
    @DisplayName(
            "a transaction within a transaction is one of its own or refused, and never joins the outer one silently")
    void nested() {
        Throwable[] refused = new Throwable[1];
        Throwable thrown = catchThrowable(() -> transactions().inTransaction(outer -> {
            write(outer, "outer");
            refused[0] = catchThrowable(() -> transactions().inTransaction(inner -> {
                write(inner, "inner");
                return true;
            }));
            throw new IllegalStateException("the outer one fails");
        }));
        assertThat(thrown).hasMessage("the outer one fails");
        assertThat(committed()).isEqualTo(refused[0] == null ? List.of("inner") : List.of());
    }

    @Test
    @DisplayName("the work reaches the resource behind its transaction")
    void unwraps() {
        transactions().inTransaction(transaction -> {
            Object first = transaction.unwrap(resource());
            assertThat(first).isInstanceOf(resource());
            assertThat(transaction.unwrap(resource()))
                    .as("one transaction has one resource")
                    .isSameAs(first);
            return true;
        });
    }

    @Test
    @DisplayName("a resource that the transaction does not have is refused, and the message names one that it has")
    void refuses() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> transactions().inTransaction(transaction -> transaction.unwrap(NoResource.class)))
                .withMessageContaining(resource().getSimpleName());
    }

    private static RuntimeException sneaky(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }

    private static final class NoResource {}
}
