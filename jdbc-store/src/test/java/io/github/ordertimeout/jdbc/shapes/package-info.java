/** Whole shops: tables of the shapes that known shops have, served by the documented recipes alone. */
@NullMarked
package io.github.ordertimeout.jdbc.shapes;

import org.jspecify.annotations.NullMarked;
