/**
 * Where orders live: the bundle of scanner, closer, built-in releasers and compensation store that one kind of store brings.
 */
@NullMarked
package io.github.ordertimeout.store;

import org.jspecify.annotations.NullMarked;
