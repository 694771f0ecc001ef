package io.godwit.conformance.run;

import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.run.EngineNames.EngineClasses;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which method or class of the engine stands for which name of the specification, and what has no counterpart on either side.
 *
 * @param actions one row per action of the root modules
 * @param variables one row per variable of the root modules
 * @param findings what must not be: a missing handler, a name that does not exist
 */
record Traceability(List<ActionRow> actions, List<VariableRow> variables, List<RuleFinding> findings) {
    private static final String NAME = "traceability";

    /** Copies the lists. */
    public Traceability {
        actions = List.copyOf(actions);
        variables = List.copyOf(variables);
        findings = List.copyOf(findings);
    }

    /**
     * An action.
     *
     * @param root name of the root module
     * @param family directory of the root module
     * @param action {@code Module!Action}
     * @param handlers the methods and classes that carry it out
     * @param parts the methods and classes that carry out a part of it at another member
     * @param reason why none does; empty when one does
     */
    public record ActionRow(
            String root, String family, String action, List<Method> handlers, List<Method> parts, String reason) {
        /** Copies the lists. */
        public ActionRow {
            handlers = List.copyOf(handlers);
            parts = List.copyOf(parts);
        }
    }

    /**
     * A variable.
     *
     * @param root name of the root module
     * @param variable {@code Module!variable}
     * @param places where the engine has it
     * @param reason why it has it nowhere; empty when it has
     * @param world whether the world around the members has it instead
     */
    public record VariableRow(String root, String variable, List<String> places, String reason, boolean world) {
        /** Copies the list. */
        public VariableRow {
            places = List.copyOf(places);
        }
    }

    /**
     * The engine and the specification of a project.
     *
     * @param root directory of the project
     * @param bindings one per root module
     * @throws BadInputException when a root module is missing or its Next cannot be read
     */
    public static Traceability of(Path root, List<Binding> bindings) throws BadInputException, IOException {
        return of(root.resolve("spec"), bindings, EngineClasses.all());
    }

    /** Those classes and the specification in that directory. */
    static Traceability of(Path spec, List<Binding> bindings, List<Class<?>> classes)
            throws BadInputException, IOException {
        Collector collector = new Collector(EngineNames.of(classes));
        for (Binding binding : bindings) {
            collector.add(binding, RootModule.read(spec, binding.family(), binding.root()));
        }
        for (RootModule other : modules(spec)) {
            collector.know(other);
        }
        return collector.finish();
    }

