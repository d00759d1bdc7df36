package io.github.ordertimeout.jdbc.catalog;

import io.github.ordertimeout.order.OrderTimeoutException;

/** What the configuration names or wants does not fit the catalog. The message lacks only the configuration key. */
public class CatalogFault extends OrderTimeoutException {
    private static final long serialVersionUID = 1L;

    private final String sentence;

    /** Takes a sentence that names the thing, what is wrong and what would be right. */
    public CatalogFault(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    /** What is wrong, without the configuration key. */
    public String sentence() {
        return sentence;
    }
}
