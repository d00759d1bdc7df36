package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Coupons, points and the like, given back by a line of SQL. */
@EachDatabase
class SqlReleaseCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String RELEASES = """
            releases:
              coupon: "UPDATE coupon SET used = used - 1 WHERE code = :column.kind AND used > 0"
              points: "INSERT INTO points (order_no, amount) VALUES (:number, 5)"
            """;

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
        db.execute(
                "create table coupon (code varchar(40) primary key, used int)",
                "create table points (order_no varchar(40), amount int)",
                "insert into coupon values ('TEN', 1)");
    }

    @Test
    @DisplayName("C15 a coupon with a limit of one is usable once after the close, not twice, and has its ledger row")
    void c15() {
        shop.order(1, HOUR, "kind = 'TEN'").stock("A", 2, 0).item(1, 1, "A", 2);
        for (int pass = 0; pass < 2; pass++) {
            shop.run(RULE, RELEASES, INVENTORY);
        }
        assertThat(db.number("select used from coupon")).isZero();
        assertThat(db.column("select order_no from points")).containsExactly("N1");
        assertThat(db.column("select type from order_timeout_release order by type"))
                .containsExactly("coupon", "inventory", "points");
        assertThat(shop.stock("A")).containsExactly(0L, 2L);
    }

    @Test
    @DisplayName("C15 a release that fails for one order keeps it open with the database's words, and stops no other")
    void failsForOne() {
        db.execute("alter table points add constraint not_n2 check (order_no <> 'N2')");
        shop.order(1, HOUR, "kind = 'TEN'").order(2, HOUR).order(3, HOUR);
        RuleReport report = shop.run(RULE, RELEASES);
        assertThat(report.closed()).isEqualTo(2);
        assertThat(shop.status(2)).isZero();
        assertThat(db.column("select reason from order_timeout_compensation"))
                .singleElement()
                .asString()
                .containsIgnoringCase("not_n2");
    }

    @Test
    @DisplayName("a type that is none, or taken twice, is refused at start")
    void types() {
        assertThatThrownBy(() -> shop.run(RULE, "releases: {Coupon 1: DELETE FROM coupon}"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("releases[Coupon 1]")
                .hasMessageContaining("a-z");
        assertThatThrownBy(() -> shop.run(RULE, INVENTORY, "releases: {inventory: DELETE FROM coupon}"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("two releasers of type 'inventory'");
        assertThatThrownBy(() -> shop.run(RULE, "releases: {coupon: UPDATE nowhere SET a = 1}"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("releases.coupon");
    }
}
