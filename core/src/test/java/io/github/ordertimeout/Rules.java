package io.github.ordertimeout;

import io.github.ordertimeout.config.CloseSettings;
import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.Deadline;
import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.OnClose;
import io.github.ordertimeout.config.PaymentMapping;
import io.github.ordertimeout.config.PaymentSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.SafetySettings;
import io.github.ordertimeout.config.ScanSettings;
import io.github.ordertimeout.config.Selection;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.config.StatusMapping;
import io.github.ordertimeout.config.Term;
import io.github.ordertimeout.config.TermRule;
import io.github.ordertimeout.config.TimeColumn;
import io.github.ordertimeout.config.TimeKind;
import io.github.ordertimeout.config.Timetable;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules for tests: a table {@code orders} with id, number, status (0 open, 1 paid, 4 closed), created_at and due_at. */
public final class Rules {
    private String name = "unpaid";
    private String table = "orders";
    private List<String> open = List.of("0");
    private Optional<String> closed = Optional.of("4");
    private List<String> paid = List.of("1");
    private Optional<TimeColumn> due = Optional.empty();
    private Optional<TimeColumn> created = Optional.empty();
    private Term timeout = Term.NEVER;
    private List<TermRule> timeoutsBy = List.of();
    private Duration grace = Duration.ZERO;
    private Optional<Duration> maxAge = Optional.empty();
    private final Map<String, Condition> where = new LinkedHashMap<>();
    private final Map<String, Condition> evidence = new LinkedHashMap<>();
    private final Map<String, SetValue> set = new LinkedHashMap<>();
    private final List<String> columns = new ArrayList<>();
    private @Nullable Inventory inventory;
    private ScanSettings scan = ScanSettings.DEFAULT;
    private CloseSettings close =
            new CloseSettings(CloseSettings.Mode.CLOSE, 1, Duration.ofSeconds(1), Duration.ofSeconds(30));

    private PaymentSettings payment = PaymentSettings.DEFAULT;
    private SafetySettings safety = SafetySettings.DEFAULT;
    private PaymentMapping paymentMapping = PaymentMapping.NONE;

    private Rules() {}

    /** By creation time plus a term: {@code 15m} or {@code never}. */
    public static Rules created(String term) {
        Rules rules = new Rules();
        rules.created = Optional.of(time("created_at"));
        rules.timeout = term(term);
        return rules;
    }

    /** By deadline only. */
    public static Rules due() {
        Rules rules = new Rules();
        rules.due = Optional.of(time("due_at"));
        return rules;
    }

    /** By deadline, else by creation time plus a term. */
    public static Rules dueOrCreated(String term) {
        Rules rules = created(term);
        rules.due = Optional.of(time("due_at"));
        return rules;
    }

    public static Term term(String text) {
        return text.equals("never")
                ? Term.NEVER
                : Term.of(Duration.parse("PT" + text.toUpperCase(java.util.Locale.ROOT)));
    }

    private static TimeColumn time(String column) {
        return new TimeColumn(column, TimeKind.AUTO, Optional.of((ZoneId) ZoneOffset.UTC));
    }

    public Rules name(String value) {
        name = value;
        return this;
    }

    public Rules table(String value) {
        table = value;
        return this;
    }

    public Rules open(String... values) {
        open = List.of(values);
        return this;
    }

    public Rules closeThreads(int value) {
        close = new CloseSettings(CloseSettings.Mode.CLOSE, value, Duration.ofSeconds(1), Duration.ofSeconds(30));
        return this;
    }

    public Rules closed(String value) {
        closed = value.isEmpty() ? Optional.empty() : Optional.of(value);
        return this;
    }

    public Rules paid(String... values) {
        paid = List.of(values);
        return this;
    }

    public Rules timeoutsBy(TermRule... terms) {
        timeoutsBy = List.of(terms);
        return this;
    }

    public Rules grace(Duration value) {
        grace = value;
        return this;
    }

    public Rules maxAge(Duration value) {
        maxAge = Optional.of(value);
        return this;
    }

    public Rules where(String column, Condition condition) {
        where.put(column, condition);
        return this;
    }

    public Rules where(String column, String value) {
        return where(column, new Condition.In(List.of(value)));
    }

    public Rules evidence(String column, Condition condition) {
        evidence.put(column, condition);
        return this;
    }

    public Rules onClose(String column, SetValue value) {
        set.put(column, value);
        return this;
    }

    public Rules columns(String... names) {
        columns.addAll(List.of(names));
        return this;
    }

    public Rules inventory(Inventory value) {
        inventory = value;
        return this;
    }

    public Rules scan(ScanSettings value) {
        scan = value;
        return this;
    }

    public Rules timetable(Timetable times) {
        return scan(scan.by(times));
    }

    public Rules batchSize(int size) {
        return scan(new ScanSettings(
                scan.interval(),
                scan.fullInterval(),
                scan.precision(),
                size,
                scan.shards(),
                scan.fairBy(),
                scan.maxPerPass(),
                scan.timeBudget(),
                scan.timetable()));
    }

    public Rules maxPerPass(int most) {
        return scan(new ScanSettings(
                scan.interval(),
                scan.fullInterval(),
                scan.precision(),
                scan.batchSize(),
                scan.shards(),
                scan.fairBy(),
                most,
                scan.timeBudget(),
                scan.timetable()));
    }

    public Rules fairBy(String column) {
        return columns(column)
                .scan(new ScanSettings(
                        scan.interval(),
                        scan.fullInterval(),
                        scan.precision(),
                        scan.batchSize(),
                        scan.shards(),
                        Optional.of(column),
                        scan.maxPerPass(),
                        scan.timeBudget(),
                        scan.timetable()));
    }

    public Rules shards(int number) {
        return scan(new ScanSettings(
                scan.interval(),
                scan.fullInterval(),
                scan.precision(),
                scan.batchSize(),
                number,
                scan.fairBy(),
                scan.maxPerPass(),
                scan.timeBudget(),
                scan.timetable()));
    }

    public Rules close(CloseSettings value) {
        close = value;
        return this;
    }

    public Rules payment(PaymentSettings value) {
        payment = value;
        return this;
    }

    public Rules safety(SafetySettings value) {
        safety = value;
        return this;
    }

    public Rules paymentMapping(PaymentMapping value) {
        paymentMapping = value;
        return this;
    }

    public Rule build() {
        return new Rule(
                name,
                table,
                Optional.empty(),
                "id",
                Optional.of("number"),
                new StatusMapping("status", open, closed, paid),
                new Deadline(due, created, timeout, timeoutsBy, Optional.empty(), grace, maxAge),
                new Selection(where, Optional.empty(), evidence, Optional.empty()),
                Stream.of(
                                columns.stream(),
                                paymentMapping.amountColumn().stream(),
                                paymentMapping.groupColumn().stream())
                        .flatMap(names -> names)
                        .toList(),
                new OnClose(set, List.of(), Map.of()),
                true,
                paymentMapping,
                Optional.ofNullable(inventory),
                scan,
                close,
                safety,
                payment);
    }
}
