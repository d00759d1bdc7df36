package io.github.ordertimeout.chaos;

import io.github.ordertimeout.chaos.Evidence.Change;
import io.github.ordertimeout.payment.Confirmation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what has happened and says which promises were broken. It shares no code with the library. */
final class Checker {
    private final Scale scale;
    private final Evidence evidence;
    private final Provider provider;
    private final Warehouse warehouse;
    private final Journal journal;
    private final List<Violation> violations = new ArrayList<>();
    private final Map<Long, Change> closes = new HashMap<>();

    private Checker(Scale scale, Evidence evidence, Provider provider, Warehouse warehouse, Journal journal) {
        this.scale = scale;
        this.evidence = evidence;
        this.provider = provider;
        this.warehouse = warehouse;
        this.journal = journal;
    }

    /** Everything but what has to be watched while it happens. */
    static List<Violation> check(
            Scale scale, Evidence evidence, Provider provider, Warehouse warehouse, Journal journal) {
        Checker checker = new Checker(scale, evidence, provider, warehouse, journal);
        evidence.changes().forEach(checker::change);
        evidence.orders().forEach((order, row) -> checker.order(order, row.status()));
        evidence.stock().forEach(checker::stock);
        checker.told();
        checker.refunds();
        evidence.owed().forEach(row -> checker.broken(Promise.COMES_TO_REST, "still owed: " + row));
        return List.copyOf(checker.violations);
    }

    private void broken(Promise promise, String what) {
        violations.add(new Violation(promise, what));
    }

    private void change(Change change) {
        long order = change.order();
        if (change.before() == 4) {
            broken(
                    change.after() == 1 ? Promise.NOT_OVER_A_PAYMENT : Promise.CLOSED_ONCE,
                    "order " + order + " was closed, then its status became " + change.after());
        }
        if (!change.isClose()) {
            return;
        }
        if (closes.put(order, change) != null) {
            broken(Promise.CLOSED_ONCE, "order " + order + " was closed twice");
        }
        if (change.before() != 0) {
            broken(Promise.NOT_OVER_A_PAYMENT, "order " + order + " was closed in status " + change.before());
        }
        if (change.isByCustomer()) {
            return;
        }
        if (provider.sessionPaid(order)) {
            broken(Promise.NOT_OVER_A_PAYMENT, "order " + order + " was closed, and its session had been paid");
        }
        long early = evidence.dueMicros(order, scale) - change.atMicros();
        if (early > 0 && !journal.isCancelled(order)) {
            broken(Promise.NOT_EARLY, "order " + order + " was closed " + early / 1e6 + " s before it ran out");
        }
    }

    private void order(long order, int status) {
        Change close = closes.get(order);
        if (status == 4 && close == null) {
            broken(Promise.NOTHING_LOST, "order " + order + " is closed, and no change to that was seen");
        }
        if (status == 0) {
            broken(Promise.COMES_TO_REST, "order " + order + " is still open");
        }
        released(order, status == 4 && close != null && !close.isByCustomer());
        money(order, status);
    }

    private void released(long order, boolean byEngine) {
        List<Evidence.Release> rows = evidence.releases().getOrDefault(order, List.of());
        Set<String> done = new HashSet<>();
        rows.stream().filter(Evidence.Release::done).forEach(row -> done.add(row.type()));
        int given = warehouse.given(order);
        if (byEngine) {
            if (rows.size() != 2 || !done.equals(Set.of("inventory", StubClient.WAREHOUSE))) {
                broken(Promise.STOCK_BACK_ONCE, "order " + order + " is closed, and the ledger says " + rows);
            }
            if (given != 1) {
                broken(
                        Promise.STOCK_BACK_ONCE,
                        "order " + order + " was given back " + given + " times by the warehouse");
            }
        } else if (!rows.isEmpty() || given != 0) {
            broken(
                    Promise.STOCK_BACK_ONCE,
                    "order " + order + " was not closed by the engine, and was given back: " + rows + ", " + given
                            + " times by the warehouse");
        }
    }

