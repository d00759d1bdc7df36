/**
 * The runner: one command per run, results on standard output, everything else on standard error.
 *
 * <p>{@link io.github.ordertimeout.standalone.Main} reads the {@linkplain io.github.ordertimeout.standalone.arguments
 * arguments}, opens the {@linkplain io.github.ordertimeout.standalone.database database} and hands over to the command.
 */
@NullMarked
package io.github.ordertimeout.standalone;

import org.jspecify.annotations.NullMarked;
