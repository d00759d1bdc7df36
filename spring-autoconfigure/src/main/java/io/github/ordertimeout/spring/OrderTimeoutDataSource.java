package io.github.ordertimeout.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the data source that holds the orders where the context has several; on its class or its {@code @Bean} method. Elsewhere
 * than on a data source it does nothing. {@code order-timeout.data-source} and {@code order-timeout.scan-data-source} win over it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface OrderTimeoutDataSource {
    /** True on a replica that scans may read, false on the orders' own. */
    boolean scan() default false;
}
