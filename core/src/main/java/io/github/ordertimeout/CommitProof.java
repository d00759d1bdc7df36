package io.github.ordertimeout;

import io.github.ordertimeout.close.ClosedOrder;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether what a pass closed stayed closed: one order, by its row of the ledger, which commits together with the close. A
 * transaction manager that rolls back and says nothing, or a pool that gives connections back uncommitted, makes a pass that
 * closes the same orders each time look like good work.
 */
final class CommitProof {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    private final RuleParts parts;

    CommitProof(RuleParts parts) {
        this.parts = parts;
    }

    /** A sentence where the close is not there; empty where it is. Where it cannot be told, nothing is said. */
    void check(ClosedOrder order, PassTally tally, RuleWatch watch) {
        try {
            Optional<String> lost = parts.store()
                            .releases()
                            .find(
                                    order.order().key(),
                                    order.closeNumber(),
                                    parts.releases().types().get(0))
                            .isPresent()
                    ? Optional.empty()
                    : Optional.of("the database confirmed that order "
                            + order.order().key() + " was closed (close "
                            + order.closeNumber() + "), but does not show it: commits are lost. Look at the transaction"
                            + " manager, at the pool's autocommit, and at what else ends transactions.");
            watch.lostCommit(lost);
            lost.ifPresent(sentence -> tally.fault(sentence, true));
        } catch (RuntimeException e) {
            log.debug("Rule {}: it could not be looked up whether closes are there.", parts.name(), e);
        }
    }
}
