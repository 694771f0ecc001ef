package io.godwit.client.invocation;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.godwit.client.CallException;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RefusedException;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The client's decisions run in a simulation, and some day in a browser: they have no threads, time or sockets of their own. */
class ArchitectureTest {
    private static final JavaClasses INVOCATION = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.godwit.client.invocation");

    /** Of {@code java.util}, only what does not depend on threads, time or chance. */
    private static final DescribedPredicate<JavaClass> ALLOWED = resideInAnyPackage(
                    "java.lang",
                    "java.lang.runtime",
                    "java.lang.invoke",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "java.io",
                    "io.godwit.client.invocation",
                    "io.godwit.environment",
                    "io.godwit.protocol.map",
                    "io.godwit.protocol.quorum.table",
                    "io.godwit.transport.codec",
                    "io.godwit.transport.frame")
            .and(not(belongToAnyOf(
                    Thread.class,
                    ThreadLocal.class,
                    Runtime.class,
                    System.class,
                    Process.class,
                    Class.class,
                    Random.class,
                    UUID.class,
                    java.util.Timer.class)))
            .or(belongToAnyOf(
                    CallException.class, Connection.class, Connections.class, Receiver.class, RefusedException.class));

    private static final ArchRule PURE = classes().should().onlyDependOnClassesThat(ALLOWED);

    @Test
    void dependsOnNothingButItsEnvironment() {
        PURE.check(INVOCATION);
    }

    @Test
    void ruleNoticesThreadsAndTime() {
        JavaClasses impure = new ClassFileImporter().importClasses(Impure.class);
        AssertionError noticed = assertThrows(AssertionError.class, () -> PURE.check(impure));
        for (String part : new String[] {"java.lang.Thread", "java.lang.System", "java.util.concurrent"}) {
            assertTrue(noticed.getMessage().contains(part), noticed.getMessage());
        }
    }

    /** What it does depends on where objects lie in memory. */
    @Test
    void hasNoIdentityHashCodes() {
        noClasses()
                .should()
                .callMethod(Object.class, "hashCode")
                .orShould()
                .dependOnClassesThat(belongToAnyOf(java.util.IdentityHashMap.class, java.util.WeakHashMap.class))
                .check(INVOCATION);
    }

    static final class Impure {
        private final java.util.concurrent.atomic.AtomicLong at = new java.util.concurrent.atomic.AtomicLong();

        void run() {
            new Thread(() -> at.set(System.nanoTime())).start();
        }
    }
}
