package io.github.ordertimeout.cluster.shedlock;

import io.github.ordertimeout.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;

/** The provider's locks, each for one lease. */
final class Locks {
    /** As long as the column of the tables that ShedLock documents. */
    private static final int LONGEST_NAME = 64;

    private final LockProvider provider;
    private final String namespace;
    private final Duration lease;
    private final TimeSource time;

    Locks(LockProvider provider, String namespace, Duration lease, TimeSource time) {
        this.provider = provider;
        this.namespace = namespace;
        this.lease = lease;
        this.time = time;
    }

    Optional<Lock> take(String name) {
        // Before the call: what is held ends for us sooner than for the others.
        long from = time.nanoTime();
        return provider.lock(new LockConfiguration(time.now(), named(name), lease, Duration.ZERO))
                .map(held -> new Lock(held, lease, time, from));
    }

    /** Whether nobody holds it. */
    boolean isFree(String name) {
        Optional<Lock> taken = take(name);
        taken.ifPresent(Lock::giveBack);
        return taken.isPresent();
    }

    private String named(String name) {
        String whole = namespace + ":" + name;
        return whole.length() <= LONGEST_NAME ? whole : namespace + ":" + digest(name);
    }

    private static String digest(String name) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
