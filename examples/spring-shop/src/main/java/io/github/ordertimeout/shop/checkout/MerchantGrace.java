package io.github.ordertimeout.shop.checkout;

import io.github.ordertimeout.check.CheckContext;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** Some merchants' orders stay open a little longer, so that a payment that was begun in the last moment still finds them open. */
@Component
class MerchantGrace implements ClosePolicy {
    private final Merchants merchants;

    MerchantGrace(Merchants merchants) {
        this.merchants = merchants;
    }

    @Override
    public Verdict judge(OrderSnapshot order, CheckContext context) {
        String merchant = String.valueOf(order.columns().get("merchant"));
        Instant until = order.closesAt().orElse(context.now()).plus(merchants.graceOf(merchant));
        return context.now().isBefore(until) ? Verdict.defer("merchant-grace", until) : Verdict.close();
    }
}
