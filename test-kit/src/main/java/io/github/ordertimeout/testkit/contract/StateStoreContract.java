package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.store.StateStore;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every {@link StateStore} promises: all nodes see the same. Inherited by the test of each implementation. */
public abstract class StateStoreContract extends StoreSteps {

    private StateStore states() {
        return shop.store().states();
    }

    @Test
    @DisplayName("what was put is there for every node, the last text counts, and names keep apart")
    void put() {
        assertThat(states().get("brake:unpaid")).isEmpty();
        states().put("brake:unpaid", "tripped 1");
        states().put("brake:unpaid", "tripped 2|50 订单 are overdue");
        states().put("brake:Unpaid", "other");
        assertThat(states().get("brake:unpaid")).hasValue("tripped 2|50 订单 are overdue");
        assertThat(states().get("brake:Unpaid")).hasValue("other");
    }

    @Test
    @DisplayName("what was removed is gone, and whether it was there is told")
    void remove() {
        states().put("pause:unpaid", "stocktaking");
        assertThat(states().remove("pause:unpaid")).isTrue();
        assertThat(states().remove("pause:unpaid")).isFalse();
        assertThat(states().get("pause:unpaid")).isEmpty();
        states().put("pause:unpaid", "again");
        assertThat(states().get("pause:unpaid")).hasValue("again");
    }

    @Test
    @DisplayName("several nodes that put the same name at the same moment: one text stays, none fails")
    void race() throws Exception {
        for (int round = 0; round < 10; round++) {
            String name = "brake:" + round;
            CompensationSteps.inParallel(6, node -> {
                states().put(name, "by node " + node);
                return node;
            });
            assertThat(states().get(name))
                    .hasValueSatisfying(text -> assertThat(text)
                            .isIn(List.of(
                                    "by node 0", "by node 1", "by node 2", "by node 3", "by node 4", "by node 5")));
        }
    }
}
