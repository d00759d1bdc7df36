/** Takes the words of the command line, yields a checked {@link io.github.ordertimeout.standalone.arguments.Arguments}. */
@NullMarked
package io.github.ordertimeout.standalone.arguments;

import org.jspecify.annotations.NullMarked;
