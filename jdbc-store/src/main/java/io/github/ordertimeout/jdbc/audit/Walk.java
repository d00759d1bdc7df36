package io.github.ordertimeout.jdbc.audit;

import java.util.List;
import java.util.Optional;

/** Goes over one table in the order of a key, a page at a time. */
interface Walk {
    /** Tells it from the other walks of its source. */
    String name();

    /** The page behind that key; an empty key is the beginning. */
    Step after(List<String> key);

    /**
     * A page.
     *
     * @param faults what is amiss
     * @param rows how many rows were looked at
     * @param last the key of the last of them; empty where none is left behind it
     */
    record Step(List<AuditFault> faults, int rows, Optional<List<String>> last) {}
}
