/**
 * Takes configuration text, yields immutable, checked settings; never touches a database.
 *
 * <p>{@link io.github.ordertimeout.config.ConfigSources} brings file, environment and command line to one
 * {@link io.github.ordertimeout.config.ConfigTree}; {@link io.github.ordertimeout.config.SettingsParser} reads that into
 * {@link io.github.ordertimeout.config.Settings}; every other public type here is a part of those settings.
 */
@NullMarked
package io.github.ordertimeout.config;

import org.jspecify.annotations.NullMarked;
