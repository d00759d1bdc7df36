package io.github.ordertimeout.shop;

/**
 * Something that the page tells beside the engine's own events.
 *
 * @param what a word that the page knows in both languages
 * @param order the order
 * @param detail a reference, a reason; may be empty
 */
public record ShopEvent(String what, String order, String detail) {}
