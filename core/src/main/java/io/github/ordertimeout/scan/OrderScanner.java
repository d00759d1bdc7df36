package io.github.ordertimeout.scan;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds overdue orders of one rule. Reads only, without locks; may read a replica, since the close repeats every condition on
 * the primary.
 *
 * <p>Thread-safe. What it throws ends the pass; the next one comes.
 */
public interface OrderScanner {
    /** The rule's arms, in the order to scan them. */
    List<Arm> arms();

    /** The next page of one arm. */
    ScanPage nextPage(ScanRequest request);

    /** When the next order of the arm becomes overdue after that moment; grace included; empty where there is none. */
    Optional<Instant> nextDue(Arm arm, Instant after);

    /**
     * The store's clock and the earliest {@link #nextDue} of all arms, in one read.
     *
     * @param from orders that became overdue at that moment are looked at as well
     * @return empty where that takes more than one read
     */
    default Optional<Look> look(Instant from) {
        return Optional.empty();
    }

    /** How many overdue orders of the request's arm lie behind its cursor; the limit is not used. */
    long countRest(ScanRequest request);

    /** How many orders are open and meet the rule's conditions, overdue or not. */
    long countOpen(Instant now);

    /** How many orders would be overdue but were made longer ago than the rule's {@code max-age}. */
    long countTooOld(Instant now);

    /**
     * Some order that looks overdue, shows no sign of a payment, and that the rule leaves out by its status or by {@code where}.
     * Asked only where the rule has never matched any; may take some seconds. The default knows none.
     */
    default Optional<Overlooked> overlooked(Instant now) {
        return Optional.empty();
    }

    /** The order with this id, whatever its state. */
    default Optional<OrderFinding> findById(String id, Instant now) {
        return find(id, now).stream()
                .filter(found -> found.order().id().equals(id))
                .findFirst();
    }

    /** {@link #findById} for many at once, by id; what is not there is missing. */
    default Map<String, OrderFinding> findAllById(Collection<String> ids, Instant now) {
        Map<String, OrderFinding> found = new LinkedHashMap<>();
        ids.forEach(id -> findById(id, now).ifPresent(finding -> found.put(id, finding)));
        return found;
    }

    /** The orders with this id or number, whatever their state: at most one by id, several where a number is shared. */
    List<OrderFinding> find(String idOrNumber, Instant now);
}
