/** Takes what ended a start, yields Boot's description and action. */
@NullMarked
package io.github.ordertimeout.spring.failure;

import org.jspecify.annotations.NullMarked;
