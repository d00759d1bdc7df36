package io.github.ordertimeout.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says for which rules a bean is: a policy, gateway, releaser, refund issuer, late-payment policy or hook. On its class or its
 * {@code @Bean} method. Without it the bean is for every rule; where only one is used, one for the rule wins over one for all.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface ForRule {
    /** Names of rules, as below {@code order-timeout.rules}; a name that is no rule's ends the start. */
    String[] value();
}
