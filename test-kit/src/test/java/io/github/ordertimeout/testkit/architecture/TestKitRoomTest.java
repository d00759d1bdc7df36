package io.github.ordertimeout.testkit.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.ordertimeout.architecture.ClockRule;

/** The kit tests any store and any wiring, so that it knows none; only its contracts need JUnit and AssertJ. */
@AnalyzeClasses(packages = "io.github.ordertimeout.testkit", importOptions = DoNotIncludeTests.class)
class TestKitRoomTest {

    @ArchTest
    static final ArchRule CLOCKS = ClockRule.ONE_PLACE_READS_CLOCKS;

    @ArchTest
    static final ArchRule NO_STORE_AND_NO_SPRING = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.github.ordertimeout.jdbc..", "io.github.ordertimeout.spring..", "org.springframework..")
            .because("they are what it tests");

    @ArchTest
    static final ArchRule ONLY_CONTRACTS_ARE_TESTS = noClasses()
            .that()
            .resideOutsideOfPackage("io.github.ordertimeout.testkit.contract..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.junit..", "org.assertj..")
            .because("the tools work with any test framework");
}
