/** What the runner prints: lines, tables, one JSON value, and the log. Knows no command. */
@NullMarked
package io.github.ordertimeout.standalone.terminal;

import org.jspecify.annotations.NullMarked;
