package io.github.ordertimeout.standalone;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;
import io.github.ordertimeout.standalone.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;

/** The compensation table. Asks neither rules nor the user's tables: one that is broken is when this is needed. */
final class CompensationsCommand implements Command {
    private static final int PAGE = 500;

    @Override
    public ExitCode run(Invocation invocation) {
        try (OpenShop shop = OpenShop.open(invocation.configuration())) {
            List<CompensationRow> rows = all(shop.store().compensations());
            Console console = invocation.console();
            if (console.json()) {
                console.value(json(rows));
            } else if (rows.isEmpty()) {
                console.line("Nothing waits for compensation.");
            } else {
                console.lines(table(rows));
            }
            return ExitCode.SOUND;
        }
    }

    private static List<CompensationRow> all(CompensationStore store) {
        List<CompensationRow> all = new ArrayList<>();
        List<CompensationRow> page = store.list(0, PAGE);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = store.list(page.get(page.size() - 1).row(), PAGE);
        }
        return all;
    }

    private static ObjectNode json(List<CompensationRow> rows) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode array = json.putArray("rows");
        rows.forEach(it -> array.addObject()
                .put("row", it.row())
                .put("rule", it.what().rule())
                .put("source", it.what().key().source())
                .put("id", it.what().key().id())
                .put("kind", it.what().kind().name())
                .put("type", it.what().type())
                .put("state", it.state().name())
                .put("attempts", it.attempts())
                .put("reason", it.what().reason())
                .put("nextAttemptAt", it.nextAttemptAt().toString()));
        return json;
    }

    private static List<String> table(List<CompensationRow> rows) {
        TextTable table =
                new TextTable("row", "rule", "source", "id", "kind", "state", "attempts", "next attempt", "reason");
        rows.forEach(it -> table.row(List.of(
                String.valueOf(it.row()),
                it.what().rule(),
                it.what().key().source(),
                it.what().key().id(),
                it.what().kind().name(),
                it.state().name(),
                String.valueOf(it.attempts()),
                it.nextAttemptAt().toString(),
                it.what().reason().replaceAll("\\s+", " "))));
        return table.lines();
    }
}
