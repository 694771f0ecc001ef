package io.godwit.playground.browser;

import java.util.Set;
import org.teavm.extension.spi.reflection.SimpleReflectionPolicy;

/**
 * What mutants of the runtime reach by reflection: the names that {@code Replacements} in {@code io.godwit.mutants.runtime} has. TeaVM finds
 * this class as a service.
 */
public final class ReflectedClasses extends SimpleReflectionPolicy {
    private static final Set<String> METHODS = Set.of(
            "commands",
            "isValid",
            "key",
            "next",
            "nextNumber",
            "partition",
            "partitions",
            "reopen",
            "scan",
            "self",
            "setup",
            "value");
    private static final Set<String> FIELDS = Set.of("number", "pending", "session");

    /** Where these are. */
    private static final Set<String> PACKAGES = Set.of(
            "io.godwit.client.invocation",
            "io.godwit.member.runtime",
            "io.godwit.protocol",
            "io.godwit.protocol.quorum",
            "io.godwit.simulation.disk",
            "io.godwit.storage");

    @Override
    protected void setup() {
        PACKAGES.forEach(each -> selectPackage(each)
                .reflectableMethods(method -> METHODS.contains(method.name()))
                .reflectableFields(field -> FIELDS.contains(field.name())));
        proxyGroup("io.godwit.environment.Storage$Cursor");
    }
}
