package io.godwit.conformance.run;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.spec.Alternatives;
import io.godwit.modelcheck.spec.ModuleGraph;
import io.godwit.modelcheck.spec.SpecModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A root module with everything that it EXTENDS: its variables, and the actions that its next-state relation is made of. */
final class RootModule {
    private static final String NEXT = "Next";

    private final Path file;
    private final String family;
    private final Map<String, SpecModule> modules;

    private RootModule(Path file, String family, Map<String, SpecModule> modules) {
        this.file = file;
        this.family = family;
        this.modules = modules;
    }

    /**
     * Reads a module and what it extends.
     *
     * @param spec the directory of the specification
     * @param family the directory of the module in there
     * @param name the module
     * @throws BadInputException when there is no such module
     */
    static RootModule read(Path spec, String family, String name) throws BadInputException, IOException {
        List<Path> searchPath = List.of(spec.resolve(family), spec.resolve("common"));
        Path file = spec.resolve(family).resolve(name + ".tla");
        if (!Files.isRegularFile(file)) {
            throw new BadInputException(file, 0, "there is no such module", "Name the root module of a binding.");
        }
        Map<String, SpecModule> modules = new LinkedHashMap<>();
        Deque<Path> waiting = new ArrayDeque<>(List.of(file));
        while (!waiting.isEmpty()) {
            SpecModule module = SpecModule.read(waiting.remove());
            if (modules.putIfAbsent(module.name(), module) == null) {
                for (String extended : module.extended()) {
                    // What is not there is one of the standard modules.
                    ModuleGraph.find(extended, searchPath).ifPresent(waiting::add);
                }
            }
        }
        return new RootModule(file, family, modules);
    }

    /** The directory of the module. */
    String family() {
        return family;
    }

    /** {@code Module!variable}, in the order of the specification. */
    Set<String> variables() {
        Set<String> names = new LinkedHashSet<>();
        modules.values().forEach(module -> module.variables().forEach(name -> names.add(module.name() + "!" + name)));
        return names;
    }

    /**
     * {@code Module!Action}, in the order of a next-state relation. A definition that is nothing but alternatives, such as {@code \E n \in S : A(n)} or another of that kind, is taken
     * apart, as TLC does; every other one is an action.
     *
     * @param next name of the relation
     * @throws BadInputException when the relation is missing or is no such definition
     */
    Set<String> actions(String next) throws BadInputException {
        SpecModule module = definedIn(next)
                .orElseThrow(() ->
                        new BadInputException(file, 0, next + " is not defined", "Define it in the root module."));
        Set<String> actions = new LinkedHashSet<>();
        List<String> parts = alternatives(module.definitions().get(next))
                .orElseThrow(() -> new BadInputException(
                        module.file(),
                        0,
                        next + " is not made of actions alone",
                        "Write it as alternatives: \\/ \\E n \\in Members : Action(n)"));
        for (String part : parts) {
            split(part, actions);
        }
        return actions;
    }

    /** The actions of every next-state relation: Next, and what models use in its place, such as {@code TableNext}. */
    Set<String> allActions() {
        Set<String> actions = new LinkedHashSet<>();
        for (SpecModule module : modules.values()) {
            module.definitions().forEach((name, text) -> {
                if (name.endsWith(NEXT)) {
                    alternatives(text).ifPresent(parts -> parts.forEach(part -> split(part, actions)));
                }
            });
        }
        return actions;
    }

    private void split(String name, Set<String> actions) {
        SpecModule module = definedIn(name).orElseThrow();
        Optional<List<String>> parts = alternatives(module.definitions().get(name));
        if (parts.isEmpty()) {
            actions.add(module.name() + "!" + name);
        } else {
            parts.get().forEach(part -> split(part, actions));
        }
    }

    /** The definitions that a text is alternatives of; empty when it is more than that. */
    private Optional<List<String>> alternatives(String text) {
        return Alternatives.of(text)
                .filter(names -> names.stream().allMatch(name -> definedIn(name).isPresent()));
    }

    private Optional<SpecModule> definedIn(String name) {
        return modules.values().stream()
                .filter(module -> module.definitions().containsKey(name))
                .findFirst();
    }
}
