/**
 * Step 5. Takes what failed, keeps it durably and tries it again; never gives up silently.
 */
@NullMarked
package io.github.ordertimeout.settle;

import org.jspecify.annotations.NullMarked;
