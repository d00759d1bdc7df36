/**
 * Step 1. Takes a rule's arms and a cut-off, yields pages of overdue orders and the next due time; never locks, never
 * writes.
 */
@NullMarked
package io.github.ordertimeout.scan;

import org.jspecify.annotations.NullMarked;
