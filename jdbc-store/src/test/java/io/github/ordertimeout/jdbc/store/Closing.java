package io.github.ordertimeout.jdbc.store;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.SettingsParser;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Cursor;
import io.github.ordertimeout.scan.ScanPage;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.store.RuleStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** One pass without an engine: every page of every arm, closed. */
public final class Closing {
    private Closing() {}

    /** A rule from configuration lines, {@code key: value} each. */
    public static Rule rule(String lines) {
        Map<String, String> properties = new LinkedHashMap<>();
        lines.lines().filter(line -> !line.isBlank()).forEach(line -> {
            int colon = line.indexOf(": ");
            properties.put(
                    "rules.unpaid." + line.substring(0, colon).strip(),
                    line.substring(colon + 2).strip());
        });
        return SettingsParser.parse(ConfigSources.tree(properties)).rules().get("unpaid");
    }

    /** Closes everything overdue. */
    public static List<ClosedOrder> all(RuleStore rule, Instant now, int pageSize) {
        List<ClosedOrder> closed = new ArrayList<>();
        for (Arm arm : rule.scanner().arms()) {
            Optional<Cursor> after = Optional.empty();
            do {
                ScanPage page = rule.scanner().nextPage(new ScanRequest(arm, now, Optional.empty(), after, pageSize));
                List<OrderSnapshot> candidates = page.orders().stream()
                        .filter(order -> !order.paidEvidence())
                        .toList();
                if (!candidates.isEmpty()) {
                    closed.addAll(close(rule, candidates, now).closed());
                }
                after = page.next();
            } while (after.isPresent());
        }
        return closed;
    }

    public static CloseResult close(RuleStore rule, List<OrderSnapshot> orders, Instant now) {
        return rule.closer().close(batch(orders, now, InClosingTransaction.NOTHING));
    }

    public static CloseBatch batch(List<OrderSnapshot> orders, Instant now, InClosingTransaction work) {
        return new CloseBatch(
                UUID.randomUUID().toString(), orders, now, CloseCause.timeout("unpaid"), List.of("none"), work);
    }

    public static List<String> ids(List<ClosedOrder> closed) {
        return closed.stream().map(order -> order.order().id()).toList();
    }
}
