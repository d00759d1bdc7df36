/** The scan on a database: one index range per arm and page, by keyset; reads only. */
@NullMarked
package io.github.ordertimeout.jdbc.scan;

import org.jspecify.annotations.NullMarked;
