package io.github.ordertimeout.chaos;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import io.github.ordertimeout.settle.RefundAnswer;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.settle.RefundRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A node's side of {@link Stubs}: gateway, issuer of refunds and remote releaser. Thread-safe. */
final class StubClient implements PaymentGateway, RefundIssuer, InventoryReleaser {
    static final String WAREHOUSE = "warehouse";
    /** What every order costs. */
    static final BigDecimal AMOUNT = BigDecimal.TEN;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final int port;

    StubClient(int port) {
        this.port = port;
    }

    @Override
    public PaymentAnswer query(OrderSnapshot order) {
        String told = ask("/query?order=" + order.id());
        if (told.isEmpty()) {
            return PaymentAnswer.notPaid();
        }
        String reference = told.substring(0, told.indexOf(' '));
        return PaymentAnswer.ofAttempts(List.of(
                switch (told.substring(told.indexOf(' ') + 1)) {
                    case "OPEN" -> PaymentAttempt.open(reference);
                    case "PAID" -> PaymentAttempt.paid(reference, AMOUNT);
                    case "CANCELLED" -> PaymentAttempt.ended(reference);
                    default -> PaymentAttempt.unknown(reference);
                }));
    }

    @Override
    public boolean canCancel() {
        return true;
    }

    @Override
    public CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
        return switch (ask("/cancel?order=" + order.id())) {
            case "OPEN" -> CancelAnswer.cancelled();
            case "PAID" -> CancelAnswer.alreadyPaid();
            case "CANCELLED", "GONE" -> CancelAnswer.alreadyClosed();
            default -> CancelAnswer.unknown();
        };
    }

    @Override
    public RefundAnswer refund(RefundRequest request) {
        String told = ask("/refund?order=" + request.key().id() + "&reference=" + encoded(request.reference()) + "&key="
                + encoded(request.idempotencyKey()));
        return told.equals("ALREADY") ? RefundAnswer.alreadyRefunded() : RefundAnswer.refunded();
    }

    @Override
    public String releaseType() {
        return WAREHOUSE;
    }

    @Override
    public ReleaseMode mode() {
        return ReleaseMode.REMOTE;
    }

    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        ask("/release?order=" + order.order().id() + "&key=" + encoded(order.idempotencyKey(WAREHOUSE)));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private String ask(String path) {
        try {
            HttpResponse<String> response = http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .timeout(Duration.ofSeconds(10))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(path + " was answered with " + response.statusCode());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(path + " was not answered", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(path + " was interrupted", e);
        }
    }
}
