package io.godwit.playground.browser;

import java.util.Set;
import org.teavm.extension.spi.reflection.SimpleReflectionPolicy;

/**
 * What mutants of the runtime reach by reflection ({@code Replacements} in {@code io.godwit.mutants.runtime}). TeaVM finds this class as a
 * service.
 */
public final class ReflectedClasses extends SimpleReflectionPolicy {
    private static final Set<String> METHODS = Set.of("commands", "reopen", "nextNumber", "partition");
    private static final Set<String> FIELDS = Set.of("pending", "session", "number");

    @Override
    protected void setup() {
        selectPackage("io.godwit", true)
                .reflectableMethods(method -> METHODS.contains(method.name()))
                .reflectableFields(field -> FIELDS.contains(field.name()));
    }
}
