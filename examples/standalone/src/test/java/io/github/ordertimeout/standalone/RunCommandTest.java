package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
    @Test
    @Timeout(60)
    void closesUntilItIsToldToEnd(@TempDir Path directory) throws Exception {
        try (TestShop shop = new TestShop(directory)) {
            shop.order(1, 0, 60, 2);
            CompletableFuture<Ran> ended = new CompletableFuture<>();
            Thread runner = new Thread(() -> ended.complete(shop.run("run", "--scan.interval=1s")));
            runner.start();
            while (!shop.status(1).equals("4")) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
            runner.interrupt();
            Ran ran = ended.get(30, TimeUnit.SECONDS);
            assertThat(ran.code()).as(ran.toString()).isZero();
            assertThat(ran.out()).contains("Running rules unpaid", "payment gateway", "Stopped.");
            assertThat(ran.err()).contains("INFO", "Rule unpaid: order SN1 closed");
        }
    }
}
