/**
 * What every implementation of an SPI promises, as tests to inherit: extend a contract, hand it your implementation, run it.
 */
@NullMarked
package io.github.ordertimeout.testkit.contract;

import org.jspecify.annotations.NullMarked;