    /** All modules, as roots: a handler may also name an action of a module that nothing is replayed of. */
    private static List<RootModule> modules(Path spec) throws BadInputException, IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(spec, FileVisitOption.FOLLOW_LINKS)) {
            files = all.filter(file -> file.toString().endsWith(".tla"))
                    .sorted()
                    .toList();
        }
        List<RootModule> modules = new ArrayList<>();
        for (Path file : files) {
            String name = file.getFileName().toString().replace(".tla", "");
            modules.add(RootModule.read(spec, file.getParent().getFileName().toString(), name));
        }
        return modules;
    }

    /** The full name of a method. */
    public static String name(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }

    private static final class Collector {
        private final EngineNames engine;
        private final List<ActionRow> actions = new ArrayList<>();
        private final List<VariableRow> variables = new ArrayList<>();
        private final List<RuleFinding> findings = new ArrayList<>();
        private final Set<String> knownActions = new HashSet<>();
        private final Set<String> knownVariables = new HashSet<>();

        Collector(EngineNames engine) {
            this.engine = engine;
        }

        /** Names that exist. */
        void know(RootModule module) {
            module.allActions().forEach(it -> knownActions.add(module.family() + "/" + it));
            module.variables().forEach(it -> knownVariables.add(module.family() + "/" + it));
        }

        void add(Binding binding, RootModule module) throws BadInputException {
            Set<String> taken = module.actions(binding.next());
            for (String action : taken) {
                action(binding, action);
            }
            for (String action : binding.environment().keySet()) {
                if (!taken.contains(action)) {
                    finding(
                            binding.root(),
                            "declares " + action + " to be nobody's, but " + binding.next() + " has no such action",
                            "Correct the name in " + binding.getClass().getSimpleName() + ".");
                }
            }
            for (String variable : module.variables()) {
                variable(binding, variable);
            }
            Set<String> names = module.variables().stream()
                    .map(it -> it.substring(it.indexOf('!') + 1))
                    .collect(Collectors.toSet());
            for (Map<String, String> declared : List.of(binding.specificationOnly(), binding.world())) {
                for (String name : declared.keySet()) {
                    if (!names.contains(name)) {
                        finding(
                                binding.root(),
                                "declares the variable " + name + ", but there is none",
                                "Correct the name in " + binding.getClass().getSimpleName() + ".");
                    }
                }
            }
        }

        private void action(Binding binding, String action) {
            String name = binding.family() + "/" + action;
            List<Method> handlers = engine.handlers().getOrDefault(name, List.of());
            String reason = binding.environment().getOrDefault(action, "");
            actions.add(new ActionRow(
                    binding.root(),
                    binding.family(),
                    action,
                    handlers,
                    engine.parts().getOrDefault(name, List.of()),
                    reason));
            if (handlers.isEmpty() && reason.isEmpty()) {
                finding(name, "has no handler", "Write one with @SpecAction(\"" + name + "\").");
            }
            if (handlers.size() > 1) {
                finding(name, "has several handlers: " + names(handlers), "Leave one; the others are @SpecPart.");
            }
            if (!handlers.isEmpty() && !reason.isEmpty()) {
                finding(name, "has a handler and is declared to be nobody's: " + reason, "Remove one of the two.");
            }
            for (Method handler : handlers) {
                List<String> claimed = engine.handlers().entrySet().stream()
                        .filter(entry -> entry.getValue().contains(handler))
                        .map(Map.Entry::getKey)
                        .toList();
                if (!isNamed(handler, claimed)) {
                    finding(
                            name,
                            "is carried out by " + name(handler) + ", which has another name",
                            "Rename the method, or move it.");
                }
            }
        }

        /** A method has the name of an action that it carries out, its class that of the module of one. */
        private static boolean isNamed(Method method, List<String> actions) {
            String module = "/" + method.getDeclaringClass().getSimpleName() + "!";
            return actions.stream().anyMatch(it -> it.contains(module))
                    && actions.stream()
                            .anyMatch(it -> method.getName().equalsIgnoreCase(it.substring(it.indexOf('!') + 1)));
        }

        private void variable(Binding binding, String variable) {
            String name = binding.family() + "/" + variable;
            String simple = variable.substring(variable.indexOf('!') + 1);
            List<String> places = engine.variables().getOrDefault(name, List.of()).stream()
                    .map(EngineNames.StatePart::toString)
                    .distinct()
                    .toList();
            String world = binding.world().getOrDefault(simple, "");
            String reason = binding.specificationOnly().getOrDefault(simple, world);
            variables.add(new VariableRow(binding.root(), variable, places, reason, !world.isEmpty()));
            if (places.isEmpty() && reason.isEmpty()) {
                finding(
                        name,
                        "has no counterpart",
                        "Give it one with @SpecVariable(\"" + name + "\"), or declare in "
                                + binding.getClass().getSimpleName() + " why not.");
            }
            if (!places.isEmpty() && binding.specificationOnly().containsKey(simple)) {
                finding(name, "has a counterpart and is declared to have none: " + reason, "Remove one of the two.");
            }
        }

        Traceability finish() {
            engine.handlers().forEach((name, methods) -> existing(knownActions, name, names(methods), "action"));
            engine.parts().forEach((name, methods) -> existing(knownActions, name, names(methods), "action"));
            engine.variables()
                    .forEach((name, places) -> existing(
                            knownVariables,
                            name,
                            places.stream()
                                    .map(place -> place.owner().getName())
                                    .distinct()
                                    .collect(Collectors.joining(", ")),
                            "variable"));
            for (Method handler : engine.silent()) {
                finding(
                        name(handler),
                        "is a handler and names no action",
                        "Annotate it with @SpecAction, @SpecPart or @SpecStutter.");
            }
            return new Traceability(actions, variables, findings);
        }

        private void existing(Set<String> known, String name, String who, String what) {
            if (!known.contains(name)) {
                finding(
                        who,
                        "names the " + what + " " + name + ", which the specification does not have",
                        "Correct the annotation.");
            }
        }

        private static String names(List<Method> methods) {
            return methods.stream().map(Traceability::name).distinct().collect(Collectors.joining(", "));
        }

        private void finding(String subject, String message, String remedy) {
            findings.add(new RuleFinding(NAME, subject, message, remedy));
        }
    }
}