    /** A paid order keeps one payment, every other one is owed back. */
    private void money(long order, int status) {
        Collection<String> taken = provider.taken(order);
        List<String> kept = new ArrayList<>();
        for (String reference : taken) {
            int refunds = provider.refunds(order, reference);
            if (refunds > 1) {
                broken(Promise.REFUNDED_ONCE, "payment " + reference + " was refunded " + refunds + " times");
            } else if (refunds == 0) {
                kept.add(reference);
            }
        }
        if (status == 1 ? kept.size() != 1 : !kept.isEmpty()) {
            broken(
                    Promise.REFUNDED_ONCE,
                    "order " + order + " in status " + status + " keeps " + kept + " of its payments " + taken);
        }
    }

    private void refunds() {
        for (String refund : provider.refunded()) {
            long order = Long.parseLong(refund.substring(0, refund.indexOf(' ')));
            String reference = refund.substring(refund.indexOf(' ') + 1);
            if (!provider.taken(order).contains(reference)) {
                broken(Promise.REFUNDED_ONCE, "payment " + reference + " was refunded, and never came in");
            }
        }
    }

    private void stock(Evidence.Stock stock) {
        if (stock.reserved() != stock.held() || stock.available() != ShopTables.STOCK - stock.held()) {
            broken(
                    Promise.STOCK_ADDS_UP,
                    stock.sku() + " has " + stock.reserved() + " reserved and " + stock.available()
                            + " available; orders hold " + stock.held() + " of " + ShopTables.STOCK);
        }
    }

    private void told() {
        journal.made().forEach((order, outcome) -> {
            if (outcome == Outcome.DONE && !evidence.orders().containsKey(order)) {
                broken(Promise.NOTHING_LOST, "order " + order + " was acknowledged, and is not there");
            }
        });
        journal.customerCancels().forEach((order, outcome) -> {
            Change close = closes.get(order);
            if (outcome == Outcome.DONE && (close == null || !close.isByCustomer())) {
                broken(
                        Promise.NOTHING_LOST,
                        "order " + order + " was cancelled by its customer, which is not to be seen");
            }
        });
        Map<Long, Integer> paid = new HashMap<>();
        journal.confirmed().forEach((payment, result) -> {
            long order = Long.parseLong(payment.substring(0, payment.indexOf(' ')));
            if (result == Confirmation.Result.PAID) {
                paid.merge(order, 1, Integer::sum);
            }
            if (result == Confirmation.Result.UNKNOWN_ORDER) {
                broken(Promise.NOTHING_LOST, "the guard does not know order " + order);
            }
        });
        paid.forEach((order, times) -> {
            Evidence.Order row = evidence.orders().get(order);
            if (times > 1 || row == null || row.status() != 1) {
                broken(
                        Promise.NOT_OVER_A_PAYMENT,
                        "the guard said " + times + " times that order " + order + " is paid, and it is " + row);
            }
        });
    }

    /** What is wrong with how long it took until overdue orders were accounted for, and with those that are not. */
    static Optional<Violation> accounted(double seconds, double limitSeconds, Collection<Long> left) {
        if (!left.isEmpty()) {
            return Optional.of(
                    new Violation(Promise.ACCOUNTED_FOR, "after " + seconds + " s these orders are not: " + left));
        }
        return seconds <= limitSeconds
                ? Optional.empty()
                : Optional.of(new Violation(
                        Promise.ACCOUNTED_FOR,
                        "it took " + seconds + " s until all overdue orders were accounted for; " + limitSeconds
                                + " s were allowed"));
    }

    /**
     * What the other nodes have not closed in time after one was killed: orders that nobody pays, and that ran out between these
     * moments.
     *
     * @return how late the latest was, in microseconds; of those that are open more than any
     */
    static long latestMicros(Scale scale, Evidence evidence, Journal journal, long fromMicros, long toMicros) {
        Map<Long, Long> closed = new HashMap<>();
        evidence.changes().stream()
                .filter(Change::isClose)
                .forEach(change -> closed.put(change.order(), change.atMicros()));
        Set<Long> never = journal.neverPaid();
        return evidence.orders().keySet().stream()
                .filter(never::contains)
                .filter(order ->
                        evidence.dueMicros(order, scale) >= fromMicros && evidence.dueMicros(order, scale) <= toMicros)
                .mapToLong(order -> closed.getOrDefault(order, Long.MAX_VALUE / 2) - evidence.dueMicros(order, scale))
                .max()
                .orElse(0);
    }
}
