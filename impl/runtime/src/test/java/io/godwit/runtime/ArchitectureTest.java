package io.godwit.runtime;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The runtime depends on the interfaces of its environment, and on nothing behind them: the simulation runs the same classes.
 * What it uses of the JDK computes, and nothing more.
 */
class ArchitectureTest {
    private static final JavaClasses RUNTIME = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(
                    "io.godwit.client.invocation",
                    "io.godwit.environment",
                    "io.godwit.member.limit",
                    "io.godwit.member.runtime",
                    "io.godwit.member.transfer",
                    "io.godwit.storage",
                    "io.godwit.transport.codec",
                    "io.godwit.transport.connection",
                    "io.godwit.transport.frame");

    /** Packages of which everything but {@link #FORBIDDEN} may be used. */
    private static final Set<String> PACKAGES = Set.of(
            "io.godwit.client.invocation",
            "io.godwit.environment",
            "io.godwit.member.limit",
            "io.godwit.member.runtime",
            "io.godwit.member.transfer",
            "io.godwit.storage",
            "io.godwit.transport.codec",
            "io.godwit.transport.connection",
            "io.godwit.transport.frame",
            "java.lang",
            "java.lang.invoke",
            "java.lang.runtime",
            "java.nio.charset",
            "java.util",
            "java.util.concurrent.atomic",
            "java.util.function",
            "java.util.stream");

    private static final Pattern FORBIDDEN = Pattern.compile("java\\.lang\\.(Thread.*|Process.*|Runtime|Runtime\\$.*)"
            + "|java\\.util\\.(.*Random.*|Timer.*|.*Scanner|UUID)");

    /** Single classes of other packages. TimeUnit converts; its methods that wait are forbidden below. */
    private static final Set<String> CLASSES = Set.of(
            "io.godwit.client.CallException",
            "io.godwit.client.CallException$Outcome",
            "java.io.IOException",
            "java.security.MessageDigest",
            "java.security.NoSuchAlgorithmException",
            "java.nio.Buffer",
            "java.nio.ByteBuffer",
            "java.nio.CharBuffer",
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.concurrent.ConcurrentLinkedQueue",
            "java.util.concurrent.ConcurrentSkipListMap",
            "java.util.concurrent.TimeUnit",
            "java.util.zip.CRC32C");

    private static final Set<String> CALLS = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.exit",
            "java.lang.System.getProperty",
            "java.lang.System.getenv",
            "java.lang.Math.random",
            "java.lang.Object.wait",
            "java.lang.Object.notify",
            "java.lang.Object.notifyAll",
            "java.util.concurrent.TimeUnit.sleep",
            "java.util.concurrent.TimeUnit.timedJoin",
            "java.util.concurrent.TimeUnit.timedWait");

    private static final DescribedPredicate<JavaClass> OUTSIDE =
            describe("are outside: threads, sockets, files, time", ArchitectureTest::isOutside);

    private static final DescribedPredicate<JavaAccess<?>> CALLS_OUTSIDE = describe(
            "the system's time, environment or waiting",
            access -> CALLS.contains(
                    access.getTargetOwner().getName() + "." + access.getTarget().getName()));

    private static final ArchRule DEPENDENCIES = noClasses().should().dependOnClassesThat(OUTSIDE);
    private static final ArchRule ACCESSES = noClasses().should().accessTargetWhere(CALLS_OUTSIDE);

    private static boolean isOutside(JavaClass type) {
        JavaClass element = type.getBaseComponentType();
        String name = element.getName();
        if (element.isPrimitive() || CLASSES.contains(name) || name.startsWith("io.godwit.protocol.")) {
            return false;
        }
        return !PACKAGES.contains(element.getPackageName())
                || FORBIDDEN.matcher(name).matches();
    }

    @Test
    void dependsOnNothingOutside() {
        DEPENDENCIES.check(RUNTIME);
    }

    @Test
    void callsNothingOutside() {
        ACCESSES.check(RUNTIME);
    }

    /** Members of one simulation share classes. */
    @Test
    void hasNoStaticState() {
        fields().that().areStatic().should().beFinal().check(RUNTIME);
    }

    /** Rules that find nothing where there is something would hold for ever. */
    @Test
    void rulesFindWhatIsForbidden() {
        for (Class<?> type : new Class<?>[] {WithThread.class, WithFile.class, WithRandom.class}) {
            assertTrue(DEPENDENCIES.evaluate(imported(type)).hasViolation(), type.getName());
        }
        assertTrue(ACCESSES.evaluate(imported(WithTime.class)).hasViolation());
    }

    private static JavaClasses imported(Class<?> type) {
        return new ClassFileImporter().importClasses(type);
    }

    static class WithThread {
        private final Thread thread = Thread.currentThread();

        @Override
        public String toString() {
            return thread.getName();
        }
    }

    static class WithFile {
        private final boolean there = Files.exists(Path.of("x"));

        @Override
        public String toString() {
            return "" + there;
        }
    }

    static class WithRandom {
        private final UUID random = UUID.randomUUID();

        @Override
        public String toString() {
            return random.toString();
        }
    }

    static class WithTime {
        private final long now = System.nanoTime();

        @Override
        public String toString() {
            return "" + now;
        }
    }
}
