package io.godwit.transport;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.godwit.environment.threads.SystemClock;
import io.godwit.environment.threads.ThreadExecutor;
import io.godwit.transport.netty.NettyTransport;
import io.godwit.transport.netty.PendingConnection;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Connections, frames and codecs depend on the interfaces of the environment, and on nothing behind them: the simulation runs
 * the same classes. What they use of the JDK computes, and nothing more.
 */
class ArchitectureTest {
    private static final JavaClasses PURE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.godwit.transport.connection", "io.godwit.transport.frame", "io.godwit.transport.codec");

    /** Packages of which everything but {@link #FORBIDDEN} may be used. */
    private static final Set<String> PACKAGES = Set.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.runtime",
            "java.util",
            "java.util.function",
            "java.util.stream",
            "java.util.concurrent.atomic",
            "java.nio.charset",
            "com.google.protobuf",
            "io.godwit.environment",
            "io.godwit.transport.connection",
            "io.godwit.transport.frame",
            "io.godwit.transport.codec",
            "io.godwit.transport.wire");

    private static final Pattern FORBIDDEN = Pattern.compile(
            "java\\.lang\\.(Thread.*|Process.*|Runtime|Runtime\\$.*)|java\\.util\\.(.*Random.*|Timer.*|.*Scanner)");

    /** Single classes of other packages. TimeUnit converts, and its methods that wait are forbidden below. */
    private static final Set<String> CLASSES = Set.of(
            "java.io.IOException",
            "java.nio.Buffer",
            "java.nio.ByteBuffer",
            "java.util.concurrent.ConcurrentLinkedQueue",
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

    private static boolean isOutside(JavaClass type) {
        String name = type.getName();
        if (type.isPrimitive() || CLASSES.contains(name) || name.startsWith("io.godwit.protocol.")) {
            return false;
        }
        return !PACKAGES.contains(type.getPackageName())
                || FORBIDDEN.matcher(name).matches();
    }

    private static final DescribedPredicate<JavaClass> OUTSIDE = describe(
            "are outside: threads, sockets, files, Netty",
            type -> isOutside(type.isArray() ? type.getBaseComponentType() : type));

    private static final DescribedPredicate<JavaAccess<?>> CALLS_OUTSIDE = describe(
            "the system's time, environment or waiting",
            access -> CALLS.contains(
                    access.getTargetOwner().getName() + "." + access.getTarget().getName()));

    private static final ArchRule DEPENDENCIES = noClasses().should().dependOnClassesThat(OUTSIDE);
    private static final ArchRule ACCESSES = noClasses().should().accessTargetWhere(CALLS_OUTSIDE);

    @Test
    void dependOnNothingOutside() {
        DEPENDENCIES.check(PURE);
    }

    @Test
    void callNothingOutside() {
        ACCESSES.check(PURE);
    }

    /** Rules that find nothing where there is something would hold for ever. */
    @Test
    void theRulesFindWhatAdaptersUse() {
        for (Class<?> adapter : new Class<?>[] {NettyTransport.class, PendingConnection.class, ThreadExecutor.class}) {
            JavaClasses imported = new ClassFileImporter().importClasses(adapter);
            assertEquals(true, DEPENDENCIES.evaluate(imported).hasViolation(), adapter.getName());
        }
        assertEquals(
                true,
                ACCESSES.evaluate(new ClassFileImporter().importClasses(SystemClock.class))
                        .hasViolation());
    }
}
