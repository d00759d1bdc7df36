package io.github.ordertimeout.jdbc.cases;

import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.Verdict;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets the host do something between the scan and the close: policies are asked exactly there. */
final class Meanwhile {
    private Meanwhile() {}

    /** Runs once, when the first order is judged; holds nothing back. */
    static ClosePolicy of(Runnable host) {
        AtomicBoolean done = new AtomicBoolean();
        return (order, context) -> {
            if (done.compareAndSet(false, true)) {
                host.run();
            }
            return Verdict.close();
        };
    }
}
