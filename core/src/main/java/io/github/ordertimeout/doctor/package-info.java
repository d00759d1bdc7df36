/** What is amiss with a shop's configuration, tables or data, said so that a person can mend it. */
package io.github.ordertimeout.doctor;
