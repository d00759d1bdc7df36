package io.github.ordertimeout.jdbc.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.store.RuleStore;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What is wrong with a rule is said at once, all of it, before anything runs. */
@EachDatabase
class RuleRefusalTest {
    @Parameter
    TestDatabase db;

    @BeforeEach
    void tables() {
        String time = db.server().isMySqlFamily() ? "datetime(6)" : "timestamp(6)";
        db.execute(
                "CREATE TABLE orders (id bigint PRIMARY KEY, number varchar(40), status int NOT NULL, created_at "
                        + time + ", due_at " + time
                        + ", kind int, note varchar(20), flag varchar(4), paid_sum decimal(10,2))",
                "CREATE TABLE keyless (id bigint, number varchar(40), status int, created_at " + time + ")",
                "CREATE TABLE pairs (id bigint, version int, number varchar(40), status int, created_at " + time
                        + ", PRIMARY KEY (id, version))");
    }

    @Test
    @DisplayName("every fault of a rule is named with its key, in one message")
    void allAtOnce() {
        assertThat(faults(Rules.created("15m")
                        .open("0", "open")
                        .closed("4.5")
                        .where("kinds", "1")
                        .where("kind", "one")
                        .columns("nmber")
                        .onClose("number", new SetValue.Now())
                        .onClose("status", new SetValue.Literal("9"))
                        .evidence("paid_sum", new Condition.Compare(Condition.Operator.GREATER, "nothing"))))
                .anySatisfy(fault -> assertThat(fault)
                        .startsWith("order-timeout.rules.unpaid.open-status: 'open' is no value of column `"))
                .anySatisfy(fault -> assertThat(fault).startsWith("order-timeout.rules.unpaid.closed-status: '4.5'"))
                .anySatisfy(fault -> assertThat(fault)
                        .startsWith("order-timeout.rules.unpaid.where.kinds: no column `kinds`")
                        .containsIgnoringCase("did you mean `kind`?"))
                .anySatisfy(fault -> assertThat(fault).startsWith("order-timeout.rules.unpaid.where.kind: 'one'"))
                .anySatisfy(
                        fault -> assertThat(fault).startsWith("order-timeout.rules.unpaid.columns: no column `nmber`"))
                .anySatisfy(fault -> assertThat(fault).startsWith("order-timeout.rules.unpaid.on-close.number: "))
                .anySatisfy(fault -> assertThat(fault).contains("on-close.status: must not be set"))
                .anySatisfy(fault -> assertThat(fault).contains("paid-evidence.paid_sum: 'nothing'"))
                .hasSize(8);
    }

    @Test
    @DisplayName("a missing table, one without primary key, a view and an id that may repeat are refused")
    void tableAndKey() {
        db.execute("CREATE VIEW seen AS SELECT * FROM orders");
        assertThat(fault(Rules.created("15m").table("ordrs"))).contains(".table: no table `ordrs`; did you mean `");
        assertThat(fault(Rules.created("15m").table("keyless"))).contains("has no primary key");
        assertThat(fault(Rules.created("15m").table("seen"))).contains("view");
        assertThat(fault(Rules.created("15m").table("pairs")))
                .contains("is not unique")
                .containsIgnoringCase("version");
        RuleStore pinned = open(Rules.created("15m").table("pairs").where("version", "1"));
        assertThat(pinned.source()).isEqualToIgnoringCase("pairs");
    }

    @Test
    @DisplayName("an engine without transactions is refused, with the remedy")
    void engine() {
        if (db.server().isMySqlFamily()) {
            db.execute("ALTER TABLE orders ENGINE = MyISAM");
            assertThat(fault(Rules.created("15m"))).contains("MyISAM").contains("InnoDB");
        }
    }

    @Test
    @DisplayName("a close must falsify its own guard, by typed comparison")
    void guard() {
        assertThat(fault(Rules.created("15m").open("0").closed("00")))
                .contains("closed-status: '0' is an open-status too");
        assertThat(fault(Rules.created("15m").open("0", "2").paid("2"))).contains("paid-status: '2'");
        assertThat(fault(Rules.created("15m").paid("1").closed("01")))
                .contains("closed-status: '1' is a paid-status too");
        Rules bare = Rules.created("15m").closed("");
        assertThat(fault(bare.onClose("note", new SetValue.Literal("x")))).contains("closed again and again");
        assertThat(open(Rules.created("15m")
                        .closed("")
                        .where("due_at", new Condition.IsNull())
                        .onClose("due_at", new SetValue.Now())))
                .isNotNull();
        assertThat(open(Rules.created("15m").closed("").where("kind", "1").onClose("kind", new SetValue.Null())))
                .isNotNull();
        assertThat(fault(Rules.created("15m")
                        .closed("")
                        .where("kind", new Condition.In(List.of("1", "2")))
                        .onClose("kind", new SetValue.Literal("02"))))
                .contains("closed again and again");
        assertThat(fault(Rules.created("15m")
                        .closed("")
                        .where("flag", "x")
                        .onClose("flag", new SetValue.Expression("'y'"))))
                .contains("closed again and again");
    }

    @Test
    @DisplayName("a status may be looked up; a query that fails or finds nothing is a fault")
    void lookedUp() {
        db.execute(
                "CREATE TABLE states (id int PRIMARY KEY, name varchar(20))",
                "INSERT INTO states VALUES (7, 'open')",
                "INSERT INTO states VALUES (8, 'cancelled')");
        RuleStore rule = open(Rules.created("15m")
                .open("sql:SELECT id FROM states WHERE name = 'open'")
                .closed("sql:SELECT id FROM states WHERE name = 'cancelled'"));
        assertThat(rule.scanner().arms())
                .singleElement()
                .satisfies(arm -> assertThat(arm.status()).isEqualTo("7"));
        assertThat(fault(Rules.created("15m").open("sql:SELECT id FROM states WHERE name = 'new'")))
                .contains("returns no value");
        assertThat(fault(Rules.created("15m").open("sql:SELECT id FROM stats"))).contains("fails");
    }

    private RuleStore open(Rules rules) {
        return JdbcOrderStore.builder()
                .dataSource(db.dataSource())
                .readOnly(true)
                .build()
                .open(rules.build());
    }

    private List<String> faults(Rules rules) {
        ConfigurationException refused = catchThrowableOfType(ConfigurationException.class, () -> open(rules));
        assertThat(refused).as("the rule is refused").isNotNull();
        return refused.faults();
    }

    private String fault(Rules rules) {
        List<String> faults = faults(rules);
        assertThat(faults).hasSize(1);
        return faults.get(0);
    }
}
