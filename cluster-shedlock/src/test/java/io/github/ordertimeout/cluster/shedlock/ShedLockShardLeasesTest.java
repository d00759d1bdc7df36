package io.github.ordertimeout.cluster.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.scan.ShardLeases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** By locks whose time is the test's. */
class ShedLockShardLeasesTest extends HandDriven {
    private final MapLockProvider locks = new MapLockProvider(clock);

    @Override
    LockProvider provider() {
        return locks;
    }

    @Test
    @DisplayName("fifty nodes and 1024 shards, a random third of the nodes killed: fair again within two intervals")
    void fleet() {
        List<ShardLeases> nodes = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            nodes.add(join());
        }
        settle(() -> isFair(nodes, 1024));
        Random random = new Random(7);
        for (int i = 0; i < 16; i++) {
            pause(nodes.remove(random.nextInt(nodes.size())));
        }
        settle(() -> isFair(nodes, 1024));
    }

    private static boolean isFair(List<ShardLeases> nodes, int total) {
        int sum = 0;
        boolean fair = true;
        for (ShardLeases node : nodes) {
            int held = node.held("unpaid", total).size();
            sum += held;
            fair &= held >= total / nodes.size() && held <= total / nodes.size() + 1;
        }
        return fair && sum == total;
    }

    @Test
    @DisplayName("a fleet at rest asks the provider only to extend what is held, and twice or so who is there")
    void atRest() {
        List<ShardLeases> nodes = List.of(join(), join(), join(), join());
        settle(() -> isFair(nodes, 16));
        renewAll();
        renewAll();
        locks.questions = 0;
        renewAll();
        // A slot and four shards each are extended. Is slot 4 free, and 3 taken? The last node also asks for 0 to 2.
        assertThat(locks.questions).isLessThanOrEqualTo(4 * (5 + 3) + 3);
    }

    @Test
    @DisplayName(
            "while the provider is away a node keeps its leases to their end; then it says so, and recovers by itself")
    void providerAway() {
        ShedLockShardLeases node = join();
        assertThat(node.held("unpaid", 4)).hasSize(4);
        locks.away = true;
        renewAll();
        assertThat(node.held("unpaid", 4)).hasSize(4);
        for (int i = 0; i < 4; i++) {
            renewAll();
        }
        assertThatThrownBy(() -> node.held("unpaid", 4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("6000 ms")
                .hasMessageContaining("the provider is away");
        locks.away = false;
        renewAll();
        assertThat(node.held("unpaid", 4)).hasSize(4);
    }

    @Test
    @DisplayName("more nodes than slots: those without one stand by, and follow when one has gone")
    void moreNodesThanSlots() {
        List<ShedLockShardLeases> nodes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ShedLockShardLeases node = ShedLockShardLeases.builder()
                    .lockProvider(locks)
                    .lease(LEASE)
                    .mostNodes(2)
                    .byHand(clock)
                    .build();
            running.add(node);
            nodes.add(node);
        }
        settle(() -> isFair(List.copyOf(nodes.subList(0, 2)), 4));
        assertThat(nodes.get(2).held("unpaid", 4)).isEmpty();
        leave(nodes.get(0));
        settle(() -> isFair(List.copyOf(nodes.subList(1, 3)), 4));
    }

    @Test
    @DisplayName("many rules of one shard each, such as physical shards, are not all the same node's")
    void manyRules() {
        List<ShardLeases> nodes = List.of(join(), join());
        settle(() -> nodes.stream().allMatch(node -> {
            long held = IntStream.range(0, 40)
                    .filter(shard -> !node.held("unpaid@ds" + shard % 2 + ".orders_" + shard, 1)
                            .isEmpty())
                    .count();
            return held >= 10 && held <= 30;
        }));
    }

    @Test
    @DisplayName("a rule's name may be of any length: the lock's is not")
    void longNames() {
        assertThat(join().held("规".repeat(200), 2)).isEqualTo(Set.of(0, 1));
    }

    @Test
    @DisplayName("what cannot be is refused with what would be right")
    void refusals() {
        assertThatThrownBy(() -> ShedLockShardLeases.builder().build()).hasMessageContaining("lockProvider is missing");
        assertThatThrownBy(() -> ShedLockShardLeases.builder()
                        .lockProvider(locks)
                        .lease(Duration.ofMillis(5))
                        .build())
                .hasMessageContaining("at least 100 ms");
        assertThatThrownBy(() -> ShedLockShardLeases.builder()
                        .lockProvider(locks)
                        .namespace("x".repeat(31))
                        .build())
                .hasMessageContaining("1 to 30 characters");
    }
}
