/** Networks that fail when a test wants it: a proxy between a client and a server that slows, holds and cuts connections. */
@NullMarked
package io.github.ordertimeout.testkit.network;

import org.jspecify.annotations.NullMarked;
