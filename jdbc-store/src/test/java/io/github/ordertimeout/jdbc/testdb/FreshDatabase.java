package io.github.ordertimeout.jdbc.testdb;

import java.lang.reflect.Field;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.TestAbortedException;

/** Opens the test's database before each test, or skips the test, and drops it afterwards. */
final class FreshDatabase implements BeforeEachCallback, AfterEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        database(context).url();
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        TestDatabase database = database(context);
        if (context.getExecutionException()
                .filter(e -> !(e instanceof TestAbortedException))
                .isPresent()) {
            // Surefire's summary only counts the runs of a parameterized class.
            System.err.println("[failed on " + database + "] "
                    + context.getRequiredTestClass().getSimpleName() + ": " + context.getDisplayName());
        }
        database.close();
    }

    private static TestDatabase database(ExtensionContext context) throws IllegalAccessException {
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            for (Field field : ReflectionSupport.findFields(
                    instance.getClass(), f -> f.getType() == TestDatabase.class, HierarchyTraversalMode.TOP_DOWN)) {
                field.setAccessible(true);
                return (TestDatabase) field.get(instance);
            }
        }
        throw new IllegalStateException("The test class needs a field: @Parameter TestDatabase db");
    }
}
