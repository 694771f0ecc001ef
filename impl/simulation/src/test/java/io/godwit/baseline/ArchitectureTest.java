package io.godwit.baseline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses BASELINE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.godwit.baseline");

    /** The runtime reaches the outside through its environment alone, so that the simulation runs it as a process does. */
    @Test
    void runtimeHasNoOutsideOfItsOwn() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.net..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.util.concurrent.locks..",
                        "io.netty..",
                        "org.rocksdb..",
                        "io.godwit.transport.netty..",
                        "io.godwit.environment.threads..",
                        "io.godwit.environment.files..")
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(
                        Thread.class,
                        java.util.Random.class,
                        java.util.concurrent.Executors.class,
                        java.util.concurrent.CompletableFuture.class)
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Math.class, "random")
                .check(BASELINE);
    }
}
