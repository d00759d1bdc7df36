package io.github.ordertimeout.scan;

/** Where a page ended. Made and understood by one scanner only; holds no resources. */
public interface Cursor {}
