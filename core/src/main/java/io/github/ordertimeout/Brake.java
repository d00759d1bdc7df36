package io.github.ordertimeout;

import io.github.ordertimeout.config.SafetySettings;
import io.github.ordertimeout.config.Timetable;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.store.StateStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * Stops a rule that a person has paused, or that is about to close more than its limits allow: by the number of overdue orders,
 * uncapped, before the first one is closed. What stops it is kept for all nodes. A tripped brake is released by a person, or by a
 * changed limit; the backlog that was let through then may be closed, and the brake is armed again once it has gone.
 */
final class Brake {
    private static final String TRIPPED = "tripped ";
    /** What the reason of a tripped brake begins with, unlike that of a pause. */
    static final String TRIPPED_WORD = "brake: ";

    /** The same of a quiet window. */
    static final String QUIET_WORD = "quiet: ";

    private static final String RELEASED = "released ";

    private final RuleParts parts;
    private final StateStore states;
    private final SafetySettings safety;

    Brake(RuleParts parts) {
        this.parts = parts;
        this.states = parts.store().states();
        this.safety = parts.rule().safety();
    }

    /** Why the rule may not close anything now, as far as is known without counting. */
    Optional<String> holds(Instant now) {
        Optional<String> quiet = quiet(parts.rule().scan().timetable(), now);
        if (quiet.isPresent()) {
            return quiet;
        }
        Optional<String> paused = states.get(pause());
        if (paused.isPresent() || !safety.isSet()) {
            return paused.map(reason -> "paused: " + reason);
        }
        return states.get(brake())
                .filter(state -> state.startsWith(TRIPPED + limits()))
                .map(state -> TRIPPED_WORD + state.substring(state.indexOf('|') + 1));
    }

    /** Why nothing is closed at that moment, where it lies in a quiet window. */
    static Optional<String> quiet(Timetable timetable, Instant moment) {
        return timetable
                .quietUntil(moment)
                .map(end ->
                        QUIET_WORD + "until " + end.atZone(timetable.zone()).toOffsetDateTime() + ", by scan.quiet");
    }

    /**
     * Counts, and trips where the limits are exceeded.
     *
     * @return why nothing may be closed; empty where it may
     */
    Optional<String> check(PassMode mode, Instant now) {
        Optional<String> held = holds(now);
        if (held.isPresent() || !safety.isSet()) {
            return held;
        }
        long overdue = overdue(mode, now, Shard.WHOLE);
        boolean released = states.get(brake())
                .filter(state -> state.equals(RELEASED + limits()))
                .isPresent();
        Optional<String> excess = excess(overdue, now);
        if (released && excess.isEmpty() && !mode.dryRun()) {
            states.remove(brake());
        }
        if (released || excess.isEmpty()) {
            return Optional.empty();
        }
        if (!mode.dryRun()) {
            states.put(brake(), TRIPPED + limits() + "|" + excess.get());
            parts.listener().onEvent(new EngineEvent.BrakeTripped(parts.name(), excess.get()));
        }
        return excess.map(sentence -> TRIPPED_WORD + sentence);
    }

    /** How many orders the pass would meet in that shard. */
    long overdue(PassMode mode, Instant now, Shard shard) {
        return parts.scanner().arms().stream()
                .mapToLong(arm -> parts.scanner()
                        .countRest(new ScanRequest(
                                arm,
                                now,
                                mode.since(),
                                Optional.empty(),
                                parts.rule().scan().batchSize(),
                                shard)))
                .sum();
    }

    private Optional<String> excess(long overdue, Instant now) {
        if (overdue <= safety.floor()) {
            return Optional.empty();
        }
        if (safety.maxClosesPerPass() > 0 && overdue > safety.maxClosesPerPass()) {
            return Optional.of(
                    overdue + " orders are overdue, more than safety.max-closes-per-pass " + safety.maxClosesPerPass());
        }
        if (safety.maxShareOfOpen().signum() > 0) {
            long open = parts.scanner().countOpen(now);
            if (BigDecimal.valueOf(overdue).compareTo(safety.maxShareOfOpen().multiply(BigDecimal.valueOf(open))) > 0) {
                return Optional.of(
                        overdue + " of " + open + " open orders are overdue, more than safety.max-share-of-open "
                                + safety.maxShareOfOpen().toPlainString());
            }
        }
        return Optional.empty();
    }

    void pause(String reason) {
        states.put(pause(), reason.isBlank() ? "by a person" : reason);
    }

    /** Ends a pause and releases a tripped brake; says whether there was any. */
    boolean resume() {
        boolean paused = states.remove(pause());
        boolean tripped =
                states.get(brake()).filter(state -> state.startsWith(TRIPPED)).isPresent();
        if (tripped) {
            states.put(brake(), RELEASED + limits());
        }
        return paused || tripped;
    }

    private String pause() {
        return "pause:" + parts.name();
    }

    private String brake() {
        return "brake:" + parts.name();
    }

    /** A brake that tripped under other limits is no longer tripped. */
    private String limits() {
        return safety.maxClosesPerPass() + "/" + safety.maxShareOfOpen().toPlainString() + "/" + safety.floor();
    }
}
