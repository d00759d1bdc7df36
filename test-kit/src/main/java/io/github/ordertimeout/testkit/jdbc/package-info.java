/**
 * Databases that fail when a test wants it: a data source that watches every statement and commit, and breaks the ones it is
 * told to.
 */
@NullMarked
package io.github.ordertimeout.testkit.jdbc;

import org.jspecify.annotations.NullMarked;
