package io.github.ordertimeout.settle;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps what failed, durably. At most one row per order, kind, type and close number is open.
 *
 * <p>Thread-safe, over several nodes too: claims and updates are compare-and-set by token.
 */
public interface CompensationStore {
    /**
     * Adds a row; where one is open for the same order, kind and type, its reason is refreshed and whoever has claimed it loses
     * the claim: he works on the matter before, and must not end the row together with this one. The row comes back when his
     * lease would have ended.
     *
     * @return whether there was none
     */
    boolean add(Compensation failure, Instant nextAttemptAt);

    /**
     * The same in somebody's transaction: what is owed by a close or a payment commits together with it.
     *
     * <p>A row that is refreshed gets the token.
     *
     * @param token who works it off right after the commit, and until {@code nextAttemptAt} nobody else; empty: nobody yet
     * @throws IllegalArgumentException if the transaction is none of this store's
     */
    void addIn(TransactionContext transaction, List<Compensation> owed, Instant nextAttemptAt, String token);

    /**
     * Deletes, in somebody's transaction, the row of what is done.
     *
     * @param token whose claim it must still be
     * @return false where the claim was lost meanwhile
     */
    boolean resolveIn(TransactionContext transaction, Compensation done, String token);

    /**
     * Gives rows of one claim back, each with its new reason: what they ask for was tried and is not done. Rows whose claim was lost
     * meanwhile stay as they are. A store that does nothing here leaves them to the end of their claim.
     *
     * @param next when they are due for anybody
     */
    default void handBack(List<Compensation> undone, String token, Instant next) {}

    /**
     * {@link #resolveIn} for many rows of one claim, in as few statements as the database allows.
     *
     * @return false where the claim of one of them was lost meanwhile: some of the rows may be deleted then, so that the
     *     transaction is to be rolled back
     */
    default boolean resolveAllIn(TransactionContext transaction, List<Compensation> done, String token) {
        for (Compensation one : done) {
            if (!resolveIn(transaction, one, token)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Lets rows that nobody has claimed be tried at once.
     *
     * @param kind which rows; empty: all
     * @return how many
     */
    long due(Optional<CompensationKind> kind, Instant now);

    /**
     * The same for one row.
     *
     * @return false where there is none, or somebody works on it now
     */
    boolean due(long row, Instant now);

    /**
     * Deletes a row because a person says so, whoever works on it.
     *
     * @return false where there is none
     */
    boolean discard(long row);

    /** Which of these orders have open rows of these kinds, and of which of them. */
    Map<String, Set<CompensationKind>> open(String source, Set<CompensationKind> kinds, Collection<String> ids);

    /** Which of these orders have an open row of this kind. */
    default Set<String> open(String source, CompensationKind kind, Collection<String> ids) {
        return open(source, Set.of(kind), ids).keySet();
    }

    /**
     * Claims rows whose next attempt is due, oldest first: each gets the token, and until {@code now + lease} nobody else
     * claims it.
     */
    List<CompensationRow> claimDue(Instant now, Duration lease, String token, int limit);

    /**
     * Deletes a row that is done.
     *
     * @return false where the claim was lost meanwhile
     */
    boolean resolve(CompensationRow claimed);

    /**
     * Writes back a claimed row with its new state, attempts, reason and next attempt, and gives the claim up.
     *
     * @return false where the claim was lost meanwhile
     */
    boolean reschedule(CompensationRow changed);

    /**
     * Gives claims up without having tried anything, all at once: the rows are looked at again then; state, attempts and reason
     * stay.
     *
     * @param claimed rows of one claim
     * @return how many of them were still claimed by it
     */
    int postpone(List<CompensationRow> claimed, Instant next);

    /**
     * The same for rows that are due and that nobody has claimed, or nobody any longer, without claiming them: nothing of that
     * kind and type can be done for this rule now.
     *
     * @param limit how many at most, oldest first
     * @return how many; fewer than the limit means that no more are due
     */
    int putOff(String rule, CompensationKind kind, String type, Instant now, Instant next, int limit);

    /** The rows of one order, by number. */
    List<CompensationRow> of(OrderKey key);

    /** Rows by number, after that number, oldest first. */
    List<CompensationRow> list(long afterRow, int limit);

    /**
     * How many rows are pending and dead, and how long the oldest is due; those that only plan a look
     * ({@link CompensationKind#isBacklog}) are not counted.
     */
    CompensationCounts counts(Instant now);
}
