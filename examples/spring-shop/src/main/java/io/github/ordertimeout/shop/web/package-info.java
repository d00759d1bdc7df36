/** The page, and what it asks for. */
@NullMarked
package io.github.ordertimeout.shop.web;

import org.jspecify.annotations.NullMarked;
