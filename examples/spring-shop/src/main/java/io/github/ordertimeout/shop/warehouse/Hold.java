package io.github.ordertimeout.shop.warehouse;

/** So many pieces are put aside for an order. */
public record Hold(long order, String sku, int quantity) {
    /** The same for every call about this hold. */
    static String keyOf(long order) {
        return "hold:" + order;
    }
}
