package io.github.ordertimeout.simulation;

/** What could be wrong, one at a time. The simulation must find each of them. */
enum DeliberateBug {
    NONE("None: the sketch of the store keeps every promise."),

    STATUS_NOT_LOCKED("The locking read does not repeat the status."),
    WHERE_NOT_LOCKED("The locking read does not repeat where."),
    EVIDENCE_NOT_LOCKED("The locking read does not look for signs of a payment."),
    DUE_NOT_LOCKED("The locking read does not repeat the due time."),
    PLAIN_READ("A plain read picks the orders and an update by id closes them."),
    COUNT_NOT_COMPARED("A plain read picks the orders; the update repeats the status, its count is not compared."),
    SCAN_TRUSTED("The close trusts what the scan has read, from a replica too."),
    CLOSED_SET_BY_STATUS("The closed set is found by reading the closed status after the update."),

    GRACE_FORGOTTEN("The grace is not added."),
    NEVER_IGNORED("A timeout of never does not hold back an order with a deadline of its own."),
    ZERO_IS_A_DEADLINE("A deadline of zero counts as one that has passed."),
    MAX_AGE_IGNORED("Orders older than max-age are closed."),
    JVM_CLOCK("What is due is decided by the node's own clock."),
    LOCAL_TIME("Due time and cut-off are compared as local times, in the repeated hour too."),

    RELEASE_BEFORE_COMMIT("Stock is given back in a transaction of its own, before the close commits."),
    RELEASE_FOR_THE_BATCH("Stock is given back for the whole batch, not for what the locking read returned."),
    RELEASE_AGAIN_AFTER_UNKNOWN(
            "After a commit of unknown outcome stock is given back again, without reading the ledger."),
    NO_ROLLBACK("A releaser's exception is logged and the close is committed."),
    SECOND_LINE_LOST("Of two lines of one SKU only the first is given back."),
    SKU_ONCE_PER_BATCH("Of two orders of one batch that hold one SKU only the first gives it back."),
    STOCK_NOT_LOCKED("Stock is read without a lock and written as a number."),
    SHORT_IGNORED("Where more is given back than was reserved, the rest is dropped in silence."),

    NO_LEDGER_ROW("The ledger row is forgotten where stock is given back too."),
    LEDGER_NOT_READ("A commit of unknown outcome counts as failed, without reading the ledger."),
    NUMBER_BEFORE_LOCK("The close number is drawn by a plain read before the orders are locked."),
    CONFLICT_IGNORED("The first close number is written always, and a ledger row that is there already is ignored."),
    RECLOSING_NOT_NOTICED("An order is closed for the third time within a day."),

    BATCH_COUNTED("The whole batch is told as closed."),
    EVENT_BEFORE_COMMIT("The close is told before it is committed."),
    BUSY_TAKEN_FOR_LOST("An order that somebody holds locked is told as a lost race, so that nobody looks again."),

    CURSOR_BY_TIME("The next page begins after the time of the last order, and skips its ties."),
    CURSOR_BY_ID("The next page begins after the id of the last order."),
    SCAN_ERROR_SWALLOWED("A failed read counts as an empty page, so that the cut-off moves on after a broken pass."),

    POISON_DROPS_ITS_BATCH("One order's failure counts as the system's: its batch is dropped, for ever."),
    ORDERS_BLAMED("A deadlock counts as an order's own fault."),
    ATTEMPTS_NOT_COUNTED("A failed retry leaves the attempts as they were."),
    RESOLVED_BEFORE_CLOSE("A compensation row is resolved when it is claimed, before the close."),
    FAILURES_SCANNED_AGAIN("The scan does not leave out orders that wait in the compensation table."),

    UNKNOWN_AS_NOT_PAID("A provider that does not answer counts as \"not paid\"."),
    IN_PROGRESS_AS_NOT_PAID("A payment under way counts as \"not paid\"."),
    LAST_ATTEMPT_ONLY("Only the last attempt of an order is looked at."),
    ALREADY_PAID_AS_CANCELLED("A cancel that comes too late counts as one that worked."),
    CANCEL_ON_STALE_CANDIDATE("The payment is cancelled without asking the primary once more."),
    GUARDED_MONEY_IGNORED("The close does not look for money that the guard has taken."),
    SECOND_REFERENCE_AS_REPEAT("A second payment of an order counts as a repeat of the first."),
    LATE_PAYMENT_PAYS("A payment for a closed order sets it to paid."),
    REFUND_NOT_OWED("The row of an owed refund is forgotten."),
    REFUND_KEY_PER_CALL("Each call about one refund has a key of its own."),
    REFUND_GIVEN_UP("A refund that failed is tried no more."),
    REFUND_NOT_NOTED("A refund is ordered and not written down."),
    UNKNOWN_ORDER_SILENT("A payment that only a person can settle leaves no row."),
    OLD_ANSWER("The provider's first answer about an order is kept and used again."),
    CANCEL_AT_THE_SCAN("Payments are cancelled when orders are scanned, before anything is checked."),
    REST_CANCELLED("The cancel does not ask whether part of the money has come in."),
    PLAIN_REREAD("The guard reads the order without a lock and pays it by its id."),
    REFUND_BEFORE_COMMIT("The refund is ordered in the transaction that owes it."),
    REPEAT_AFTER_CLOSE("A payment that has paid an order counts as a repeat after that was closed by somebody else."),
    RECHECK_FORGOTTEN("Nobody looks again after a close during which money could still come in."),
    STUCK_TOLD_AGAIN("Whether an order is listed as stuck already is not asked.");

    final String sentence;

    DeliberateBug(String sentence) {
        this.sentence = sentence;
    }
}
