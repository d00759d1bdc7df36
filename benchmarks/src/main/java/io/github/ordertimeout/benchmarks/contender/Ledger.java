package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Shop;

/** The ledger that bare SQL writes: the same row as the library's, or one of two columns. */
enum Ledger {
    SAME(Shop.LEDGER) {
        @Override
        String into() {
            return Shop.LEDGER
                    + " (source, order_id, close_no, type, rule, reason, actor, old_status, token, closed_at, done_at)";
        }

        @Override
        String row(String idAsText, String idAsNumber) {
            return "'bench_order', " + idAsText
                    + ", 1, 'inventory', 'unpaid', 'timeout', 'order-timeout', '0', ?, ?, ?";
        }

        @Override
        int parameters() {
            return 3;
        }
    },
    NARROW(Shop.NARROW_LEDGER) {
        @Override
        String into() {
            return Shop.NARROW_LEDGER + " (order_id, type)";
        }

        @Override
        String row(String idAsText, String idAsNumber) {
            return idAsNumber + ", 'T'";
        }

        @Override
        int parameters() {
            return 0;
        }
    };

    private final String table;

    Ledger(String table) {
        this.table = table;
    }

    String table() {
        return table;
    }

    /** The table and its columns. */
    abstract String into();

    /** The values of one row: with a token and two moments as parameters where there are any. */
    abstract String row(String idAsText, String idAsNumber);

    /** How many parameters a row has. */
    abstract int parameters();
}
