package io.github.ordertimeout.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/** Keeps the rooms of the house apart: a step knows only the steps before it. */
@AnalyzeClasses(packages = RoomsTest.HOUSE, importOptions = DoNotIncludeTests.class)
class RoomsTest {

    static final String HOUSE = "io.github.ordertimeout";

    @ArchTest
    static final ArchRule ORDER = room("order").knows();

    @ArchTest
    static final ArchRule TIME = room("time").knows();

    @ArchTest
    static final ArchRule CONFIG = room("config").knows("order");

    @ArchTest
    static final ArchRule TRANSACTION = room("transaction").knows("order");

    @ArchTest
    static final ArchRule SCAN = room("scan").knows("order", "time", "config", "transaction");

    @ArchTest
    static final ArchRule CHECK = room("check").knows("order", "time", "config", "transaction", "scan");

    @ArchTest
    static final ArchRule CLOSE = room("close").knows("order", "time", "config", "transaction", "scan", "check");

    @ArchTest
    static final ArchRule RELEASE =
            room("release").knows("order", "time", "config", "transaction", "scan", "check", "close");

    @ArchTest
    static final ArchRule SETTLE =
            room("settle").knows("order", "time", "config", "transaction", "scan", "check", "close", "release");

    @ArchTest
    static final ArchRule PAYMENT = room("payment")
            .knows("order", "time", "config", "transaction", "scan", "check", "close", "release", "settle");

    @ArchTest
    static final ArchRule STORE = room("store")
            .knows(
                    "order",
                    "time",
                    "config",
                    "transaction",
                    "scan",
                    "check",
                    "close",
                    "release",
                    "settle",
                    "payment",
                    "doctor");

    @ArchTest
    static final ArchRule EVENT = room("event")
            .knows("order", "time", "config", "transaction", "scan", "check", "close", "release", "settle", "payment");

    /** Every room may say in its log lines what they are about. */
    @ArchTest
    static final ArchRule LOG = room("log").knows();

    @ArchTest
    static final ArchRule DOCTOR = room("doctor").knows();

    @ArchTest
    static final ArchRule EVERY_CLASS_HAS_A_ROOM = classes()
            .should()
            .resideInAnyPackage(
                    HOUSE,
                    in("order"),
                    in("time"),
                    in("config"),
                    in("transaction"),
                    in("scan"),
                    in("check"),
                    in("close"),
                    in("release"),
                    in("settle"),
                    in("payment"),
                    in("store"),
                    in("event"),
                    in("doctor"),
                    in("log"),
                    in("memory"))
            .because("a package without a rule here would be open to all");

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching(HOUSE + ".(*)..").should().beFreeOfCycles().allowEmptyShould(true);

    @ArchTest
    static final ArchRule NO_DATABASE_AND_NO_FRAMEWORK = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.springframework..", "org.jdbi..")
            .because("stores and wiring are modules of their own");

    @ArchTest
    static final ArchRule CLOCKS = ClockRule.ONE_PLACE_READS_CLOCKS;

    private static Room room(String name) {
        return new Room(name);
    }

    private static String in(String room) {
        return HOUSE + "." + room + "..";
    }

    private record Room(String name) {

        ArchRule knows(String... earlier) {
            String[] known = Stream.concat(Stream.of(name, "log"), Stream.of(earlier))
                    .map(RoomsTest::in)
                    .toArray(String[]::new);
            return classes()
                    .that()
                    .resideInAPackage(in(name))
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(known).or(resideOutsideOfPackage(HOUSE + "..")))
                    .as(name + " knows "
                            + (earlier.length == 0 ? "no other room" : "only " + String.join(", ", earlier)))
                    .allowEmptyShould(true);
        }
    }
}
