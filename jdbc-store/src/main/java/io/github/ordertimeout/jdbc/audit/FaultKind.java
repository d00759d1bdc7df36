package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.doctor.Finding.Severity;
import java.util.Locale;

/** What can be amiss with an order that the library has closed, or with its payments. */
public enum FaultKind {
    /** A release that is owed to another system was lost. */
    NOT_RELEASED(
            Severity.ERROR,
            "closed, but what is owed to another system is neither done nor waiting",
            "Somebody has deleted the compensation row. Release it by hand, then set done_at in the ledger."),
    /** The ledger has lost its primary key. */
    RELEASED_TWICE(
            Severity.ERROR,
            "written into the ledger twice for one close and type",
            "The ledger has lost its primary key (source, order_id, close_no, type): create it again."),
    /** Money came in for a closed order, and the shop took it. */
    PAID_AFTER_CLOSE(
            Severity.ERROR,
            "closed and released, but paid now, by no payment that the guard has seen",
            "The shop sets closed orders to paid. Let its callback go through PaymentGuard.confirm, and refund or ship these."),
    /** A payment is owed back and nobody works on it. */
    REFUND_LOST(
            Severity.ERROR,
            "with a payment that is owed back, and no compensation row says so",
            "Somebody has deleted the row. Refund it by hand, then set standing to REFUNDED in the payment table."),
    /** A payment is owed back and its refund was given up. */
    REFUND_DEAD(
            Severity.ERROR,
            "with a payment that is owed back, whose refund has failed too often",
            "`compensations list` tells the reason; `compensations retry --all --kind refund` tries them now."),
    /** A payment has been owed back for long. */
    REFUND_WAITING(
            Severity.WARNING,
            "with a payment that has been owed back for more than a day",
            "`compensations list` tells the reason. No RefundIssuer may be at work, or no engine at all."),
    /** A close was undone. */
    RELEASED_BUT_OPEN(
            Severity.WARNING,
            "closed and released, but open now",
            "Right where somebody opened it again and reserved its stock. Else a stale save of the whole row has undone the"
                    + " close: save changed columns only, or let on-close increment the version column."),
    /** Stock may have been given back more often than it was reserved. */
    RELEASED_AGAIN(
            Severity.WARNING,
            "closed and released more than once",
            "Right where somebody opened it again and reserved its stock each time. Else its stock was given back too often:"
                    + " count it."),
    /** Order lines found no stock row, or a releaser has said that it left something out. */
    RELEASED_IN_PART(
            Severity.INFO,
            "closed, but some stock was not given back",
            "Right where lines hold no stock, such as gift cards or untracked articles. Else correct stock-keys or the rows, and"
                    + " give these back by hand; inventory.missing: fail keeps such orders open instead."),
    /** Not the library's doing. */
    CLOSED_ELSEWHERE(
            Severity.INFO,
            "closed, but not by the library",
            "Right where customers or staff cancel orders in the application. Else another job closes orders beside this one:"
                    + " stop it before both give stock back.");

    private final Severity severity;
    private final String what;
    private final String advice;

    FaultKind(Severity severity, String what, String advice) {
        this.severity = severity;
        this.what = what;
        this.advice = advice;
    }

    /** How much it matters. */
    public Severity severity() {
        return severity;
    }

    /** The code of its findings; lower case, words joined by hyphens. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What is amiss, to stand behind one order or many. */
    String what() {
        return what;
    }

    /** What to do. */
    public String advice() {
        return advice;
    }
}
