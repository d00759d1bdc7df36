package io.github.ordertimeout.simulation;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.memory.MemoryDatabase;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.memory.MemoryTransaction;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Arms;
import io.github.ordertimeout.scan.Cursor;
import io.github.ordertimeout.scan.Look;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.scan.ScanPage;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.scan.Tenants;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A scanner, sketched: everything overdue in one order of time and id, so that the first arm finds all there is. */
record SketchScanner(
        Rule rule,
        SketchOracle oracle,
        OrderScanner real,
        MemoryDatabase database,
        Optional<ProviderCalls> provider,
        DeliberateBug bug)
        implements OrderScanner {
    private static final Comparator<String> BY_ID =
            Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());

    private record Place(Instant time, String id) implements Cursor {}

    @Override
    public List<Arm> arms() {
        List<Arm> arms = Arms.of(rule, rule.status().open());
        return arms.isEmpty() ? arms : arms.subList(0, 1);
    }

    @Override
    public ScanPage nextPage(ScanRequest request) {
        List<MemoryRow> rest;
        try {
            rest = rest(request);
        } catch (RuntimeException e) {
            if (bug == DeliberateBug.SCAN_ERROR_SWALLOWED) {
                return new ScanPage(List.of(), Optional.empty());
            }
            throw e;
        }
        List<MemoryRow> page = rest.subList(0, Math.min(request.limit(), rest.size()));
        Optional<Cursor> next =
                page.size() == rest.size() ? Optional.empty() : Optional.of(place(page.get(page.size() - 1)));
        List<OrderSnapshot> orders = page.stream().map(oracle::snapshot).toList();
        if (bug == DeliberateBug.CANCEL_AT_THE_SCAN) {
            provider.filter(ProviderCalls::canCancel)
                    .ifPresent(calls -> orders.forEach(order -> {
                        CancelAnswer unheard = calls.cancel(order, Optional.empty());
                    }));
        }
        return new ScanPage(orders, next);
    }

    private List<MemoryRow> rest(ScanRequest request) {
        return read(row -> oracle.isToBeScanned(row, request.now())
                        && isIn(request.shard(), row)
                        && isOf(request.tenants(), row)
                        && isBehind(row, request))
                .stream()
                .sorted(Comparator.comparing((MemoryRow row) -> place(row).time())
                        .thenComparing(MemoryRow::key, BY_ID))
                .toList();
    }

    private static boolean isIn(Shard shard, MemoryRow row) {
        return Math.floorMod((row.key().hashCode() * 2_654_435_761L) >> 16, shard.total()) == shard.index();
    }

    private boolean isOf(Tenants tenants, MemoryRow row) {
        Optional<String> tenant = rule.scan().fairBy().map(row::text).filter(text -> !text.isEmpty());
        return tenants.isAll() || tenants.only() == tenants.values().contains(tenant);
    }

    private boolean isBehind(MemoryRow row, ScanRequest request) {
        Place place = place(row);
        if (request.dueSince().filter(place.time()::isBefore).isPresent()) {
            return false;
        }
        if (request.after().isEmpty()) {
            return true;
        }
        Place last = (Place) request.after().get();
        int byTime = place.time().compareTo(last.time());
        int byId = BY_ID.compare(place.id(), last.id());
        return switch (bug) {
            case CURSOR_BY_TIME -> byTime > 0;
            case CURSOR_BY_ID -> byId > 0;
            default -> byTime > 0 || (byTime == 0 && byId > 0);
        };
    }

    private Place place(MemoryRow row) {
        return new Place(oracle.closesAt(row).orElse(Instant.MAX), row.key());
    }

    @Override
    public Optional<Instant> nextDue(Arm arm, Instant after) {
        return read(row -> oracle.isOpen(row) && oracle.isSelected(row)).stream()
                .flatMap(row -> oracle.closesAt(row).stream())
                .filter(at -> at.isAfter(after))
                .min(Comparator.naturalOrder());
    }

    @Override
    public Optional<Look> look(Instant from) {
        Optional<Instant> next = arms().stream().findFirst().flatMap(arm -> nextDue(arm, from.minusNanos(1)));
        return real.look(from).map(look -> new Look(look.now(), next));
    }

    private List<MemoryRow> read(Predicate<MemoryRow> where) {
        try (MemoryTransaction transaction = database.begin()) {
            return transaction.select(rule.table(), where);
        }
    }

    @Override
    public long countRest(ScanRequest request) {
        int rest = rest(request).size();
        return bug == DeliberateBug.BRAKE_BY_THE_PAGE ? Math.min(rest, request.limit()) : rest;
    }

    @Override
    public long countOpen(Instant now) {
        return real.countOpen(now);
    }

    @Override
    public long countTooOld(Instant now) {
        return bug == DeliberateBug.MAX_AGE_IGNORED ? 0 : real.countTooOld(now);
    }

    @Override
    public List<OrderFinding> find(String idOrNumber, Instant now) {
        return real.find(idOrNumber, now);
    }
}
