package io.github.ordertimeout.jdbc.release;

import java.math.BigDecimal;

/**
 * What happens to one stock row.
 *
 * @param demand who gives back
 * @param lessReserved taken from the reserved quantity
 */
record Change(Demand demand, BigDecimal lessReserved) {}
