package io.github.ordertimeout.spring.beans;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.spring.ForRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Finds the application's beans of a type, in their order, and for which rules each is. */
final class RuleBeans {
    private final ConfigurableListableBeanFactory factory;
    private final Set<String> rules;

    RuleBeans(ConfigurableListableBeanFactory factory, Set<String> rules) {
        this.factory = factory;
        this.rules = rules;
    }

    /**
     * A bean.
     *
     * @param name the bean's
     * @param bean itself
     * @param rules for which; none means all
     * @param primary whether it is preferred among equals
     */
    record Found<T>(String name, T bean, List<String> rules, boolean primary) {}

    /** All of a type, ordered as Spring orders them. */
    <T> List<Found<T>> all(Class<T> type) {
        List<T> ordered = factory.getBeanProvider(type).orderedStream().toList();
        List<Found<T>> found = new ArrayList<>();
        Map<String, T> byName = factory.getBeansOfType(type);
        for (T bean : ordered) {
            byName.forEach((name, candidate) -> {
                if (candidate == bean && found.stream().noneMatch(known -> known.bean() == bean)) {
                    found.add(new Found<>(name, bean, rulesOf(name), isPrimary(name)));
                }
            });
        }
        return found;
    }

    /** By rule, and under the blank name for all others, the one bean that is to be used. */
    <T> Map<String, T> onePerRule(Class<T> type) {
        Map<String, Found<T>> chosen = new LinkedHashMap<>();
        for (Found<T> found : all(type)) {
            List<String> names = found.rules().isEmpty() ? List.of("") : found.rules();
            names.forEach(rule -> chosen.merge(rule, found, (one, other) -> preferred(type, rule, one, other)));
        }
        Map<String, T> beans = new LinkedHashMap<>();
        chosen.forEach((rule, found) -> beans.put(rule, found.bean()));
        return beans;
    }

    private static <T> Found<T> preferred(Class<T> type, String rule, Found<T> one, Found<T> other) {
        if (one.primary() == other.primary()) {
            throw new ConfigurationException("Beans " + one.name() + " and " + other.name() + " are both a "
                    + type.getSimpleName() + " for " + (rule.isEmpty() ? "every rule" : "rule " + rule)
                    + ", and only one is used: mark one @Primary, or say by @ForRule which rule each is for.");
        }
        return one.primary() ? one : other;
    }

    private List<String> rulesOf(String name) {
        ForRule annotation = factory.findAnnotationOnBean(name, ForRule.class);
        List<String> named = annotation == null ? List.of() : List.of(annotation.value());
        for (String rule : named) {
            if (!rules.contains(rule)) {
                throw new ConfigurationException("Bean " + name + " is @ForRule(\"" + rule
                        + "\"), but there is no such rule: the rules are " + String.join(", ", rules) + ".");
            }
        }
        return named;
    }

    private boolean isPrimary(String name) {
        return factory.containsBeanDefinition(name)
                && factory.getMergedBeanDefinition(name).isPrimary();
    }
}
