package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.SqlTemplate;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
}
