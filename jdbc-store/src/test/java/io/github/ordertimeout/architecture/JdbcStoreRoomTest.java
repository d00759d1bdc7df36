package io.github.ordertimeout.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeJars;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The store is handed its time, and works without Spring. */
@AnalyzeClasses(
        packages = "io.github.ordertimeout",
        importOptions = {DoNotIncludeTests.class, DoNotIncludeJars.class})
class JdbcStoreRoomTest {

    @ArchTest
    static final ArchRule CLOCKS = ClockRule.ONE_PLACE_READS_CLOCKS;

    @ArchTest
    static final ArchRule NO_SPRING = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework..")
            .because("the Spring wiring is a module of its own")
            .allowEmptyShould(true);
}
