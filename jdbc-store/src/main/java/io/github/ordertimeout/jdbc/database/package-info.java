/**
 * The one place that opens connections, begins transactions and runs statements. Takes a {@code DataSource} or a {@code
 * Jdbi}, gives back every connection as it found it.
 */
@NullMarked
package io.github.ordertimeout.jdbc.database;

import org.jspecify.annotations.NullMarked;
