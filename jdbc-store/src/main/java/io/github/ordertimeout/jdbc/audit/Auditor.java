package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.mapping.RuleMapper;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.store.StateStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Reconciles: what was closed and is not released, released in part or too often, released and open again, paid after the close,
 * owed back and not refunded, or closed by somebody else. Reads the ledger, the payments and the closed orders of one table after
 * the other, each by a key and a page at a time.
 */
public final class Auditor {
    private final Database database;
    private final OwnTables tables;
    private final StateStore states;

    /** Of these tables. */
    public Auditor(Database database, OwnTables tables, StateStore states) {
        this.database = database;
        this.tables = tables;
        this.states = states;
    }

    /** A walk of one source. */
    private record Part(String source, Walk walk) {}

    /**
     * Hands over what is found.
     *
     * @return false where the reader ended it
     * @throws ConfigurationException if a rule does not fit its table, or the place to begin is of a table that no rule names
     */
    public boolean audit(AuditRequest request, AuditReader reader) {
        Instant now = database.now();
        KeptPlace kept = new KeptPlace(states, request.settings());
        if (request.after().isPresent()) {
            Place begin = request.after().get().place();
            List<Part> parts = parts(request, now, begin.since());
            return go(parts, find(parts, begin).orElseThrow(() -> gone(begin)), begin, request, reader, kept);
        }
        Optional<Place> earlier = request.resumable() ? kept.read() : Optional.empty();
        if (earlier.isPresent()) {
            List<Part> parts = parts(request, now, earlier.get().since());
            OptionalInt part = find(parts, earlier.get());
            if (part.isPresent()) {
                return go(parts, part.getAsInt(), earlier.get(), request, reader, kept);
            }
        }
        // As exactly as a cursor tells it: a continued audit asks of the same orders.
        Instant since = now.minus(request.since()).truncatedTo(ChronoUnit.MILLIS);
        return go(parts(request, now, since), 0, Place.end(since), request, reader, kept);
    }

    private static boolean go(
            List<Part> parts, int first, Place begin, AuditRequest request, AuditReader reader, KeptPlace kept) {
        int next = first;
        List<String> key = begin.after();
        while (next < parts.size()) {
            Walk.Step step = parts.get(next).walk().after(key);
            next += step.last().isPresent() ? 0 : 1;
            key = step.last().orElse(List.of());
            Place place = next == parts.size()
                    ? Place.end(begin.since())
                    : new Place(
                            begin.since(),
                            parts.get(next).source(),
                            parts.get(next).walk().name(),
                            key);
            boolean goOn = reader.page(new AuditPage(step.faults(), step.rows(), place.cursor(), place.isEnd()));
            if (request.resumable()) {
                kept.keep(place);
            }
            if (!goOn) {
                return place.isEnd();
            }
        }
        return true;
    }

    private List<Part> parts(AuditRequest request, Instant now, Instant since) {
        List<Part> parts = new ArrayList<>();
        sources(request.settings()).forEach((source, rules) -> {
            AuditedTable table = new AuditedTable(database, tables, source, rules);
            parts.add(new Part(source, new LedgerWalk(table, now, request.pageSize())));
            parts.add(new Part(source, new RefundWalk(table, now, request.pageSize())));
            ElsewhereWalk.of(table, since, request.pageSize()).forEach(walk -> parts.add(new Part(source, walk)));
        });
        return parts;
    }

    private Map<String, Map<String, RuleMapping>> sources(Settings settings) {
        Map<String, Map<String, RuleMapping>> sources = new LinkedHashMap<>();
        settings.rules().values().forEach(rule -> {
            RuleMapping mapping = database.read(session -> RuleMapper.map(rule, session, database.dialect()));
            sources.computeIfAbsent(mapping.source(), source -> new LinkedHashMap<>())
                    .put(rule.name(), mapping);
        });
        return sources;
    }

    private static OptionalInt find(List<Part> parts, Place place) {
        if (place.isEnd()) {
            return OptionalInt.of(parts.size());
        }
        return IntStream.range(0, parts.size())
                .filter(i -> parts.get(i).source().equals(place.source())
                        && parts.get(i).walk().name().equals(place.walk()))
                .findFirst();
    }

    private static ConfigurationException gone(Place place) {
        return new ConfigurationException("The audit cannot go on at " + place.cursor() + ": no rule has that part (`"
                + place.source() + "`, " + place.walk() + ") any more; begin anew");
    }
}
