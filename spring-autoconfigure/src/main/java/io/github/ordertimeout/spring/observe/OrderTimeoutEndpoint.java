package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.EngineStatus;
import io.github.ordertimeout.Explanation;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.RuleStatus;
import io.github.ordertimeout.order.OrderTimeoutException;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.lang.Nullable;

/**
 * Actuator endpoint {@code ordertimeout}. What it reads is there by default; what it writes only with {@code
 * management.endpoint.ordertimeout.access=unrestricted}. It shows orders and rows, and nothing of the configuration.
 *
 * <p>Parameters that may be missing are marked by Spring's own annotation, the only one that both Boot lines know.
 */
@Endpoint(id = "ordertimeout", defaultAccess = Access.READ_ONLY)
public final class OrderTimeoutEndpoint {
    private static final int ROWS = 100;
    private static final int MOST_ROWS = 1000;
    private static final String SOMEBODY = "actuator";

    private final OrderTimeoutEngine engine;

    /** Shows this engine. */
    public OrderTimeoutEndpoint(OrderTimeoutEngine engine) {
        this.engine = engine;
    }

    /** How the engine's work goes. */
    @ReadOperation
    public Map<String, Object> state() {
        return StatusText.engine(engine.health(), engine.status());
    }

    /**
     * {@code rules}, {@code passes} or {@code compensations}; anything else is not found.
     *
     * @param after of compensations: those after this row number
     * @param limit of compensations: at most so many, 100 by default
     */
    @ReadOperation
    @Nullable
    public Object view(@Selector String view, @Nullable Long after, @Nullable Integer limit) {
        EngineStatus status = engine.status();
        return switch (view) {
            case "rules" -> StatusText.rules(status);
            case "passes" -> passes(status);
            case "compensations" ->
                Map.of(
                        "rows",
                        engine
                                .compensations(
                                        after == null ? 0 : after,
                                        limit == null ? ROWS : Math.max(1, Math.min(limit, MOST_ROWS)))
                                .stream()
                                .map(StatusText::row)
                                .toList());
            default -> null;
        };
    }

    private static Map<String, Object> passes(EngineStatus status) {
        Map<String, Object> shown = new LinkedHashMap<>();
        status.rules().forEach((name, rule) -> shown.put(name, StatusText.passes(rule)));
        return shown;
    }

    /** {@code rules/RULE}, {@code passes/RULE}, or {@code explain/ID} by id or number; anything else is not found. */
    @ReadOperation
    @Nullable
    public Object one(@Selector String view, @Selector String id) {
        Optional<RuleStatus> rule = Optional.ofNullable(engine.status().rules().get(id));
        return switch (view) {
            case "rules" -> rule.map(StatusText::rule).orElse(null);
            case "passes" -> rule.map(StatusText::passes).orElse(null);
            case "explain" -> explained(id);
            default -> null;
        };
    }

    @Nullable
    private Object explained(String id) {
        List<Explanation> explained = engine.explain(id);
        return explained.isEmpty()
                ? null
                : explained.stream().map(StatusText::explanation).toList();
    }

    /** {@code run}: one full pass of every rule, with the due compensation work, before the answer. */
    @WriteOperation
    public Map<String, Object> all(@Selector String action) {
        if (!action.equals("run")) {
            throw refused(action);
        }
        PassReport report = engine.runOnce();
        Map<String, Object> rules = new LinkedHashMap<>();
        report.rules().forEach((name, rule) -> rules.put(name, StatusText.report(rule)));
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("rules", rules);
        shown.put("compensation", StatusText.counts(report.compensation()));
        shown.put("durationMillis", report.duration().toMillis());
        return shown;
    }

    /**
     * {@code pause/RULE}, {@code resume/RULE}, {@code retry/ROW}, {@code discard/ROW}, {@code cancel/ID}. Of several data sources a
     * row may be written {@code ds0:17}, and an order {@code ds0.orders_07:42}.
     *
     * @param reason of a pause or a cancel
     */
    @WriteOperation
    public Map<String, Object> one(
            @Selector String action, @Selector String target, @Nullable String reason, SecurityContext caller) {
        String why = reason == null ? "" : reason;
        try {
            return switch (action) {
                case "pause" -> pause(target, why.isBlank() ? "by " + name(caller) : why);
                case "resume" -> Map.of("rule", target, "resumed", engine.resume(target));
                case "retry" ->
                    Map.of(
                            "row",
                            row(target),
                            "retried",
                            dataSource(target)
                                    .map(name -> engine.retry(name, row(target)))
                                    .orElseGet(() -> engine.retry(row(target))));
                case "discard" ->
                    Map.of(
                            "row",
                            row(target),
                            "discarded",
                            dataSource(target)
                                    .map(name -> engine.discard(name, row(target)))
                                    .orElseGet(() -> engine.discard(row(target))));
                case "cancel" -> cancel(target, why, name(caller));
                default -> throw refused(action);
            };
        } catch (IllegalArgumentException | OrderTimeoutException e) {
            throw new InvalidEndpointRequestException(
                    String.valueOf(e.getMessage()), String.valueOf(e.getMessage()), e);
        }
    }

    private Map<String, Object> pause(String rule, String reason) {
        engine.pause(rule, reason);
        return Map.of("rule", rule, "paused", true);
    }

    private Map<String, Object> cancel(String id, String reason, String actor) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("A cancel needs a reason: it stands in the ledger");
        }
        return Map.of(
                "id", id, "result", engine.cancel(id, reason, actor).name().toLowerCase(Locale.ROOT));
    }

    /** {@code ds0:17} is row 17 of data source ds0. */
    private static Optional<String> dataSource(String row) {
        int colon = row.lastIndexOf(':');
        return colon < 0 ? Optional.empty() : Optional.of(row.substring(0, colon));
    }

    private static long row(String text) {
        try {
            return Long.parseLong(text.substring(text.lastIndexOf(':') + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no row number", e);
        }
    }

    private static String name(SecurityContext caller) {
        Principal principal = caller.getPrincipal();
        return principal == null ? SOMEBODY : principal.getName();
    }

    private static InvalidEndpointRequestException refused(String action) {
        return new InvalidEndpointRequestException(
                "There is no operation '" + action + "'",
                "There are run, pause/RULE, resume/RULE, retry/ROW, discard/ROW and cancel/ID");
    }
}
