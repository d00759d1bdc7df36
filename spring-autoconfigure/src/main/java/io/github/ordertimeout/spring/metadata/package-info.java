/** Says which keys there are, for tools that complete them. Nothing here is ever instantiated. */
@NullMarked
package io.github.ordertimeout.spring.metadata;

import org.jspecify.annotations.NullMarked;
