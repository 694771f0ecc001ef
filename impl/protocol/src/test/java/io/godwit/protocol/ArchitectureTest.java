package io.godwit.protocol;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The engine is pure: everything that it may not use cannot be used without this test failing. */
class ArchitectureTest {
    private static final JavaClasses ENGINE = new ClassFileImporter()
            .importUrl(Rules.class.getProtectionDomain().getCodeSource().getLocation());

    /** From java.lang only what has no effect outside the engine and gives the same answer every time. */
    private static final Set<String> HARMLESS = Set.of(
            "AssertionError",
            "Boolean",
            "Byte",
            "CharSequence",
            "Character",
            "Class",
            "Comparable",
            "Deprecated",
            "Enum",
            "FunctionalInterface",
            "IllegalArgumentException",
            "IllegalStateException",
            "IncompatibleClassChangeError",
            "IndexOutOfBoundsException",
            "Integer",
            "Iterable",
            "Long",
            "MatchException",
            "Math",
            "NoSuchFieldError",
            "NullPointerException",
            "Number",
            "Object",
            "Override",
            "Record",
            "RuntimeException",
            "SafeVarargs",
            "String",
            "StringBuilder",
            "SuppressWarnings",
            "System",
            "UnsupportedOperationException",
            "Void");

    /** Of classes that can do both, what is harmless. */
    private static final Map<String, Set<String>> METHODS = Map.of(
            "java.lang.System", Set.of("arraycopy"),
            "java.lang.Class", Set.of("cast", "getSimpleName", "desiredAssertionStatus"));

    private static final Set<String> RANDOM = Set.of(
            "random",
            "randomUUID",
            "shuffle",
            "identityHashCode",
            "ints",
            "parallelStream",
            "parallel",
            "parallelSort",
            "parallelPrefix",
            "parallelSetAll");

    @Test
    void needsNothingButTheJdk() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "io.godwit.protocol..",
                        "java.lang",
                        "java.lang.annotation",
                        "java.util",
                        "java.util.function",
                        "java.util.stream"))
                .check(ENGINE);
    }

    @Test
    void usesOnlyWhatIsHarmlessOfTheLanguage() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("java.lang")
                        .and(describe("is not on the list", ArchitectureTest::isNotListed)))
                .check(ENGINE);
    }

    private static boolean isNotListed(JavaClass type) {
        JavaClass element = type.getBaseComponentType();
        return !element.isPrimitive() && !HARMLESS.contains(element.getSimpleName());
    }

    @Test
    void drawsNoNumbers() {
        noClasses()
                .should()
                .dependOnClassesThat(describe("draw numbers or depend on the machine", (JavaClass type) -> Set.of(
                                "Random",
                                "SplittableRandom",
                                "UUID",
                                "Timer",
                                "TimerTask",
                                "Scanner",
                                "Locale",
                                "TimeZone",
                                "Calendar",
                                "Date",
                                "ServiceLoader",
                                "Properties",
                                "ResourceBundle",
                                "IdentityHashMap",
                                "WeakHashMap")
                        .contains(type.getSimpleName())))
                .check(ENGINE);
    }

    @Test
    void callsNothingThatAnswersDifferentlyEachTime() {
        noClasses()
                .should()
                .accessTargetWhere(target(describe("is not pure", ArchitectureTest::isImpure)))
                .check(ENGINE);
    }

    private static boolean isImpure(AccessTarget target) {
        Set<String> harmless = METHODS.get(target.getOwner().getName());
        boolean jdk = target.getOwner().getPackageName().startsWith("java.");
        return (harmless != null && !harmless.contains(target.getName())) || (jdk && RANDOM.contains(target.getName()));
    }

    /** Who switches rules off is a test, a mutant, or the classic protocol as it was published. */
    @Test
    void switchesNoRuleOff() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.godwit.protocol.classic.ClassicRule")
                .and()
                .doNotHaveFullyQualifiedName("io.godwit.protocol.classic.Classic")
                .and()
                .doNotHaveFullyQualifiedName("io.godwit.protocol.quorum.Quorum")
                .and()
                .doNotHaveFullyQualifiedName("io.godwit.protocol.Rules")
                .should()
                .accessTargetWhere(target(describe(
                        "switches a rule off",
                        (AccessTarget accessed) -> accessed.getOwner().isEquivalentTo(Rules.class)
                                && Set.of("without", "lacking").contains(accessed.getName()))))
                .check(ENGINE);
    }

    @Test
    void hasNoStateOfItsOwn() {
        fields().that().areStatic().should().beFinal().check(ENGINE);
    }
}
