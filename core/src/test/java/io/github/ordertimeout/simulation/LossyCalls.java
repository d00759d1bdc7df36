package io.github.ordertimeout.simulation;

import java.util.List;
import java.util.function.Supplier;

/** Calls of another system: they take time, fail, hang, and lose their answers after the effect. */
final class LossyCalls {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;

    private final String party;
    private final double lost;
    private final List<long[]> silences;
    private final double lostInSilence;
    private final long timeout;
    private final Faults faults;
    private final Scheduler scheduler;

    /**
     * Describes the calls.
     *
     * @param lost probability that a call fails
     * @param silences seconds from the start between which calls fail
     * @param lostInSilence probability that a call fails then
     * @param timeout nanoseconds after which the caller gives up
     */
    LossyCalls(
            String party,
            double lost,
            List<long[]> silences,
            double lostInSilence,
            long timeout,
            Faults faults,
            Scheduler scheduler) {
        this.party = party;
        this.lost = lost;
        this.silences = silences;
        this.lostInSilence = lostInSilence;
        this.timeout = timeout;
        this.faults = faults;
        this.scheduler = scheduler;
    }

    /** One call: the effect takes place at one moment, or never, or after the caller has given up. */
    <T> T call(Supplier<T> effect) {
        Actor me = me();
        long begun = scheduler.now();
        faults.step(me);
        if (faults.isStormy() && me.random.nextDouble() < (isSilent() ? lostInSilence : lost)) {
            switch (me.random.nextInt(3)) {
                case 0 -> throw new IllegalStateException(party + " is away");
                case 1 -> happen(effect);
                default -> {
                    long late = me.random.nextLong(SECOND, 30 * SECOND);
                    scheduler.spawn("late call of " + me + " " + begun, late, null, () -> happen(effect));
                    scheduler.sleep(timeout);
                }
            }
            faults.step(me);
            throw new IllegalStateException("the answer of " + party + " was lost");
        }
        T answer = effect.get();
        faults.step(me);
        if (scheduler.now() - begun > timeout) {
            throw new IllegalStateException(party + " took too long");
        }
        return answer;
    }

    /** Nobody hears the answer. */
    private static void happen(Supplier<?> effect) {
        Object unheard = effect.get();
    }

    boolean isSilent() {
        long now = scheduler.now();
        return silences.stream().anyMatch(s -> now >= s[0] * SECOND && now < s[1] * SECOND);
    }

    private Actor me() {
        Actor me = scheduler.running();
        if (me == null) {
            throw new IllegalStateException("Nobody runs");
        }
        return me;
    }
}
