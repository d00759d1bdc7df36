package io.github.ordertimeout.jdbc.audit;

import java.util.List;

/**
 * What one page of an audit has brought to light.
 *
 * @param faults in the order of the rows; often none
 * @param rows how many rows of the ledger, the payments or the orders were looked at
 * @param next where to go on
 * @param last whether nothing is left
 */
public record AuditPage(List<AuditFault> faults, int rows, AuditCursor next, boolean last) {
    /** Copies the list. */
    public AuditPage {
        faults = List.copyOf(faults);
    }
}
