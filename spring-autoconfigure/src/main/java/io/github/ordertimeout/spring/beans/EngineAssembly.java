package io.github.ordertimeout.spring.beans;

import io.github.ordertimeout.EngineBuilder;
import io.github.ordertimeout.FoundPaymentHook;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.payment.LatePaymentPolicy;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.spring.TenantContext;
import io.github.ordertimeout.store.OrderStore;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationEventPublisher;

/** Puts an engine together from settings, store and every bean that extends it. */
public final class EngineAssembly {
    private final EngineBuilder builder;
    private final RuleBeans beans;
    private final Tenants tenants;

    /**
     * Takes what every engine needs.
     *
     * @param store that of rules which name no data source; asked for only if there are such
     * @param stores those of data sources that rules name
     */
    public EngineAssembly(
            Settings settings,
            Supplier<OrderStore> store,
            Map<String, Supplier<OrderStore>> stores,
            ConfigurableListableBeanFactory factory) {
        this.builder = OrderTimeoutEngine.builder().settings(settings);
        Collection<Rule> rules = settings.rules().values();
        if (rules.isEmpty() || rules.stream().anyMatch(rule -> rule.dataSource().isEmpty())) {
            builder.store(store.get());
        }
        stores.forEach(builder::store);
        Set<String> names = new LinkedHashSet<>(settings.rules().keySet());
        rules.forEach(rule -> names.add(rule.configuredName()));
        this.beans = new RuleBeans(factory, names);
        this.tenants = new Tenants(factory.getBeanProvider(TenantContext.class).getIfUnique());
    }

    /** Makes all threads of this kind. */
    public EngineAssembly threads(ThreadFactory threads) {
        builder.threadFactory(threads);
        return this;
    }

    /**
     * Builds the engine, whose events are published to the application as well.
     *
     * @throws io.github.ordertimeout.config.ConfigurationException where a rule cannot run, or beans contradict each other
     */
    public OrderTimeoutEngine build(ApplicationEventPublisher events) {
        several(ClosePolicy.class, tenants::policy, builder::policy, builder::policy);
        several(InventoryReleaser.class, tenants::releaser, builder::releaser, builder::releaser);
        one(PaymentGateway.class, tenants::gateway, builder::paymentGateway, builder::paymentGateway);
        one(RefundIssuer.class, tenants::refundIssuer, builder::refundIssuer, builder::refundIssuer);
        one(LatePaymentPolicy.class, tenants::latePayment, builder::latePaymentPolicy, builder::latePaymentPolicy);
        one(FoundPaymentHook.class, tenants::hook, builder::foundPaymentHook, builder::foundPaymentHook);
        one(ShardLeases.class, UnaryOperator.identity(), builder::shardLeases, builder::shardLeases);
        beans.all(EngineListener.class).forEach(found -> builder.listener(tenants.listener(found.bean())));
        builder.listener(tenants.listener(new SpringEvents(events)));
        return builder.build();
    }

    private <T> void several(Class<T> type, UnaryOperator<T> wrap, Consumer<T> forAll, BiConsumer<String, T> forRule) {
        for (RuleBeans.Found<T> found : beans.all(type)) {
            T bean = wrap.apply(found.bean());
            List<String> rules = found.rules();
            if (rules.isEmpty()) {
                forAll.accept(bean);
            } else {
                rules.forEach(rule -> forRule.accept(rule, bean));
            }
        }
    }

    private <T> void one(Class<T> type, UnaryOperator<T> wrap, Consumer<T> forAll, BiConsumer<String, T> forRule) {
        beans.onePerRule(type).forEach((rule, bean) -> {
            if (rule.isEmpty()) {
                forAll.accept(wrap.apply(bean));
            } else {
                forRule.accept(rule, wrap.apply(bean));
            }
        });
    }
}
