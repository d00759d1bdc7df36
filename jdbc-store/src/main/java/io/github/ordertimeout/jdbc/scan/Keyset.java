package io.github.ordertimeout.jdbc.scan;

import io.github.ordertimeout.scan.Cursor;

/**
 * The last row of a page.
 *
 * @param position of its arm's time column
 * @param id as canonical text
 */
record Keyset(String position, String id) implements Cursor {}
