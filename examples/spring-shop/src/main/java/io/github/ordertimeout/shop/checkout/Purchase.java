package io.github.ordertimeout.shop.checkout;

/** What a buyer asks for. */
public record Purchase(String merchant, String sku, int quantity) {
    /** Refuses what nobody can buy. */
    public Purchase {
        if (quantity < 1) {
            throw new IllegalArgumentException("A purchase is of one piece at least, not of " + quantity);
        }
    }
}
