package io.github.ordertimeout;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationState;
import io.github.ordertimeout.store.OrderStore;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the library has written about one order.
 *
 * @param known whether the ledger could be read
 * @param closes its closes and their releases, the first close first
 * @param rows its open rows of the compensation table
 * @param payments the payments that the guard has seen
 */
record OrderHistory(
        boolean known, List<ReleaseLedger.Line> closes, List<CompensationRow> rows, List<SeenPayment> payments) {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    private static final String ENGINE = "engine";

    static OrderHistory of(OrderKey key, OrderStore store) {
        Optional<List<ReleaseLedger.Line>> closes = read(() -> store.releases().of(key));
        Optional<List<CompensationRow>> rows = read(() -> store.compensations().of(key));
        Optional<List<SeenPayment>> payments = read(
                () -> store.inShortTransaction(transaction -> store.payments().of(key, transaction)));
        return new OrderHistory(
                closes.isPresent(), closes.orElse(List.of()), rows.orElse(List.of()), payments.orElse(List.of()));
    }

    /** Empty where the library's own tables are not there yet, or cannot be read: the order itself still says much. */
    private static <T> Optional<List<T>> read(Supplier<List<T>> table) {
        try {
            return Optional.of(table.get());
        } catch (RuntimeException e) {
            log.debug("A table of the library's cannot be read.", e);
            return Optional.empty();
        }
    }

    Optional<CompensationRow> row(CompensationKind kind) {
        return rows.stream().filter(row -> row.what().kind() == kind).findFirst();
    }

    /** When and by whom it was closed last, and what became of each release. */
    List<String> lastClose() {
        if (closes.isEmpty()) {
            return known ? List.of("This library did not close it") : List.of();
        }
        ReleaseLedger.Line last = closes.get(closes.size() - 1);
        List<String> told = new ArrayList<>();
        told.add("Closed at " + last.closedAt() + " by "
                + (last.actor().equals(ENGINE) ? "rule " + last.rule() : last.actor()) + " (" + last.reason() + ")"
                + (last.closeNumber() == 1 ? "" : ", for the " + last.closeNumber() + ". time"));
        for (ReleaseLedger.Line line : closes) {
            if (line.closeNumber() == last.closeNumber() && !line.type().equals("none")) {
                told.add("Release " + line.type() + ": " + (line.done() ? "done" : owed(line))
                        + line.leftOut().map(what -> ", but " + what).orElse(""));
            }
        }
        return told;
    }

    /** The same of an order that is not closed now; nothing where it never was. */
    List<String> closedBefore() {
        return closes.isEmpty() ? List.of() : lastClose();
    }

    private String owed(ReleaseLedger.Line line) {
        return rows.stream()
                .filter(row -> row.what().kind() == CompensationKind.RELEASE
                        && row.what().type().equals(line.type())
                        && row.what().closeNumber() == line.closeNumber())
                .findFirst()
                .map(row -> "owed; " + told(row))
                .orElse("owed, and no row says so: see audit");
    }

    /** How a row stands. */
    static String told(CompensationRow row) {
        return "row " + row.row() + (row.state() == CompensationState.DEAD ? ", dead" : "") + ", " + row.attempts()
                + (row.attempts() == 1 ? " attempt" : " attempts") + ", next at " + row.nextAttemptAt() + ": "
                + row.what().reason();
    }

    /** The payments over which the order is never closed. */
    List<String> holdingPayments() {
        return payments.stream()
                .filter(payment -> payment.standing().holdsOrder())
                .map(payment -> "Payment " + payment.reference() + " is "
                        + payment.standing().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .toList();
    }

    /** What became of each payment. */
    List<String> toldPayments() {
        return payments.stream()
                .map(payment -> "Payment " + payment.reference()
                        + payment.amount()
                                .map(BigDecimal::toPlainString)
                                .map(amount -> " of " + amount)
                                .orElse("")
                        + ": "
                        + payment.standing().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .toList();
    }
}
