/** The library's own tables: their names, their DDL, and whether they are there. Knows nothing of what is stored in them. */
@NullMarked
package io.github.ordertimeout.jdbc.schema;

import org.jspecify.annotations.NullMarked;
