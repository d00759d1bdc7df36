package io.github.ordertimeout;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.transaction.TransactionContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the order of a payment and locks its row. */
record Payees(List<RuleParts> rules) {
    /**
     * By id under any rule, else by number. Of several rules of one table the one answers whose conditions the order meets, and of
     * several such ones the first that knows its status.
     */
    Optional<Payee> locked(String asked, TransactionContext transaction) {
        OrderAddress address = OrderAddress.of(asked, rules);
        return new Payees(address.among(rules)).lockedByName(address.idOrNumber(), transaction);
    }

    private Optional<Payee> lockedByName(String idOrNumber, TransactionContext transaction) {
        List<Payee> byId = new ArrayList<>();
        for (RuleParts rule : rules) {
            rule.payable().lock(idOrNumber, transaction).ifPresent(order -> byId.add(new Payee(rule, order)));
        }
        return only(idOrNumber, byId).or(() -> only(idOrNumber, lockedByNumber(idOrNumber, transaction)));
    }

    private List<Payee> lockedByNumber(String number, TransactionContext transaction) {
        List<Payee> found = new ArrayList<>();
        for (RuleParts rule : rules) {
            for (String id : rule.payable().idsByNumber(number, transaction)) {
                rule.payable().lock(id, transaction).ifPresent(order -> found.add(new Payee(rule, order)));
            }
        }
        return found;
    }

    private static Optional<Payee> only(String idOrNumber, List<Payee> found) {
        Map<OrderKey, Payee> byKey = new LinkedHashMap<>();
        for (Payee payee : found) {
            byKey.merge(payee.key(), payee, (one, other) -> other.fits() > one.fits() ? other : one);
        }
        if (byKey.size() > 1) {
            throw new AmbiguousOrderException(
                    idOrNumber,
                    byKey.keySet().stream().map(OrderKey::toString).sorted().toList());
        }
        return byKey.values().stream().findFirst();
    }
}
