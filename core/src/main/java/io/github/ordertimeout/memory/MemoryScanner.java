package io.github.ordertimeout.memory;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Arms;
import io.github.ordertimeout.scan.Cursor;
import io.github.ordertimeout.scan.Look;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.scan.Overlooked;
import io.github.ordertimeout.scan.ScanPage;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.scan.Tenants;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/** Finds a rule's overdue orders by plain reads, a page ordered by time and id after another. */
final class MemoryScanner implements OrderScanner {
    private final Rule rule;
    private final OrderRows rows;
    private final List<Arm> arms;
    private final Supplier<MemoryTransaction> primary;
    private final Supplier<MemoryTransaction> reader;
    private final Supplier<Instant> clock;

    /** Pages and counts come from {@code reader}, which may lag; an order looked at by name comes from the primary. */
    MemoryScanner(
            Rule rule,
            OrderRows rows,
            Supplier<MemoryTransaction> primary,
            Supplier<MemoryTransaction> reader,
            Supplier<Instant> clock) {
        this.rule = rule;
        this.rows = rows;
        this.arms = Arms.of(rule, rule.status().open());
        this.primary = primary;
        this.reader = reader;
        this.clock = clock;
    }

    @Override
    public List<Arm> arms() {
        return arms;
    }

    @Override
    public ScanPage nextPage(ScanRequest request) {
        List<Place> rest = rest(request);
        List<Place> page = rest.subList(0, Math.min(request.limit(), rest.size()));
        Optional<Cursor> next = rest.size() > page.size()
                ? Optional.of(page.get(page.size() - 1).cursor())
                : Optional.empty();
        return new ScanPage(
                page.stream().map(place -> rows.snapshot(place.row())).toList(), next);
    }

    @Override
    public Optional<Instant> nextDue(Arm arm, Instant after) {
        return read(reader, row -> rows.deadline().inArm(arm, row).isPresent() && isCandidate(arm, row)).stream()
                .flatMap(row -> rows.deadline().closesAt(row).stream())
                .filter(at -> at.isAfter(after))
                .min(Comparator.naturalOrder());
    }

    @Override
    public Optional<Look> look(Instant from) {
        Instant now = clock.get();
        Instant before = from.minusNanos(1);
        return Optional.of(new Look(
                now, arms.stream().flatMap(arm -> nextDue(arm, before).stream()).min(Comparator.naturalOrder())));
    }

    @Override
    public long countRest(ScanRequest request) {
        return rest(request).size();
    }

    @Override
    public long countOpen(Instant now) {
        return read(reader, row -> rows.isOpen(row) && rows.isSelected(row)).size();
    }

    @Override
    public long countTooOld(Instant now) {
        return read(reader, row -> rows.isOpen(row) && rows.isSelected(row)).stream()
                .filter(row ->
                        rows.deadline().isOverdue(row, now) && rows.deadline().isTooOld(row, now))
                .count();
    }

    @Override
    public Optional<Overlooked> overlooked(Instant now) {
        return read(
                        primary,
                        row -> rows.deadline().isOverdue(row, now)
                                && !rows.deadline().isTooOld(row, now)
                                && !rows.showsPayment(row)
                                && !rows.isClosed(row)
                                && (rows.isSelected(row)
                                        ? !rows.isOpen(row)
                                        : rows.isOpen(row)
                                                && rule.status().closed().isPresent()))
                .stream()
                .findFirst()
                .map(row -> new Overlooked(
                        row.key(),
                        rows.status(row),
                        rows.isSelected(row) ? Overlooked.By.STATUS : Overlooked.By.WHERE));
    }

    @Override
    public List<OrderFinding> find(String idOrNumber, Instant now) {
        return read(primary, row -> isNamed(row, idOrNumber)).stream()
                .map(row -> new OrderFinding(
                        rows.snapshot(row),
                        rows.isOpen(row),
                        rows.bearsAClose(row),
                        rows.isPaid(row),
                        rows.unmet(row),
                        rows.deadline().isTooOld(row, now)))
                .toList();
    }

    private List<Place> rest(ScanRequest request) {
        return read(
                        reader,
                        row -> isCandidate(request.arm(), row)
                                && isIn(request.shard(), row)
                                && isOf(request.tenants(), row))
                .stream()
                .filter(row -> isWanted(row, request))
                .flatMap(row -> rows.deadline().inArm(request.arm(), row).map(time -> new Place(time, row)).stream())
                .filter(place -> request.after().map(place::isAfter).orElse(true))
                .sorted(Place.ORDER)
                .toList();
    }

    private boolean isCandidate(Arm arm, MemoryRow row) {
        return rows.hasStatus(row, List.of(arm.status())) && rows.isSelected(row);
    }

    private static boolean isIn(Shard shard, MemoryRow row) {
        if (shard.isWhole()) {
            return true;
        }
        CRC32 hash = new CRC32();
        hash.update(row.key().getBytes(StandardCharsets.UTF_8));
        return hash.getValue() % shard.total() == shard.index();
    }

    private boolean isOf(Tenants tenants, MemoryRow row) {
        return tenants.isAll()
                || tenants.only()
                        == tenants.values()
                                .contains(rule.scan().fairBy().map(row::get).map(Values::text));
    }

    private boolean isWanted(MemoryRow row, ScanRequest request) {
        return rows.deadline().isOverdue(row, request.now())
                && !rows.deadline().isTooOld(row, request.now())
                && rows.deadline()
                        .closesAt(row)
                        .filter(at -> request.dueSince()
                                .map(since -> !at.isBefore(since))
                                .orElse(true))
                        .isPresent();
    }

    private boolean isNamed(MemoryRow row, String idOrNumber) {
        return row.key().equals(idOrNumber)
                || rows.number(row).filter(idOrNumber::equals).isPresent();
    }

    private List<MemoryRow> read(Supplier<MemoryTransaction> from, Predicate<MemoryRow> where) {
        try (MemoryTransaction transaction = from.get()) {
            return transaction.select(rule.table(), where);
        }
    }

    /** Where a row stands in its arm. */
    private record Place(Instant time, MemoryRow row) {
        static final Comparator<Place> ORDER = Comparator.comparing(Place::time)
                .thenComparing(place -> place.row().key(), RowId.KEY_ORDER);

        Cursor cursor() {
            return new MemoryCursor(time, row.key());
        }

        boolean isAfter(Cursor cursor) {
            MemoryCursor end = (MemoryCursor) cursor;
            int byTime = time.compareTo(end.time());
            return byTime > 0 || (byTime == 0 && RowId.KEY_ORDER.compare(row.key(), end.key()) > 0);
        }
    }

    /** The place of a page's last row. */
    private record MemoryCursor(Instant time, String key) implements Cursor {}
}
