package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.InLists;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.List;

/** Rows of the library's own tables that speak of given orders. */
record OwnRows(RuleMapping mapping) {
    /**
     * {@code select}, of the orders of this source among {@code ids}.
     *
     * @param select up to and with its {@code WHERE} and what else it asks for
     * @param ids at least one
     */
    Sql of(String select, List<String> ids) {
        return Sql.text(select + " source = ")
                .then(Bound.text(mapping.source()))
                .then(" AND ")
                .then(InLists.of("order_id", ids, mapping.dialect().largestInList()));
    }
}
