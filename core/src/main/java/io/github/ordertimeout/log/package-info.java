/** Says in each log line which rule, pass and order it belongs to. Knows nothing of the engine. */
@NullMarked
package io.github.ordertimeout.log;

import org.jspecify.annotations.NullMarked;
