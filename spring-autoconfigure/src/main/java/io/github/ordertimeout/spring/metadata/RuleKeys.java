package io.github.ordertimeout.spring.metadata;

import io.github.ordertimeout.config.PaymentMapping;
import io.github.ordertimeout.config.TimeKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Keys of a rule, for tools that complete keys; never bound, since binding would change values.
 *
 * @param table Required, unless tables is set.
 * @param tables Instead of table, where the orders lie in several: names, and patterns such as orders_{00..63}. Each is
 *     one physical shard.
 * @param dataSources The beans of several data sources; each has the tables, or those that are written with its name
 *     before a dot.
 * @param source The identity of these orders in the library's tables; default: the table's name as the catalog spells
 *     it.
 * @param idColumn Required. Integer, text, UUID or binary(16); the primary key, unique, or the part of the primary key
 *     that where does not fix.
 * @param numberColumn What people call the order; explain and cancel find orders by it too.
 * @param statusColumn Required.
 * @param openStatus Required. Orders that wait for payment.
 * @param closedStatus What a close sets. May be missing where on-close sets a value that a where excludes.
 * @param paidStatus Recognised as paid; the first is what the payment guard sets.
 * @param paidWhen Where paid is another column than the status, such as payment_state: ANDed. With paid-status where the
 *     shop moves the status on as well. An open order that meets them is inconsistent. The guard sets what they ask for;
 *     where that is no single value, on-paid must.
 * @param onPaid Further columns that the guard sets with a payment; :reason is the payment's reference, :now the moment.
 * @param dueColumn The order's own deadline.
 * @param createdColumn When it was made; with timeout. With both, an empty deadline falls back to it.
 * @param timeout Required with created-column, unless timeouts-by or timeouts-from gives terms: the term is a business
 *     decision. 0, blank or never: closes nothing by creation time, and says so at start.
 * @param timeoutsBy First match wins. never also holds back orders with a deadline.
 * @param timeoutsFrom Terms that stand in another table, one per channel, tenant or kind of order. The query, trusted
 *     SQL, yields two columns: a value of column of the order, and its term in unit (millis, seconds, minutes, hours,
 *     days). Asked after timeouts-by and before timeout. 0 or null: never, also for orders with a deadline. No row:
 *     timeout. Read again when older than refresh (default 1m) by the pass that needs it; a value that comes twice, a
 *     negative term or a failing query is refused at start, and later leaves the terms read before in force, with a
 *     warning. A shorter term reaches orders that are past it already with the next full pass.
 * @param timeKind Auto goes by the column's type and refuses integers. A date ends at 24:00.
 * @param createdTimeKind Where the created column differs from the deadline column.
 * @param timeZone Of columns that have none. Required on PostgreSQL, elsewhere the database's zone by default.
 * @param createdTimeZone Where the created column differs from the deadline column.
 * @param grace Added to the due time; people are told the due time.
 * @param maxAge Orders made longer ago are counted (tooOld), not closed.
 * @param where Which rows the rule speaks of, ANDed.
 * @param whereSql A further condition, trusted, on alias o.
 * @param paidEvidence Signs of a payment, ORed: an open order that shows one is inconsistent, counted and never closed.
 * @param paidEvidenceSql Likewise, on alias o.
 * @param columns Further columns for policies, gateways and releasers; what :column.NAME names needs no entry here.
 * @param onClose Further columns that a close sets.
 * @param alsoExecute Once per closed order, in its transaction, after the update and before stock; releases instead
 *     where explain and audit should show it.
 * @param releases Like also-execute and after it, each with a ledger row of its own. Types of a-z, 0-9, _, -.
 * @param paymentCheck False for rules where paying is not the question.
 * @param latePayment What a payment for a closed order leads to; default refund.
 * @param amountColumn What the order costs: the guard notices underpayments, lists show amounts.
 * @param paymentGroupColumn Orders with one value here are paid together: the gateway is asked about them once, and
 *     their payment is cancelled only where all open ones close. Null, blank and 0 are no group.
 * @param inventory As at the top level; key by key the rule's own wins.
 * @param scan As at the top level; key by key the rule's own wins.
 * @param close As at the top level; key by key the rule's own wins.
 * @param payment As at the top level; key by key the rule's own wins.
 * @param safety As at the top level; key by key the rule's own wins.
 */
record RuleKeys(
        String table,
        List<String> tables,
        List<String> dataSources,
        String source,
        String idColumn,
        String numberColumn,
        String statusColumn,
        List<String> openStatus,
        String closedStatus,
        List<String> paidStatus,
        Map<String, String> paidWhen,
        Map<String, String> onPaid,
        String dueColumn,
        String createdColumn,
        String timeout,
        List<TimeoutsByKeys> timeoutsBy,
        TimeoutsFromKeys timeoutsFrom,
        TimeKind timeKind,
        TimeKind createdTimeKind,
        String timeZone,
        String createdTimeZone,
        Duration grace,
        Duration maxAge,
        Map<String, String> where,
        String whereSql,
        Map<String, String> paidEvidence,
        String paidEvidenceSql,
        List<String> columns,
        Map<String, String> onClose,
        List<String> alsoExecute,
        Map<String, String> releases,
        Boolean paymentCheck,
        PaymentMapping.Late latePayment,
        String amountColumn,
        String paymentGroupColumn,
        InventoryKeys inventory,
        ScanKeys scan,
        CloseKeys close,
        PaymentKeys payment,
        SafetyKeys safety) {}
