package io.github.ordertimeout.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Date;
import java.util.Set;

/** One place reads clocks and waits: a test that sets the time then sets it for all. Shared by every module. */
public final class ClockRule {

    public static final ArchRule ONE_PLACE_READS_CLOCKS = noClasses()
            .that()
            .resideOutsideOfPackage("io.github.ordertimeout.time..")
            .should()
            .accessTargetWhere(DescribedPredicate.describe("a clock is read or a thread sleeps", ClockRule::readsClock))
            .as("only the package time reads clocks and waits")
            .because("everything else is handed a TimeSource")
            .allowEmptyShould(true);

    private static final Set<String> FORBIDDEN = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.Thread.sleep",
            "java.util.Calendar.getInstance",
            "java.util.concurrent.TimeUnit.sleep");

    private ClockRule() {}

    private static boolean readsClock(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getName();
        return FORBIDDEN.contains(owner + "." + name)
                || (owner.startsWith("java.time.") && name.equals("now"))
                || (owner.equals("java.time.Clock") && (name.startsWith("system") || name.startsWith("tick")))
                || (owner.equals(Date.class.getName()) && isDefaultConstructor(access));
    }

    private static boolean isDefaultConstructor(JavaAccess<?> access) {
        return access.getName().equals("<init>")
                && access.getTarget() instanceof CodeUnitAccessTarget constructor
                && constructor.getRawParameterTypes().isEmpty();
    }
}
