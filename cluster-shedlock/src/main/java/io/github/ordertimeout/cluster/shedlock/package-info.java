/**
 * Shares shards among nodes by the locks of any ShedLock provider: takes a {@code LockProvider}, yields which shards are this
 * node's, and never decides whether an order closes.
 *
 * <p>There is no protocol but locks. Each node holds one lock of a row of numbered slots, the lowest that was free, and renews it.
 * The node in the highest slot moves down where one below has become free; whoever sees by that that there are fewer than before
 * looks for further gaps. So n nodes end up in the slots 0 to n − 1, and
 * whoever finds slot n free, and n − 1 taken, knows n. With it and its own number a node knows how many shards are its fair share:
 * it gives back what it holds above it and takes free ones below it. What two nodes believe at the same moment may differ; the
 * shards' own locks then keep them apart, and the next renewal mends it.
 */
@NullMarked
package io.github.ordertimeout.cluster.shedlock;

import org.jspecify.annotations.NullMarked;
