package io.godwit.conformance.run;

import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.SpecVariable;
import io.godwit.protocol.Step;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the engine says of the specification in its annotations.
 *
 * @param handlers {@code family/Module!Action -> the methods that carry it out}
 * @param parts {@code family/Module!Action -> the methods that carry out a part of it elsewhere}
 * @param stutters methods that change no variable
 * @param silent actions of modules that say nothing of the specification
 * @param variables {@code family/Module!variable -> where the engine has it}
 */
record EngineNames(
        Map<String, List<Method>> handlers,
        Map<String, List<Method>> parts,
        List<Method> stutters,
        List<Method> silent,
        Map<String, List<StatePart>> variables) {
    /**
     * A part of a state.
     *
     * @param owner the class that has it
     * @param component name of the field; empty when it is the class as a whole
     */
    record StatePart(Class<?> owner, String component) {
        @Override
        public String toString() {
            return owner.getSimpleName() + (component.isEmpty() ? "" : "." + component);
        }
    }

    static EngineNames of(List<Class<?>> classes) {
        EngineNames names = new EngineNames(
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new LinkedHashMap<>());
        classes.forEach(names::add);
        return names;
    }

    private void add(Class<?> type) {
        List<Method> methods = Arrays.stream(type.getDeclaredMethods())
                .sorted(Comparator.comparing(Method::getName))
                .toList();
        boolean module = methods.stream().anyMatch(method -> method.isAnnotationPresent(SpecAction.class));
        for (Method method : methods) {
            boolean action = Modifier.isPublic(method.getModifiers()) && method.getReturnType() == Step.class;
            purpose(method, module && action);
        }
        if (type.isAnnotationPresent(SpecVariable.class)) {
            variable(type.getAnnotation(SpecVariable.class), new StatePart(type, ""));
        }
        for (Field field : type.getDeclaredFields()) {
            if (field.isAnnotationPresent(SpecVariable.class)) {
                variable(field.getAnnotation(SpecVariable.class), new StatePart(type, field.getName()));
            }
        }
    }

    /** @param needed must it say something of the specification? */
    private void purpose(Method method, boolean needed) {
        SpecAction action = method.getAnnotation(SpecAction.class);
        SpecPart part = method.getAnnotation(SpecPart.class);
        boolean stutter = method.isAnnotationPresent(SpecStutter.class);
        if (action != null) {
            for (String name : action.value()) {
                put(handlers, name, method);
            }
        }
        if (part != null) {
            put(parts, part.value(), method);
        }
        if (stutter) {
            stutters.add(method);
        }
        if (needed && action == null && part == null && !stutter) {
            silent.add(method);
        }
    }

    private void variable(SpecVariable annotation, StatePart place) {
        for (String name : annotation.value()) {
            put(variables, name, place);
        }
    }

    private static <T> void put(Map<String, List<T>> map, String name, T item) {
        map.computeIfAbsent(name, it -> new ArrayList<>()).add(item);
    }

    /** The classes of the engine, from its directory or its jar. */
    static final class EngineClasses {
        private static final String PACKAGE = "io/godwit/protocol";
        private static final String SUFFIX = ".class";

        private EngineClasses() {}

        /** All of them, by name; none is initialised. */
        static List<Class<?>> all() throws IOException {
            Path place;
            try {
                place = Path.of(Step.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
            } catch (URISyntaxException e) {
                throw new IOException(e);
            }
            if (Files.isDirectory(place)) {
                return below(place);
            }
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                return below(jar.getPath("/"));
            }
        }

        private static List<Class<?>> below(Path root) throws IOException {
            List<String> names;
            try (Stream<Path> files = Files.walk(root.resolve(PACKAGE))) {
                names = files.map(file -> root.relativize(file).toString())
                        .filter(name -> name.endsWith(SUFFIX) && !name.endsWith("-info" + SUFFIX))
                        .map(name -> name.substring(0, name.length() - SUFFIX.length())
                                .replace(root.getFileSystem().getSeparator(), "."))
                        .sorted()
                        .toList();
            }
            return names.stream().<Class<?>>map(EngineClasses::load).toList();
        }

        private static Class<?> load(String name) {
            try {
                return Class.forName(name, false, Step.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
