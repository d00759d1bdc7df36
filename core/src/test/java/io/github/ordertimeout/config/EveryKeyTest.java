package io.github.ordertimeout.config;

import static io.github.ordertimeout.config.Configurations.faults;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No key is known and then passed over: each, given a value of the wrong kind, is named in a fault. */
class EveryKeyTest {
    static Stream<String> keys() {
        List<String> keys = new ArrayList<>();
        collect("", Shape.ORDER_TIMEOUT, keys);
        return keys.stream();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void isRead(String key) {
        Findings findings = new Findings();
        Draft draft = new Draft();
        draft.put(
                KeyPath.of(Shape.ORDER_TIMEOUT, "rules.other.table", false), "", new ConfigTree.Scalar("t"), findings);
        ConfigTree wrong = new ConfigTree.Items(List.of(new ConfigTree.Node(Map.of("a", new ConfigTree.Scalar("b")))));
        draft.put(KeyPath.of(Shape.ORDER_TIMEOUT, key, true), "", wrong, findings);
        ConfigTree.Node tree = (ConfigTree.Node) draft.freeze("", findings);

        assertThat(faults(() -> SettingsParser.parse(tree)))
                .anySatisfy(fault -> assertThat(fault).startsWith("order-timeout." + key));
    }

    @Test
    void areAllThere() {
        assertThat(keys())
                .hasSizeGreaterThan(110)
                .contains("rules.r.created-time-zone", "rules.r.timeouts-by[0].timeout");
    }

    private static void collect(String path, Shape shape, List<String> keys) {
        if (shape instanceof Shape.Group group) {
            if (!path.isEmpty()) {
                keys.add(path);
            }
            group.keys().forEach((key, below) -> collect(Keys.child(path, key), below, keys));
        } else if (shape instanceof Shape.Rules rules) {
            keys.add(path);
            collect(path + ".r", rules.each(), keys);
        } else if (shape instanceof Shape.Rows rows) {
            collect(path + "[0]", rows.each(), keys);
        } else {
            keys.add(path);
        }
    }
}
