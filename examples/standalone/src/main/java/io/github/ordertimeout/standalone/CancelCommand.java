package io.github.ordertimeout.standalone;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.ordertimeout.AmbiguousOrderException;
import io.github.ordertimeout.CloseAnswer;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.standalone.arguments.OptionName;
import io.github.ordertimeout.standalone.arguments.UsageException;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;

/** A person's cancel: closed is 0; what may not be closed, failed or is not there is 1. */
final class CancelCommand implements Command {
    @Override
    public ExitCode run(Invocation invocation) {
        String order = invocation.arguments().words().get(0);
        String reason = invocation.arguments().value(OptionName.REASON).orElse("");
        try (OpenShop shop = OpenShop.open(invocation.configuration());
                OrderTimeoutEngine engine = shop.workingEngine()) {
            CloseAnswer answer = engine.cancel(order, reason, System.getProperty("user.name", "runner"));
            return switch (answer) {
                case CLOSED -> print(invocation.console(), order, "closed", "Order " + order + " is closed: " + reason);
                case NOT_CLOSED ->
                    print(
                            invocation.console(),
                            order,
                            "lost_race",
                            "Order " + order + " may not be closed now: `explain " + order + "` says why");
                case NOT_FOUND ->
                    print(
                            invocation.console(),
                            order,
                            "not_found",
                            "No rule knows an order with the id or number " + order);
            };
        } catch (AmbiguousOrderException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private static ExitCode print(Console console, String order, String result, String sentence) {
        boolean closed = result.equals("closed");
        if (console.json()) {
            console.value(JsonNodeFactory.instance.objectNode().put("id", order).put("result", result));
        } else {
            (closed ? console.out() : console.err()).println(sentence);
        }
        return closed ? ExitCode.SOUND : ExitCode.FAILED;
    }
}
