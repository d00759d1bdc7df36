package io.github.ordertimeout.jdbc.testdb;

import io.github.ordertimeout.jdbc.database.Isolation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Runs a test class once per database server. The class declares {@code @Parameter TestDatabase db}: each test method finds an
 * empty schema there. A server that cannot be had is skipped, and a line on stderr says how to get it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ParameterizedClass(name = "{0}")
@ArgumentsSource(EachDatabaseArguments.class)
@ExtendWith(FreshDatabase.class)
public @interface EachDatabase {
    /** On which servers. */
    TestServer[] on() default {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB, TestServer.MYSQL};

    /** In which isolations of the library's own transactions. */
    Isolation[] in() default Isolation.READ_COMMITTED;
}
