/** A shop made up on the spot, in memory: shows the engine at work and checks its promises on the data. */
@NullMarked
package io.github.ordertimeout.standalone.demo;

import org.jspecify.annotations.NullMarked;
