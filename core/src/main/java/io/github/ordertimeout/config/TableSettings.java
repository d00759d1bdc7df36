package io.github.ordertimeout.config;

/**
 * The library's own tables.
 *
 * @param prefix what their names start with
 * @param autoCreate whether they are made at start where they are missing
 */
public record TableSettings(String prefix, boolean autoCreate) {
    /** The documented defaults. */
    public static final TableSettings DEFAULT = new TableSettings("order_timeout_", false);
}
