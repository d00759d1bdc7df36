/** Which database is meant, and a small pool of connections to it. */
@NullMarked
package io.github.ordertimeout.standalone.database;

import org.jspecify.annotations.NullMarked;
