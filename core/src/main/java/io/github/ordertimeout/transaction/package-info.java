/**
 * The unit of work: opened by the application's own transaction manager or by the store, joined by everything that must
 * commit together.
 */
@NullMarked
package io.github.ordertimeout.transaction;

import org.jspecify.annotations.NullMarked;
