package io.github.ordertimeout.spring.metadata;

import java.util.Map;

/**
 * An item of {@code timeouts-by}, for tools that complete keys; never bound.
 *
 * @param timeout The term, or never.
 * @param where Which orders it is for.
 */
record TimeoutsByKeys(String timeout, Map<String, String> where) {}
