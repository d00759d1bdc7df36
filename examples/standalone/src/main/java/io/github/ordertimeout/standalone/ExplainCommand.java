package io.github.ordertimeout.standalone;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.ordertimeout.Explanation;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;
import java.time.Instant;
import java.util.List;

/** Why an order is or is not closed, per rule. */
final class ExplainCommand implements Command {
    @Override
    public ExitCode run(Invocation invocation) {
        String order = invocation.arguments().words().get(0);
        try (OpenShop shop = OpenShop.openToRead(invocation.configuration());
                OrderTimeoutEngine engine = shop.workingEngine()) {
            List<Explanation> explanations = engine.explain(order);
            Console console = invocation.console();
            if (console.json()) {
                console.value(json(explanations));
            } else {
                explanations.forEach(explanation -> print(explanation, console));
            }
            if (explanations.isEmpty()) {
                console.err().println("No rule knows an order with the id or number " + order);
                return ExitCode.FAILED;
            }
            return ExitCode.SOUND;
        }
    }

    private static ArrayNode json(List<Explanation> explanations) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Explanation it : explanations) {
            var object = array.addObject()
                    .put("rule", it.rule())
                    .put("id", it.id())
                    .put("number", it.number().orElse(null))
                    .put("closable", it.closable())
                    .put("verdict", it.verdict());
            it.reasons().forEach(object.putArray("reasons")::add);
            object.put("dueAt", it.dueAt().map(Instant::toString).orElse(null))
                    .put("closesAt", it.closesAt().map(Instant::toString).orElse(null));
        }
        return array;
    }

    private static void print(Explanation it, Console console) {
        String name =
                it.number().map(number -> number + " (id " + it.id() + ")").orElse(it.id());
        console.line("Order " + name + ", rule " + it.rule() + ": " + it.verdict());
        it.reasons().forEach(reason -> console.line("  " + reason));
        it.dueAt()
                .ifPresent(due -> console.line("  due " + due
                        + it.closesAt()
                                .filter(closes -> !closes.equals(due))
                                .map(closes -> ", closes at " + closes)
                                .orElse("")));
    }
}
