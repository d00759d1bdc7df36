package io.github.ordertimeout.simulation;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rule as the sketch understands it, with the deliberate bug. */
final class SketchOracle extends Oracle {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final Rule rule;
    private final String source;
    private final DeliberateBug bug;

    SketchOracle(Rule rule, String source, DeliberateBug bug) {
        super(rule);
        this.rule = rule;
        this.source = source;
        this.bug = bug;
    }

    @Override
    boolean isOverdue(MemoryRow row, Instant now) {
        if (bug == DeliberateBug.LOCAL_TIME) {
            return closesAt(row).filter(at -> !local(now).isBefore(local(at))).isPresent();
        }
        return super.isOverdue(row, now);
    }

    private static LocalDateTime local(Instant at) {
        return LocalDateTime.ofInstant(at, BERLIN);
    }

    @Override
    boolean isTooOld(MemoryRow row, Instant now) {
        return bug != DeliberateBug.MAX_AGE_IGNORED && super.isTooOld(row, now);
    }

    @Override
    Optional<Instant> closesAt(MemoryRow row) {
        return bug == DeliberateBug.GRACE_FORGOTTEN ? dueAt(row) : super.closesAt(row);
    }

    @Override
    Optional<Instant> dueAt(MemoryRow row) {
        Optional<Instant> own = rule.deadline()
                .due()
                .flatMap(column -> row.get(column.name()) instanceof Instant at ? Optional.of(at) : Optional.empty());
        if (bug == DeliberateBug.ZERO_IS_A_DEADLINE && own.isPresent()) {
            return own;
        }
        if (bug == DeliberateBug.NEVER_IGNORED
                && own.filter(Instant.EPOCH::isBefore).isPresent()) {
            return own;
        }
        return super.dueAt(row);
    }

    OrderSnapshot snapshot(MemoryRow row) {
        Map<String, @Nullable Object> columns = new LinkedHashMap<>();
        rule.columns().forEach(column -> columns.put(column, row.get(column)));
        return new OrderSnapshot(
                new OrderKey(source, row.key()),
                rule.numberColumn().map(row::text),
                status(row),
                createdAt(row),
                dueAt(row),
                closesAt(row),
                showsPayment(row),
                columns);
    }
}
