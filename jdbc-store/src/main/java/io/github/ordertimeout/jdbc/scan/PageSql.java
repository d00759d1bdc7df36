package io.github.ordertimeout.jdbc.scan;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.mapping.Flag;
import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.time.TimeColumnSql;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.scan.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The statements of the scan. Each begins with status and time, in the order of the index that serves it: {@code (status,
 * time, id)}.
 */
final class PageSql {
    /** What no database tells apart. */
    private static final Duration LEAST = Duration.ofNanos(1);

    private final RuleMapping mapping;
    private final OrderSelect select;

    PageSql(RuleMapping mapping, OrderSelect select) {
        this.mapping = mapping;
        this.select = select;
    }

    Sql page(ScanRequest request) {
        TimeColumnSql time = mapping.deadline().column(request.arm());
        return Sql.text("SELECT ")
                .then(select.list(mapping.selection().sign(request.now())))
                .then(mapping.from())
                .then(" WHERE ")
                .then(overdue(request))
                .then(orderByTime(time))
                .then(", ")
                .then(mapping.id().of("o"))
                .then(" LIMIT " + request.limit());
    }

    Sql count(ScanRequest request) {
        return Sql.text("SELECT COUNT(*)").then(mapping.from()).then(" WHERE ").then(overdue(request));
    }

    private Sql overdue(ScanRequest request) {
        Arm arm = request.arm();
        List<Sql> all = new ArrayList<>();
        all.add(status(arm));
        all.add(mapping.deadline().overdue(arm, request.now(), request.dueSince()));
        request.after().map(Keyset.class::cast).ifPresent(cursor -> all.add(behind(arm, cursor)));
        if (!request.shard().isWhole()) {
            all.add(in(request.shard()));
        }
        if (!request.tenants().isAll()) {
            all.add(of(request.tenants()));
        }
        if (mapping.id().nullable()) {
            all.add(mapping.id().of("o").then(" IS NOT NULL"));
        }
        mapping.deadline().tooOld(request.now()).ifPresent(tooOld -> all.add(Flag.not(tooOld)));
        all.add(mapping.selection().wanted(request.now()));
        return Sql.and(all);
    }

    private Sql in(Shard shard) {
        boolean bytes = mapping.id().type().kind() == ValueKind.BYTES;
        return mapping.dialect().inShard(mapping.id().of("o"), bytes, shard.index(), shard.total());
    }

    private Sql of(Tenants tenants) {
        TypedColumn column = mapping.columns().tenant().orElseThrow();
        Sql name = column.of("o");
        List<Sql> values = tenants.values().stream()
                .flatMap(Optional::stream)
                .map(value -> Sql.value(column.bind(value)))
                .toList();
        boolean nulls = tenants.values().contains(Optional.<String>empty()) == tenants.only();
        Sql listed = name.then(tenants.only() ? " IN " : " NOT IN ")
                .then(Sql.join(", ", values).inParentheses());
        Sql isNull = name.then(" IS NULL");
        if (values.isEmpty()) {
            return nulls ? isNull : name.then(" IS NOT NULL");
        }
        return nulls ? Sql.or(List.of(isNull, listed)) : listed;
    }

    private Sql behind(Arm arm, Keyset cursor) {
        TimeColumnSql time = mapping.deadline().column(arm);
        Sql id = mapping.id().of("o");
        Bound idValue = mapping.id().bind(cursor.id());
        return Optional.of(time)
                .filter(column -> mapping.dialect().seeksRows())
                .flatMap(column -> column.behindAsRow("o", cursor.position(), id, idValue))
                .orElseGet(
                        () -> time.behind("o", cursor.position(), id.then(" > ").then(idValue)));
    }

    Sql open(Instant now) {
        return Sql.text("SELECT COUNT(*)")
                .then(mapping.from())
                .then(" WHERE ")
                .then(Sql.and(List.of(anyOpen(), mapping.selection().wanted(now))));
    }

    Sql tooOld(Arm arm, Instant now, Sql tooOld) {
        return Sql.text("SELECT COUNT(*)")
                .then(mapping.from())
                .then(" WHERE ")
                .then(Sql.and(List.of(
                        status(arm),
                        mapping.deadline().overdue(arm, now, Optional.empty()),
                        tooOld,
                        mapping.selection().wanted(now))));
    }

    /** Without the rule's further conditions, which no index holds: an answer too early wakes the engine once for nothing. */
    Sql next(Arm arm, Instant after, Duration length) {
        TimeColumnSql time = mapping.deadline().column(arm);
        return Sql.text("SELECT ")
                .then(time.select("o"))
                .then(mapping.from())
                .then(" WHERE ")
                .then(Sql.and(List.of(status(arm), mapping.deadline().next(arm, after, length))))
                .then(orderByTime(time))
                .then(" LIMIT 1");
    }

    /** The clock as of the statement's begin, then {@link #next} of each arm and length. */
    Sql look(List<Arm> arms, Instant from) {
        List<Sql> columns = new ArrayList<>();
        columns.add(mapping.dialect().nowOfStatement().inParentheses());
        for (Arm arm : arms) {
            mapping.deadline()
                    .lengths(arm)
                    .forEach(length ->
                            columns.add(next(arm, from.minus(LEAST), length).inParentheses()));
        }
        return Sql.text("SELECT ").then(Sql.join(", ", columns));
    }

    private Sql orderByTime(TimeColumnSql time) {
        Sql by = Sql.text(" ORDER BY ");
        Sql prefix = mapping.dialect().sortsByWholeIndex()
                ? by.then(mapping.status().column().of("o")).then(", ")
                : by;
        return prefix.then(time.column().of("o"));
    }

    private Sql status(Arm arm) {
        return mapping.status().column().of("o").then(" = ").then(value(arm.status()));
    }

    private Sql anyOpen() {
        List<Sql> values = mapping.status().open().stream().map(this::value).toList();
        return mapping.status()
                .column()
                .of("o")
                .then(" IN ")
                .then(Sql.join(", ", values).inParentheses());
    }

    private Sql value(String status) {
        return mapping.dialect()
                .partialIndexLiteral(status)
                .orElseGet(() -> Sql.value(mapping.status().column().bind(status)));
    }
}
