package io.godwit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is below does not know what is above: a checker nothing of the engine, the replay nothing of the simulation. */
class VerifyArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(
                    "io.godwit.modelcheck",
                    "io.godwit.conformance",
                    "io.godwit.tracecheck",
                    "io.godwit.matrix",
                    "io.godwit.report");

    @ParameterizedTest
    @CsvSource({
        "modelcheck, protocol conformance tracecheck mutants simulation member matrix report",
        "conformance, tracecheck mutants simulation member matrix report",
        "tracecheck, protocol conformance mutants simulation member matrix report",
        "matrix, report"
    })
    void noArrowGoesUp(String below, String above) {
        noClasses()
                .that()
                .resideInAPackage("io.godwit." + below + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(Stream.of(above.split(" ", -1))
                        .map(it -> "io.godwit." + it + "..")
                        .toArray(String[]::new))
                .check(CLASSES);
    }
}
