package io.godwit.storage;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The store reaches its disk and its random numbers through interfaces alone. */
class ArchitectureTest {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.godwit.storage..");

    private static final Set<String> PACKAGES = Set.of(
            "io.godwit.environment",
            "io.godwit.storage",
            "io.godwit.transport.codec",
            "io.godwit.transport.frame",
            "java.lang",
            "java.lang.invoke",
            "java.lang.runtime",
            "java.nio",
            "java.nio.charset",
            "java.security",
            "java.util",
            "java.util.concurrent.atomic",
            "java.util.function",
            "java.util.stream",
            "java.util.zip");

    private static final Set<String> OTHERS = Set.of("java.io.IOException", "java.util.concurrent.ConcurrentHashMap");

    private static final Set<String> NOT = Set.of(
            "java.lang.Process",
            "java.lang.ProcessBuilder",
            "java.lang.Runtime",
            "java.lang.System",
            "java.lang.Thread",
            "java.lang.ThreadLocal",
            "java.security.SecureRandom",
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.Timer",
            "java.util.UUID");

    @Test
    void dependsOnNothingWithEffects() {
        classes()
                .that()
                .resideInAPackage("io.godwit.storage")
                .should()
                .onlyDependOnClassesThat(describe("are on the list", ArchitectureTest::isListed))
                .check(ALL);
    }

    private static boolean isListed(JavaClass type) {
        JavaClass element = type.getBaseComponentType();
        String name = element.getName();
        String enclosing = name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
        return element.isPrimitive()
                || element.getPackageName().startsWith("io.godwit.protocol")
                || OTHERS.contains(enclosing)
                || (PACKAGES.contains(element.getPackageName()) && !NOT.contains(enclosing));
    }

    @Test
    void hasNoStateOfItsOwn() {
        fields().that().areStatic().should().beFinal().check(ALL);
    }

    @Test
    void onlyTheAdapterUsesRocksDb() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.godwit.storage.rocksdb")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.rocksdb..")
                .check(ALL);
    }
}
