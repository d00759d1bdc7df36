/**
 * Takes the environment's property sources, yields the settings that core's parser makes of the text in them. Never binds: binding
 * would turn {@code +1} into 1, {@code no} into false, and drop names in Chinese or with blanks.
 */
@NullMarked
package io.github.ordertimeout.spring.properties;

import org.jspecify.annotations.NullMarked;
