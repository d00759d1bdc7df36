/** Compares what the library has written with what the orders say now. */
package io.github.ordertimeout.jdbc.audit;
