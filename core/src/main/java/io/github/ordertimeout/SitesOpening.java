package io.github.ordertimeout;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.time.TimeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the data sources of an engine, all at the same time. What is wrong with the configuration refuses all of it; one that cannot
 * be reached is left for later, as long as another can.
 */
final class SitesOpening {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    private final List<Site> sites;
    private final EngineThreads threads;
    private final TimeSource time;

    SitesOpening(List<Site> sites, EngineThreads threads, TimeSource time) {
        this.sites = sites;
        this.threads = threads;
        this.time = time;
    }

    void open() {
        if (sites.size() == 1) {
            sites.get(0).open();
            return;
        }
        List<CompletableFuture<SiteWork>> opening = sites.stream()
                .map(site -> CompletableFuture.supplyAsync(site::open, threads.calls()))
                .toList();
        Set<String> faults = new LinkedHashSet<>();
        List<RuntimeException> away = new ArrayList<>();
        long deadline = time.nanoTime() + threads.patience().toNanos();
        for (int i = 0; i < sites.size(); i++) {
            try {
                opening.get(i).get(Math.max(1, deadline - time.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (ExecutionException | CompletionException | CancellationException e) {
                sort(e.getCause() == null ? e : e.getCause(), faults, away);
            } catch (TimeoutException e) {
                log.debug("Data source {} does not answer.", sites.get(i).dataSource());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("Interrupted while data sources were opened");
            }
        }
        if (!faults.isEmpty()) {
            throw new ConfigurationException(List.copyOf(faults));
        }
        if (sites.stream().noneMatch(site -> site.work().isPresent())) {
            throw away.stream()
                    .findFirst()
                    .orElseGet(() -> new OrderTimeoutException("None of the data sources "
                            + String.join(
                                    ", ", sites.stream().map(Site::dataSource).toList()) + " answers: check that"
                            + " they run and can be reached"));
        }
        sites.stream()
                .filter(site -> site.work().isEmpty())
                .forEach(site -> log.warn("{}; its rules wait for it, the others go on.", site.sentence()));
    }

    private static void sort(Throwable failure, Set<String> faults, List<RuntimeException> away) {
        if (failure instanceof ConfigurationException wrong) {
            faults.addAll(wrong.faults());
        } else if (failure instanceof RuntimeException broken) {
            away.add(broken);
        } else {
            away.add(new IllegalStateException(failure));
        }
    }
}
