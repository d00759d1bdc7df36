/** For whoever receives calls that may come twice, a warehouse for example: each key takes effect once. */
package io.github.ordertimeout.applyonce;
