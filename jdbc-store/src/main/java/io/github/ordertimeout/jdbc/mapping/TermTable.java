package io.github.ordertimeout.jdbc.mapping;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ordertimeout.config.Term;
import io.github.ordertimeout.config.TermQuery;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Terms that stand in another table. They are read again when they are older than the rule allows, and never inside a
 * transaction: a close uses those read last before it began. What cannot be read or understood leaves the last good ones.
 */
final class TermTable {
    private static final Logger LOG = LoggerFactory.getLogger(TermTable.class);
    /** Each is a parameter of the statements, and of some of them three times; databases take 65,535. */
    private static final int MOST_ROWS = 10_000;

    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final String rule;
    private final TermQuery query;
    private final TypedColumn column;
    private final TermCases configured;
    private final Cache<TermQuery, TermCases> fresh;
    private final List<Term> known;
    private volatile TermCases lastGood;

    private TermTable(String rule, TermQuery query, TypedColumn column, TermCases configured, Ticker ticker) {
        this.rule = rule;
        this.query = query;
        this.column = column;
        this.configured = configured;
        this.known = new ArrayList<>(configured.terms());
        this.lastGood = configured;
        this.fresh = Caffeine.newBuilder()
                .expireAfterWrite(query.refresh())
                .ticker(ticker)
                .build();
    }

    /**
     * Reads the terms for the first time.
     *
     * @throws CatalogFault if they cannot be read, or are not understood
     */
    static TermTable open(
            String rule, TermQuery query, TypedColumn column, TermCases configured, Session session, Ticker ticker) {
        TermTable table = new TermTable(rule, query, column, configured, ticker);
        table.lastGood = table.read(session);
        table.fresh.put(query, table.lastGood);
        return table;
    }

    /** As last read. */
    TermCases current() {
        return lastGood;
    }

    /** Reads again what is too old. */
    void refresh(Database database) {
        var unused = fresh.get(query, key -> {
            try {
                lastGood = database.read(this::read);
            } catch (RuntimeException e) {
                LOG.warn(
                        "Rule {}: timeouts-from cannot be read again, so the terms read before stay in force: {}",
                        rule,
                        e instanceof CatalogFault fault
                                ? fault.sentence()
                                : FailureClassifier.classify(e).getMessage());
            }
            return lastGood;
        });
    }

    private TermCases read(Session session) {
        Map<String, Term> terms = new LinkedHashMap<>();
        for (Entry entry : entries(session)) {
            if (terms.put(entry.value(), entry.term()) != null) {
                throw new CatalogFault("the query returns `" + column.name() + "` " + entry.value()
                        + " more than once; it must return one term for each");
            }
        }
        if (terms.size() > MOST_ROWS) {
            throw new CatalogFault(
                    "the query returns more than " + MOST_ROWS + " terms; leave out those that equal timeout");
        }
        return cases(terms);
    }

    private record Entry(String value, Term term) {}

    private List<Entry> entries(Session session) {
        List<List<Entry>> rows;
        try {
            rows = session.query(Sql.text(query.query()), this::entry);
        } catch (JdbiException e) {
            throw new CatalogFault("the query '" + query.query() + "' fails: "
                    + FailureClassifier.classify(e).getMessage());
        }
        return rows.stream().flatMap(List::stream).toList();
    }

    /** None where the value is null: no order is found by that. */
    private List<Entry> entry(ResultSet row) throws SQLException {
        if (row.getMetaData().getColumnCount() != 2) {
            throw new CatalogFault("the query returns " + row.getMetaData().getColumnCount()
                    + " columns; it must return two: a value of `" + column.name() + "` and its term");
        }
        String value = column.canonicalText(row, 1);
        return value == null ? List.of() : List.of(new Entry(column.canonical(value), term(value, row.getString(2))));
    }

    private Term term(String value, @Nullable String length) {
        try {
            return length == null ? Term.NEVER : query.unit().term(new BigDecimal(length.strip()));
        } catch (NumberFormatException e) {
            throw new CatalogFault("the term of " + value + " is '" + length + "', which is no number");
        } catch (IllegalArgumentException e) {
            throw new CatalogFault("the term of " + value + " is " + length + ", which " + e.getMessage());
        }
    }

    /** The longest first: where a collation takes two values for one, the order is closed by the later term. */
    private TermCases cases(Map<String, Term> terms) {
        Map<Integer, List<String>> values = new TreeMap<>(Comparator.comparing(
                        (Integer index) -> known.get(index).length().orElse(FOREVER))
                .reversed());
        synchronized (known) {
            terms.forEach((value, term) ->
                    values.computeIfAbsent(index(term), i -> new ArrayList<>()).add(value));
            Map<Integer, Sql> cases = new LinkedHashMap<>(configured.cases());
            values.forEach(
                    (index, of) -> cases.put(index, column.of("o").then(" IN ").then(ConditionSql.list(column, of))));
            return new TermCases(cases, known, configured.fallback());
        }
    }

    /** The same for equal terms for ever; never one of those that are configured, whose order of matching is another. */
    private int index(Term term) {
        int above = configured.fallback() + 1;
        int found = known.subList(above, known.size()).indexOf(term);
        if (found < 0) {
            known.add(term);
            return known.size() - 1;
        }
        return above + found;
    }
}
