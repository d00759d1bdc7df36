/**
 * A rule against the catalog. Takes a rule as configured, yields it as checked, quoted and typed SQL; refuses it with every
 * fault it finds, among them a rule whose close would leave its order open.
 */
@NullMarked
package io.github.ordertimeout.jdbc.mapping;

import org.jspecify.annotations.NullMarked;
