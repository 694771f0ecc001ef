package io.godwit.modelcheck.spec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the files that a module is made of: itself and, transitively, what it EXTENDS and INSTANCEs. Thread-safe. */
public final class ModuleGraph {
    private static final Pattern EXTENDS = Pattern.compile("\\bEXTENDS\\s+(\\w+(?:\\s*,\\s*\\w+)*)");
    private static final Pattern INSTANCE = Pattern.compile("\\bINSTANCE\\s+(\\w+)");

    private final ConcurrentHashMap<Path, Set<String>> used = new ConcurrentHashMap<>();

    /**
     * The files of a module, its own first. Modules that are not on the search path (the standard ones) are left out.
     *
     * @param module file of the root module
     * @param searchPath directories in which the others are looked up, in order
     */
    public Set<Path> files(Path module, List<Path> searchPath) {
        Set<Path> files = new LinkedHashSet<>();
        Deque<Path> waiting = new ArrayDeque<>(List.of(module));
        while (!waiting.isEmpty()) {
            Path file = waiting.remove();
            if (files.add(file)) {
                for (String name : uses(file)) {
                    find(name, searchPath).ifPresent(waiting::add);
                }
            }
        }
        return files;
    }

    /** The file of a module on the search path. */
    public static Optional<Path> find(String module, List<Path> searchPath) {
        return searchPath.stream()
                .map(directory -> directory.resolve(module + ".tla"))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private Set<String> uses(Path file) {
        return used.computeIfAbsent(file, ModuleGraph::read);
    }

    private static Set<String> read(Path file) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String code = SpecText.normalised(text);
        Set<String> names = new LinkedHashSet<>();
        Matcher extended = EXTENDS.matcher(code);
        while (extended.find()) {
            names.addAll(List.of(extended.group(1).split("\\s*,\\s*", -1)));
        }
        Matcher instance = INSTANCE.matcher(code);
        while (instance.find()) {
            names.add(instance.group(1));
        }
        return names;
    }
}
