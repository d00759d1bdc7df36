package io.github.ordertimeout.settle;

/**
 * Gives money back at the provider. Called outside any transaction, under {@code payment.timeout}, at least once: an exception, a
 * hang or a crash leads to another call with the same idempotency key, ever more slowly, until the provider confirms. Must be
 * thread-safe.
 */
@FunctionalInterface
public interface RefundIssuer {
    /** Refunds; never null. */
    RefundAnswer refund(RefundRequest request);
}
