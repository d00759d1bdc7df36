/**
 * Takes configuration text, yields immutable, checked settings; never touches a database.
 *
 * <p>{@link io.github.ordertimeout.config.SettingsParser} reads a {@link io.github.ordertimeout.config.ConfigTree} into
 * {@link io.github.ordertimeout.config.Settings}; every other type here is a part of those settings.
 */
@NullMarked
package io.github.ordertimeout.config;

import org.jspecify.annotations.NullMarked;
