package io.github.ordertimeout.simulation;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationState;
import io.github.ordertimeout.simulation.Action.Temper;
import io.github.ordertimeout.simulation.Commit.RowChange;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Who is in the compensation table has failed by its own fault, is counted there, and leaves it only when nothing is owed. */
final class SettleChecks {
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final Plan plan;
    private final Oracle oracle;
    private final Shop shop;
    private final History history;
    private final CommitChecks commits;
    private final PaymentChecks payments;
    private final Map<String, Temper> tempers;
    private final Map<String, Instant> claimed = new HashMap<>();

    SettleChecks(Plan plan, Oracle oracle, Shop shop, History history, CommitChecks commits, PaymentChecks payments) {
        this.plan = plan;
        this.oracle = oracle;
        this.shop = shop;
        this.history = history;
        this.commits = commits;
        this.payments = payments;
        this.tempers = plan.tempers();
    }

    void check(Commit commit) {
        for (RowChange change : commit.of("order_timeout_compensation")) {
            MemoryRow before = change.before();
            MemoryRow after = change.after();
            if (before == null && after != null) {
                entered(after);
            } else if (before != null && after == null) {
                left(before, commit.at());
            } else if (before != null && after != null) {
                changed(before, after, commit.at());
            }
        }
    }

    private void entered(MemoryRow row) {
        String id = row.text("order_id");
        if (row.get("kind") == CompensationKind.CLOSE && fault(id).isEmpty()) {
            throw new Violation(5, "order " + id + " is blamed for what is no fault of its own: " + row.text("reason"));
        }
    }

    /** A row of its own speaks for it now: its payment is a person's matter, not the close that had failed before. */
    private boolean isListedForItsPayment(MemoryRow left) {
        for (MemoryRow row : history.rows("order_timeout_compensation")) {
            if (row.get("kind") == CompensationKind.STUCK
                    && !row.key().equals(left.key())
                    && row.text("order_id").equals(left.text("order_id"))) {
                return true;
            }
        }
        return false;
    }

    private void left(MemoryRow row, Instant now) {
        String id = row.text("order_id");
        if (row.get("kind") == CompensationKind.MANUAL) {
            throw new Violation(4, "what only a person can decide about order " + id + " has left the table");
        }
        if (row.get("kind") == CompensationKind.REFUND && !isRefunded(id, row.text("type"))) {
            throw new Violation(7, "payment " + row.text("type") + " is owed no longer, and was not given back");
        }
        MemoryRow order = history.row("orders", id);
        Instant claim = claimed.getOrDefault(row.key(), now);
        boolean touched = history.touched(id).stream().anyMatch(at -> !at.isBefore(claim));
        if (order != null
                && holdsBack(row)
                && !isListedForItsPayment(row)
                && !touched
                && oracle.isClosable(order, claim)
                && oracle.isClosable(order, now)
                && !isHeldByPolicy(id)
                && !commits.isReclosing(id, now)) {
            throw new Violation(4, "order " + id + " left the compensation table though it is open and overdue");
        }
    }

    private boolean isRefunded(String order, String reference) {
        return PaymentChecks.standing(payments.payment(order, reference)) == PaymentStanding.REFUNDED;
    }

    /** Whether the row speaks for an open order, and no other one does. */
    private boolean holdsBack(MemoryRow row) {
        String other = row.text("type").isEmpty() ? CompensationKind.PAID : "";
        return row.get("kind") == CompensationKind.CLOSE
                || (row.get("kind") == CompensationKind.STUCK
                        && !payments.has(CompensationKind.STUCK, row.text("order_id"), other));
    }

    private void changed(MemoryRow before, MemoryRow after, Instant now) {
        if (!after.text("token").isEmpty() && !after.text("token").equals(before.text("token"))) {
            // What is due is judged as of the moment before the claim.
            Instant until = after.get("next_attempt_at") instanceof Instant at ? at : now;
            claimed.put(after.key(), until.minus(LEASE));
        }
        int more = attempts(after) - attempts(before);
        String id = after.text("order_id");
        boolean ofClose = after.get("kind") == CompensationKind.CLOSE;
        if (more < 0 || more > 1 || (more == 1 && ofClose && fault(id).isEmpty())) {
            throw new Violation(5, "order " + id + " has " + attempts(after) + " attempts after " + attempts(before));
        }
        boolean dead = after.get("state") == CompensationState.DEAD;
        boolean mayDie = ofClose || after.get("kind") == CompensationKind.REFUND;
        if (mayDie && dead != attempts(after) >= World.COMPENSATION.maxAttempts()) {
            throw new Violation(4, "order " + id + " is " + after.text("state") + " after " + attempts(after));
        }
    }

    private static int attempts(MemoryRow row) {
        return row.get("attempts") instanceof Integer attempts ? attempts : 0;
    }

    boolean isHeldByPolicy(String id) {
        return tempers.get(id) == Temper.SKIPPED || tempers.get(id) == Temper.DEFERRED;
    }

    /** Why this order may fail when tried alone; empty: it may not. */
    Optional<String> fault(String id) {
        Temper temper = tempers.getOrDefault(id, Temper.PLAIN);
        if (temper == Temper.POLICY_THROWS) {
            return Optional.of("its policy throws");
        }
        if (plan.coupons() && (temper == Temper.BAD_COUPON || temper == Temper.BAD_COUPON_FOR_A_WHILE)) {
            return Optional.of("its coupon cannot be given back");
        }
        Rule rule = plan.rule();
        if (rule.inventory().isEmpty()) {
            return Optional.empty();
        }
        Inventory inventory = rule.inventory().get();
        if (inventory.missing() == Inventory.Missing.FAIL
                && shop.lines(id).stream().anyMatch(line -> line.sku().equals(PlanMaker.GONE))) {
            return Optional.of("its stock row is missing");
        }
        if (inventory.shortage() == Inventory.Shortage.FAIL
                && shop.lines(id).stream().anyMatch(line -> shop.corrected().contains(line.sku()))) {
            return Optional.of("more was reserved than is left");
        }
        return Optional.empty();
    }
}
