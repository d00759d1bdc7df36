package io.github.ordertimeout.standalone.arguments;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The runner's commands. */
public enum CommandName {
    /** Makes a shop in memory and works on it. */
    DEMO("demo", "make a shop in memory, close its overdue orders, check the promises (default)", 0),
    /** One full pass. */
    RUN_ONCE("run-once", "one full pass over all rules and the due compensation work", 0),
    /** Passes until interrupted. */
    RUN("run", "pass after pass until interrupted; SIGTERM ends it gracefully", 0),
    /** A dry run. */
    PLAN("plan", "what a pass would close now, by reason; changes nothing", 0),
    /** Why an order is or is not closed. */
    EXPLAIN("explain ID", "why this order is or is not closed; by id or number", 1),
    /** A person's cancel. */
    CANCEL("cancel ID --reason R", "close this order for a person, with the same releases", 1),
    /** The compensation table. */
    COMPENSATIONS(
            "compensations [list | retry ROW | retry --all [--kind K] | discard ROW]",
            "what failed, is owed or waits for a person; try it at once, or take it out",
            2),
    /** The library's own tables. */
    SCHEMA("schema", "the DDL of the library's own tables, as plain SQL", 0),
    /** Rules against tables. */
    DOCTOR("doctor", "check tables, columns, indexes, zone and clock; say what to do", 0),
    /** Own tables against orders. */
    AUDIT(
            "audit [--resume | --after CURSOR] [--since WHEN]",
            "closed but not released, released but open, paid after the close, refunds not issued",
            0),
    /** Ends a brake or a pause. */
    RESUME("resume RULE", "release this rule's tripped safety brake, or a pause", 1);

    private final String usage;
    private final String summary;
    private final int mostWords;

    CommandName(String usage, String summary, int mostWords) {
        this.usage = usage;
        this.summary = summary;
        this.mostWords = mostWords;
    }

    /** The word on the command line. */
    public String word() {
        return usage.split(" ", 2)[0];
    }

    /** The word and what may follow it. */
    public String usage() {
        return usage;
    }

    /** What it does, in half a sentence. */
    public String summary() {
        return summary;
    }

    int mostWords() {
        return mostWords;
    }

    static Optional<CommandName> of(String word) {
        return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(CommandName::word).toList();
    }
}
