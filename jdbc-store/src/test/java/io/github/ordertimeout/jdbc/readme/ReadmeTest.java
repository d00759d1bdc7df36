package io.github.ordertimeout.jdbc.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What the READMEs show is what compiles and runs. */
@EachDatabase(on = TestServer.H2)
class ReadmeTest {
    private static final List<Path> READMES = List.of(Path.of("../README.md"), Path.of("../README.zh-CN.md"));

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("both READMEs show the compiled example")
    void showTheCompiledExample() throws IOException {
        for (Path readme : READMES) {
            List<String> blocks = blocks(Files.readString(readme), "java");
            assertThat(words(blocks.get(0))).as("%s", readme).isEqualTo(words(tagged("engine")));
            assertThat(words(blocks.get(1))).as("%s", readme).isEqualTo(words(tagged("callback")));
        }
        List<String> blocks = blocks(Files.readString(Path.of("../docs/payments.md")), "java");
        assertThat(words(blocks.get(0))).isEqualTo(words(tagged("checkout")));
        assertThat(words(blocks.get(1))).isEqualTo(words(tagged("callback")));
    }

    private static String tagged(String tag) throws IOException {
        String source = Files.readString(
                Path.of("src/test/java", QuickStart.class.getName().replace('.', '/') + ".java"));
        String begin = "// tag::" + tag + "[]";
        return source.substring(source.indexOf(begin) + begin.length(), source.indexOf("// end::" + tag + "[]"));
    }

    @Test
    @DisplayName("the example closes an overdue order of the READMEs' table, with the READMEs' configuration")
    void runs(@TempDir Path folder) throws IOException {
        db.withOwnTables()
                .execute(
                        "create table oms_order (id bigint primary key, order_sn varchar(64), status int, create_time timestamp,"
                                + " delete_status int default 0, payment_time timestamp)",
                        "create table oms_order_item (order_id bigint, product_sku_id bigint, product_quantity int)",
                        "create table pms_sku_stock (id bigint primary key, lock_stock int)",
                        "insert into oms_order_item values (1, 7, 2)",
                        "insert into pms_sku_stock values (7, 5)",
                        "insert into oms_order values (1, 'A1', 0, timestamp '2020-01-01 00:00:00', 0, null)",
                        "insert into oms_order values (2, 'G2', 0, timestamp '2020-01-01 00:00:00', 0, null)");
        String yaml = ownTable(Files.readString(READMES.get(0)));
        assertThat(ownTable(Files.readString(READMES.get(1)))).isEqualTo(yaml);
        Path file = Files.writeString(folder.resolve("shop.yml"), yaml);
        List<EngineEvent> events = new CopyOnWriteArrayList<>();
        try (OrderTimeoutEngine engine = QuickStart.start(file, db.dataSource(), new Coupons(), events::add)) {
            await().until(() -> !events.isEmpty());
            assertThat(engine.explain("G2").get(0).verdict()).isEqualTo("held");
            assertThat(QuickStart.callback(engine, "G2", "tx1", BigDecimal.TEN)).isEqualTo("SUCCESS");
            assertThat(QuickStart.SHIPPED).containsExactly("G2");
            assertThat(QuickStart.checkout(engine, "A1")).contains("can no longer be paid");
        }
        assertThat(db.column("select status from oms_order order by id")).containsExactly("4", "1");
        assertThat(db.column("select type from order_timeout_release"))
                .containsExactlyInAnyOrder("coupon", "inventory");
        assertThat(db.column("select lock_stock from pms_sku_stock")).containsExactly("3");
    }

    private static final class Coupons implements InventoryReleaser {
        @Override
        public void release(ClosedOrder order, ReleaseContext context) {
            assertThat(context.unwrap(java.sql.Connection.class)).isNotNull();
        }

        @Override
        public String releaseType() {
            return "coupon";
        }
    }

    private static List<String> blocks(String markdown, String language) {
        List<String> blocks = new ArrayList<>();
        String rest = markdown;
        while (rest.contains("```" + language + "\n")) {
            String block = block(rest, language);
            blocks.add(block);
            rest = rest.substring(rest.indexOf(block) + block.length());
        }
        return blocks;
    }

    /** The quick start for Spring Boot has YAML as well, and stands before it. */
    private static String ownTable(String markdown) {
        int table = markdown.indexOf("table: oms_order");
        return block(markdown.substring(markdown.lastIndexOf("```yaml", table)), "yaml");
    }

    private static String block(String markdown, String language) {
        int start = markdown.indexOf("```" + language + "\n") + language.length() + 4;
        return markdown.substring(start, markdown.indexOf("```", start));
    }

    private static String words(String code) {
        return code.replaceAll("\\s+", "");
    }
}
