package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Configurations that went wrong in every way: each ends in a run or in a few helpful lines, and none runs SQL that stood in a name
 * or value. Each seed makes one; {@code -Dhostile.seeds=5000} tries more, {@code -Dhostile.seed=42} one.
 */
class HostileConfigurationTest {
    private static final List<String> HOSTILE = List.of(
            "\"'; DROP TABLE canary; --\"",
            "'\"; DROP TABLE canary; --'",
            "'`; DROP TABLE canary; --'",
            "\"x'); DROP TABLE canary; --\"",
            "\"1 OR 1=1\"",
            "\"id\\\" FROM shop_order; DROP TABLE canary; --\"",
            "'$$; DROP TABLE canary; $$'",
            "\"\\\\'; DROP TABLE canary; --\"",
            "order",
            "\"select\"",
            "\"PUBLIC.shop_order.id\"",
            "\"a b\"",
            "id'",
            "支付",
            "\"\"",
            "null",
            "~",
            "[]",
            "{}",
            "[[1]]",
            "{a: {b: c}}",
            "true",
            "no",
            "-1",
            "0",
            "99999999999999999999999",
            "1e400",
            "NaN",
            "15",
            "15x",
            "P1M",
            "-5s",
            "2020-13-45",
            "Mars/Olympus",
            ":now",
            "${now}",
            "increment",
            "'" + "x".repeat(300) + "'",
            "|\n        a\n        b",
            "&a *a",
            "!!java.net.URL [x]",
            "\"\\u0000\"",
            "\t");

    private TestShop shop;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        shop = new TestShop(directory);
        shop.order(1, 0, 60, 2);
        shop.order(2, 1, 60, 3);
        shop.sql("CREATE TABLE canary (sings boolean)");
        shop.sql("INSERT INTO canary VALUES (true)");
    }

    @AfterEach
    void close() throws Exception {
        shop.close();
    }

    @Test
    @DisplayName("every broken configuration ends in a run or in a few helpful lines; no SQL from a name or value runs")
    void helpful() throws Exception {
        Long only = Long.getLong("hostile.seed");
        long first = only == null ? 1 : only;
        long count = only == null ? Long.getLong("hostile.seeds", 400) : 1;
        int refused = 0;
        for (long seed = first; seed < first + count; seed++) {
            String text = broken(new SplittableRandom(seed));
            shop.config(text);
            Ran ran = shop.run(
                    List.of("plan", "explain", "doctor", "run-once").get((int) (seed % 4)),
                    seed % 4 == 1 ? "1" : "--json");
            String what = "seed " + seed + ", code " + ran.code() + "\n" + text + "\n" + ran.out() + "\n" + ran.err();
            assertThat(ran.code()).as(what).isBetween(0, 2);
            assertThat(ran.err()).as(what).doesNotContain("\tat ", "Exception:", "NullPointer");
            if (ran.code() == 2) {
                refused++;
                assertThat(ran.out()).as(what).isEmpty();
                assertThat(ran.err()).as(what).isNotBlank();
                assertThat(ran.err().lines().count()).as(what).isLessThanOrEqualTo(30);
            }
            assertThat(shop.text("SELECT sings FROM canary")).as(what).isEqualTo("TRUE");
            assertThat(shop.text("SELECT count(*) FROM shop_order")).as(what).isEqualTo("2");
        }
        if (only == null) {
            assertThat((double) refused / count).as("most are refused, not all").isBetween(0.3, 0.98);
        }
    }

    private static String broken(SplittableRandom random) {
        List<String> lines = new ArrayList<>(TestShop.RULE.lines().toList());
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            int at = random.nextInt(2, lines.size());
            String line = lines.get(at);
            int colon = line.indexOf(':');
            switch (random.nextInt(7)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.set(at, misspelt(line, random));
                case 2, 3, 4 ->
                    lines.set(at, line.substring(0, colon + 1) + " " + HOSTILE.get(random.nextInt(HOSTILE.size())));
                case 5 -> lines.add(at, line);
                default ->
                    lines.add(
                            at,
                            line.substring(
                                            0,
                                            line.length() - line.stripLeading().length())
                                    + HOSTILE.get(random.nextInt(HOSTILE.size()))
                                            .replace("\n", " ") + ": "
                                    + random.nextInt(9));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    /** Two neighbouring letters change places, or one is lost. */
    private static String misspelt(String line, SplittableRandom random) {
        int begin = line.length() - line.stripLeading().length();
        int at = begin + random.nextInt(Math.max(1, line.indexOf(':') - begin - 1));
        return random.nextBoolean()
                ? line.substring(0, at) + line.substring(at + 1)
                : line.substring(0, at) + line.charAt(at + 1) + line.charAt(at) + line.substring(at + 2);
    }
}
