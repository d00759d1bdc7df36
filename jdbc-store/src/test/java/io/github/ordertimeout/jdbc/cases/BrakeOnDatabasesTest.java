package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.CloseAnswer;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.payment.PaymentWindow.State;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** The brake and a pause as two nodes on one database see them; every other rule of theirs is tested in core. */
@EachDatabase
class BrakeOnDatabasesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String LIMITED = RULE + "safety: {max-closes-per-pass: 5, floor: 2}\n";

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    @Test
    @DisplayName("promise 6: one node trips it, the other and its restart are held; resume lets the backlog through")
    void brake() {
        shop.orders(1, 9, HOUR, Optional.empty());
        assertThat(shop.run(LIMITED).braked()).isTrue();
        OrderTimeoutEngine other = shop.engine(LIMITED).build();
        assertThat(shop.run(other).braked()).isTrue();
        assertThat(other.closeNow("1")).isEqualTo(CloseAnswer.NOT_CLOSED);
        assertThat(other.guard().check("1").state()).isEqualTo(State.EXPIRED);
        assertThat(shop.statuses()).containsOnly("0");
        assertThat(shop.events(EngineEvent.BrakeTripped.class)).hasSize(1);
        assertThat(other.resume("unpaid")).isTrue();
        assertThat(shop.run(LIMITED).closed()).isEqualTo(9);
    }

    @Test
    @DisplayName("promise 6: a changed limit releases it, as a deploy that mends the mistake does")
    void changedLimit() {
        shop.orders(1, 9, HOUR, Optional.empty());
        shop.run(LIMITED);
        assertThat(shop.run(LIMITED.replace("pass: 5", "pass: 50")).closed()).isEqualTo(9);
    }

    @Test
    @DisplayName("a rule that one node pauses closes nothing on the other until somebody resumes it")
    void pause() {
        shop.orders(1, 3, HOUR, Optional.empty());
        shop.engine(RULE).build().pause("unpaid", "stocktaking");
        OrderTimeoutEngine other = shop.engine(RULE).build();
        assertThat(shop.run(other).braked()).isTrue();
        assertThat(shop.statuses()).containsOnly("0");
        assertThat(other.resume("unpaid")).isTrue();
        assertThat(shop.run(other).closed()).isEqualTo(3);
    }
}
