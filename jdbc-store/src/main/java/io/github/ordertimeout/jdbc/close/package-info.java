/**
 * The close on a database: one transaction, which closes what its locking read returned and nothing else, and writes down in
 * the ledger what it did.
 */
@NullMarked
package io.github.ordertimeout.jdbc.close;

import org.jspecify.annotations.NullMarked;
