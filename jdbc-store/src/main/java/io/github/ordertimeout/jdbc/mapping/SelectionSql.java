package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.SqlTemplate;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which rows the rule speaks of and which of them show signs of a payment, on alias {@code o}. */
public final class SelectionSql {
    private final List<NamedCondition> where;
    private final Optional<SqlTemplate> whereSql;
    private final List<NamedCondition> evidence;
    private final Optional<SqlTemplate> evidenceSql;
    private final List<NamedCondition> paidWhen;
    private final RowParameters parameters;

    SelectionSql(
            List<NamedCondition> where,
            Optional<SqlTemplate> whereSql,
            List<NamedCondition> evidence,
            Optional<SqlTemplate> evidenceSql,
            List<NamedCondition> paidWhen,
            RowParameters parameters) {
        this.where = List.copyOf(where);
        this.whereSql = whereSql;
        this.evidence = List.copyOf(evidence);
        this.evidenceSql = evidenceSql;
        this.paidWhen = List.copyOf(paidWhen);
        this.parameters = parameters;
    }

    /** The conditions of {@code where}. */
    public List<NamedCondition> where() {
        return where;
    }

    /** The trusted condition of {@code where-sql}. */
    public Optional<Sql> whereSql(Instant now) {
        return whereSql.map(template -> TemplateSql.condition(template, parameters.at(now)));
    }

    /** {@code where} and {@code where-sql}. */
    public Sql wanted(Instant now) {
        List<Sql> all = new ArrayList<>();
        where.forEach(condition -> all.add(condition.sql()));
        whereSql(now).ifPresent(all::add);
        return Sql.and(all);
    }

    /** The row shows signs of a payment: evidence, or all of {@code paid-when}; may be null, so wrap it in {@link Flag}. */
    public Sql paid(Instant now) {
        List<Sql> any = new ArrayList<>();
        evidence.forEach(condition -> any.add(condition.sql()));
        evidenceSql.ifPresent(template -> any.add(TemplateSql.condition(template, parameters.at(now))));
        if (!paidWhen.isEmpty()) {
            any.add(Sql.and(paidWhen.stream().map(NamedCondition::sql).toList()));
        }
        return Sql.or(any);
    }

    /** Which sign of a payment the row shows first, from 1 on; 0 where it shows none. Never null. */
    public Sql sign(Instant now) {
        List<Sql> signs = new ArrayList<>();
        evidence.forEach(condition -> signs.add(condition.sql()));
        evidenceSql.ifPresent(template -> signs.add(TemplateSql.condition(template, parameters.at(now))));
        if (!paidWhen.isEmpty()) {
            signs.add(Sql.and(paidWhen.stream().map(NamedCondition::sql).toList()));
        }
        List<Sql> numbers = IntStream.rangeClosed(1, signs.size())
                .mapToObj(number -> Sql.text(Integer.toString(number)))
                .toList();
        return Flag.firstOf(signs, numbers, Sql.text("0"));
    }

    /** The columns that signs are read from, in the order in which {@link #said} takes their values. */
    List<TypedColumn> signColumns() {
        return Stream.concat(evidence.stream(), paidWhen.stream())
                .map(NamedCondition::column)
                .toList();
    }

    /**
     * A sign for a person: {@code `payment_time` is 2026-03-01 09:58:12 (paid-evidence)}.
     *
     * @param sign its number, as {@link #sign} tells it
     * @param values of {@link #signColumns}, as canonical text
     */
    Optional<String> said(int sign, List<@Nullable String> values) {
        if (sign <= 0) {
            return Optional.empty();
        }
        if (sign <= evidence.size()) {
            return Optional.of(evidence.get(sign - 1).met(values.get(sign - 1)) + " (paid-evidence)");
        }
        if (evidenceSql.isPresent() && sign == evidence.size() + 1) {
            return Optional.of("paid-evidence-sql holds");
        }
        return Optional.of(IntStream.range(0, paidWhen.size())
                        .mapToObj(i -> paidWhen.get(i).met(values.get(evidence.size() + i)))
                        .collect(Collectors.joining(" and "))
                + " (paid-when)");
    }
}
