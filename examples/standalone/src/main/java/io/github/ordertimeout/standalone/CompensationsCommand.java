package io.github.ordertimeout.standalone;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.standalone.arguments.Arguments;
import io.github.ordertimeout.standalone.arguments.OptionName;
import io.github.ordertimeout.standalone.arguments.UsageException;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;
import io.github.ordertimeout.standalone.terminal.TextTable;
import io.github.ordertimeout.store.OrderStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The compensation table. Asks neither rules nor the user's tables: one that is broken is when this is needed. */
final class CompensationsCommand implements Command {
    private static final int PAGE = 500;

    @Override
    public ExitCode run(Invocation invocation) {
        Arguments arguments = invocation.arguments();
        Optional<CompensationKind> kind = kind(arguments);
        try (OpenShop shop = OpenShop.open(invocation.configuration())) {
            List<String> words = arguments.words();
            OrderStore store = shop.store(shop.one(arguments.value(OptionName.DATA_SOURCE)));
            return switch (words.isEmpty() ? "list" : words.get(0)) {
                case "retry" ->
                    arguments.has(OptionName.ALL)
                            ? retryAll(store, kind, invocation.console())
                            : retry(store, Long.parseLong(words.get(1)), invocation.console());
                case "discard" -> discard(store, Long.parseLong(words.get(1)), invocation.console());
                default -> {
                    print(all(store.compensations()), "Nothing waits for compensation.", invocation.console());
                    yield ExitCode.SOUND;
                }
            };
        }
    }

    private static Optional<CompensationKind> kind(Arguments arguments) {
        return arguments
                .value(OptionName.KIND)
                .map(written -> Arrays.stream(CompensationKind.values())
                        .filter(kind -> kind.name().equalsIgnoreCase(written.strip()))
                        .findFirst()
                        .orElseThrow(() -> new UsageException("--kind " + written + " is unknown; there are "
                                + Arrays.stream(CompensationKind.values())
                                        .map(Enum::name)
                                        .collect(Collectors.joining(", ")))));
    }

    /** Only makes rows due: the pass that follows works them off, in the process that has the releasers and issuers. */
    private static ExitCode retryAll(OrderStore store, Optional<CompensationKind> kind, Console console) {
        store.compensations().due(kind, store.now());
        List<CompensationRow> rows = all(store.compensations()).stream()
                .filter(row -> kind.isEmpty() || row.what().kind() == kind.get())
                .toList();
        print(rows, "Nothing waits for compensation.", console);
        return ExitCode.SOUND;
    }

    private static ExitCode retry(OrderStore store, long number, Console console) {
        Optional<CompensationRow> row = row(store, number);
        if (row.isEmpty()) {
            return unknown(number, console);
        }
        boolean due = store.compensations().due(number, store.now());
        print(row(store, number).stream().toList(), "Row " + number + " is done.", console);
        if (!due && !console.json()) {
            console.err().println("Row " + number + " is being worked on right now: nothing was changed.");
        }
        return ExitCode.SOUND;
    }

    private static ExitCode discard(OrderStore store, long number, Console console) {
        Optional<CompensationRow> row = row(store, number);
        if (row.isEmpty() || !store.compensations().discard(number)) {
            return unknown(number, console);
        }
        print(row.stream().toList(), "", console);
        if (!console.json()) {
            console.line("Discarded: what it stands for is your own work from now on.");
        }
        return ExitCode.SOUND;
    }

    private static Optional<CompensationRow> row(OrderStore store, long number) {
        return store.compensations().list(number - 1, 1).stream()
                .filter(row -> row.row() == number)
                .findFirst();
    }

    private static ExitCode unknown(long number, Console console) {
        if (console.json()) {
            console.value(json(List.of()));
        }
        console.err().println("There is no row " + number + ": `compensations` lists them.");
        return ExitCode.FAILED;
    }

    private static void print(List<CompensationRow> rows, String nothing, Console console) {
        if (console.json()) {
            console.value(json(rows));
        } else if (rows.isEmpty()) {
            console.line(nothing);
        } else {
            console.lines(table(rows));
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
        TextTable table = new TextTable(
                "row", "rule", "source", "id", "kind", "type", "state", "attempts", "next attempt", "reason");
        rows.forEach(it -> table.row(List.of(
                String.valueOf(it.row()),
                it.what().rule(),
                it.what().key().source(),
                it.what().key().id(),
                it.what().kind().name(),
                it.what().type(),
                it.state().name(),
                String.valueOf(it.attempts()),
                it.nextAttemptAt().toString(),
                it.what().reason().replaceAll("\\s+", " "))));
        return table.lines();
    }
}
