package io.godwit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No file is long. What is below does not know what is above: a checker nothing of the engine, the replay nothing of the simulation. */
class VerifyArchitectureTest {
    private static final int MAX_LINES = 500;
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

    @Test
    void noFileIsLong() throws IOException {
        Path impl = Path.of(System.getProperty("godwit.root"), "impl");
        List<Path> files;
        try (Stream<Path> all = Files.walk(impl)) {
            files = all.filter(it -> it.toString().contains("/src/main/java/")
                            && it.toString().endsWith(".java"))
                    .toList();
        }
        assertTrue(files.size() > 500, files.size() + " files were found");
        List<String> tooLong = new ArrayList<>();
        for (Path file : files) {
            int lines = Files.readAllLines(file).size();
            if (lines > MAX_LINES) {
                tooLong.add(impl.relativize(file) + ": " + lines);
            }
        }
        assertEquals(List.of(), tooLong);
    }
}
