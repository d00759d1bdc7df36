package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.SqlTemplate;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.time.TimeColumnSql;
import java.time.Instant;
import java.util.Optional;

/**
 * The parameters of trusted conditions, which know no single order: {@code :now} and {@code :rule}.
 *
 * @param rule the rule's name
 * @param timeColumn how {@code :now} is bound: like the created column, else like the due column
 */
record RowParameters(String rule, Optional<TimeColumnSql> timeColumn) {
    TemplateSql.Parameters at(Instant now) {
        return new TemplateSql.Parameters() {
            @Override
            public Bound named(SqlTemplate.Name name) {
                return switch (name) {
                    case NOW -> timeColumn.orElseThrow().moment(now);
                    case RULE -> new PlainText(rule);
                    default -> throw new IllegalStateException("a condition knows no " + name);
                };
            }

            @Override
            public Bound column(String name) {
                throw new IllegalStateException("a condition names the order's columns as o." + name);
            }
        };
    }
}
