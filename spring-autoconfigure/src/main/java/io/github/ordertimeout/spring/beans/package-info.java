/** Takes the application's beans, yields an engine that knows them: which is for which rule, in which order, for which tenant. */
@NullMarked
package io.github.ordertimeout.spring.beans;

import org.jspecify.annotations.NullMarked;
