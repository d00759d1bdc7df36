package io.github.ordertimeout.jdbc.scan;

import io.github.ordertimeout.jdbc.mapping.Flag;
import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.scan.Overlooked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Orders that look overdue and that a rule leaves out, as statements. No index serves them: they are asked seldom. */
final class OverlookedSql {
    private final RuleMapping mapping;
    private final OrderSelect select;

    OverlookedSql(RuleMapping mapping, OrderSelect select) {
        this.mapping = mapping;
        this.select = select;
    }

    /** By what may have been written wrongly; nothing where the rule has no such key. */
    List<Overlooked.By> ways() {
        boolean hasWhere = !mapping.selection().where().isEmpty()
                || mapping.rule().selection().whereSql().isPresent();
        // Where on-close marks the close, closed orders have an open status and are left out by where.
        return hasWhere && mapping.status().closed().isPresent()
                ? List.of(Overlooked.By.STATUS, Overlooked.By.WHERE)
                : List.of(Overlooked.By.STATUS);
    }

    Sql first(Overlooked.By by, Instant now) {
        Sql paid = mapping.selection().paid(now);
        List<Sql> all = new ArrayList<>();
        Sql wanted = mapping.selection().wanted(now);
        if (by == Overlooked.By.STATUS) {
            Stream.of(
                            mapping.status().open(),
                            mapping.status().paid(),
                            mapping.status().closed().stream().toList())
                    .flatMap(List::stream)
                    .forEach(status -> all.add(mapping.status()
                            .column()
                            .of("o")
                            .then(" <> ")
                            .then(mapping.status().column().bind(status))));
            all.add(wanted);
        } else {
            all.add(mapping.status().isOpen("o"));
            all.add(Flag.not(wanted));
        }
        all.add(mapping.deadline().overdue(now));
        mapping.deadline().tooOld(now).ifPresent(tooOld -> all.add(Flag.not(tooOld)));
        all.add(Flag.not(paid));
        return Sql.text("SELECT ")
                .then(select.list(Flag.of(paid)))
                .then(mapping.from())
                .then(" WHERE ")
                .then(Sql.and(all))
                .then(" LIMIT 1");
    }
}
