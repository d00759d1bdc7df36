package io.github.ordertimeout;

import io.github.ordertimeout.scan.Overlooked;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a rule has ever matched an order. While it has not, a full pass that met none looks for one that the rule may have been
 * meant for. That it has is kept for all nodes, together with what the rule looked for: a rule that was changed since must match
 * again. Used by one thread at a time.
 */
final class MatchWatch {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    private final RuleParts parts;
    private final RuleWatch watch;
    private boolean matched;
    private boolean told;

    MatchWatch(RuleParts parts, RuleWatch watch) {
        this.parts = parts;
        this.watch = watch;
    }

    /** After a full pass that has not failed. */
    void after(RuleReport report, Instant now) {
        if (matched) {
            return;
        }
        try {
            boolean metSome = report.scanned() + report.remaining() + report.tooOld() > 0;
            if (isKnown()) {
                matched = true;
            } else if (metSome || parts.scanner().countOpen(now) > 0) {
                matched();
            } else {
                Optional<Overlooked> order = parts.scanner().overlooked(now);
                order.filter(found -> found.by() == Overlooked.By.STATUS && !told)
                        .ifPresent(this::tell);
                watch.overlooked(order);
            }
        } catch (RuntimeException e) {
            log.debug("Rule {}: whether it matches anything could not be told.", parts.name(), e);
        }
    }

    /** Once. What {@code where} leaves out may be another rule's. */
    private void tell(Overlooked found) {
        told = true;
        log.warn(
                "Rule {} has never matched an order, but order {} with status {} looks overdue: is open-status right?",
                parts.name(),
                found.id(),
                found.status());
    }

    private boolean isKnown() {
        return parts.store().states().get(state()).filter(print()::equals).isPresent();
    }

    private void matched() {
        matched = true;
        watch.overlooked(Optional.empty());
        if (!parts.isDryRun()) {
            parts.store().states().put(state(), print());
        }
    }

    private String state() {
        return "matched:" + parts.name();
    }

    private String print() {
        return Integer.toHexString((parts.rule().table()
                        + parts.rule().status()
                        + parts.rule().selection().where()
                        + parts.rule().selection().whereSql())
                .hashCode());
    }
}
