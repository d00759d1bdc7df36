/** Looks at a shop's rules, tables and data before anything is closed. */
package io.github.ordertimeout.jdbc.doctor;
