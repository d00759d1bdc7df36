package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** The host's pool is what it is: the engine works with it. */
@EachDatabase
class PoolsTest {
    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
        shop.stock("A", 30, 0).orders(1, 30, Duration.ofHours(1), Optional.of("A"));
    }

    @Test
    @DisplayName("a pool with autoCommit=false: everything is committed, nothing lost in silence")
    void withoutAutoCommit() {
        var pool = db.pool(config -> config.setAutoCommit(false));
        assertThat(shop.run(shop.engine(pool, Shop.settings(RULE + INVENTORY)).build())
                        .closed())
                .isEqualTo(30);
        assertSound();
    }

    @Test
    @DisplayName("a pool of one connection is enough, with two closing threads")
    void poolOfOne() {
        var pool = db.pool(config -> config.setMaximumPoolSize(1));
        String rule = RULE + INVENTORY + "close: {threads: 2}\nscan: {batch-size: 7}";
        assertThat(shop.run(shop.engine(pool, Shop.settings(rule)).build()).closed())
                .isEqualTo(30);
        assertSound();
    }

    private void assertSound() {
        assertThat(db.number("select count(*) from shop_order where status = 4"))
                .isEqualTo(30);
        assertThat(shop.stock("A")).containsExactly(0L, 30L);
        assertThat(shop.ledgerRows()).isEqualTo(30);
    }
}
