/** Takes the application's transaction manager, yields transactions that the engine opens and joins. Never begins one of its own beside it. */
@NullMarked
package io.github.ordertimeout.spring.transaction;

import org.jspecify.annotations.NullMarked;
