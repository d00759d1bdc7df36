package io.github.ordertimeout.shop.checkout;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What was agreed with merchants, kept in memory for a while: a policy is asked about each overdue order. */
@Component
class Merchants {
    private final JdbcClient jdbc;
    private final LoadingCache<String, Duration> graces = Caffeine.newBuilder()
            .maximumSize(1_000)
            .expireAfterWrite(Duration.ofSeconds(30))
            .build(this::load);

    Merchants(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** How much longer this merchant's orders stay open; zero for those with whom nothing was agreed. */
    Duration graceOf(String merchant) {
        return graces.get(merchant);
    }

    private Duration load(String merchant) {
        return jdbc.sql("SELECT grace_seconds FROM merchant WHERE name = ?")
                .param(merchant)
                .query(Long.class)
                .optional()
                .map(Duration::ofSeconds)
                .orElse(Duration.ZERO);
    }
}
