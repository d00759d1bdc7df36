/** Takes the data sources and transaction managers of the context, yields the store on the ones that hold the orders. */
@NullMarked
package io.github.ordertimeout.spring.database;

import org.jspecify.annotations.NullMarked;
