package io.godwit.modelcheck.spec;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.spec.ModuleFacts.Theorem;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tla2sany.drivers.FrontEndException;
import tla2sany.drivers.SANY;
import tla2sany.modanalyzer.SpecObj;
import tla2sany.semantic.ExprNode;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.StringNode;
import tla2sany.semantic.TheoremNode;
import util.SimpleFilenameToStream;
import util.UniqueString;

/**
 * Main class: prints the theorems of root modules, and what the parser can tell about specifications and properties without running a model.
 *
 * <p>All modules are read by one process, because starting one takes longer than reading a module.
 */
public final class SpecificationFacts {
    /** Prefix of each line that is printed. */
    public static final String PREFIX = "@!@!@GODWIT fact\t";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ModuleNode root;
    private final List<Theorem> theorems = new ArrayList<>();
    private final List<Integer> unclear = new ArrayList<>();
    private final Map<String, Set<String>> conjoined = new HashMap<>();
    private final Map<String, List<String>> restrictions = new HashMap<>();
    private final Map<String, Set<String>> actions = new HashMap<>();
    private final Map<String, String> hollow = new HashMap<>();
    private final Map<String, Set<String>> used = new HashMap<>();
    private final Set<String> safety = new HashSet<>();

    private SpecificationFacts(ModuleNode root) {
        this.root = root;
    }

    /**
     * What is asked about a root module.
     *
     * @param file its file
     * @param searchPath the directories in which modules are looked up
     * @param specifications names of specifications
     * @param invariants names of invariants
     * @param properties names of temporal properties
     * @param replaced definitions of which it shall say which properties use them
     * @param assigned names that configurations assign, of which it shall say which ones are definitions
     */
    public record Question(
            String file,
            List<String> searchPath,
            Set<String> specifications,
            Set<String> invariants,
            Set<String> properties,
            Set<String> replaced,
            Set<String> assigned) {}

    /**
     * Prints the facts: for each question a line with the {@link ModuleFacts}, or null when the parser cannot read the module.
     *
     * @param args a file with a {@link Question} in each line
     * @throws IOException when the file cannot be read
     * @throws FrontEndException when the parser breaks
     */
    public static void main(String[] args) throws IOException, FrontEndException {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            Question asked = JSON.readValue(line, Question.class);
            ModuleNode root = parse(Path.of(asked.file()), asked.searchPath().toArray(String[]::new));
            ModuleFacts facts = root == null ? null : new SpecificationFacts(root).answer(asked);
            System.out.println(PREFIX + JSON.writeValueAsString(facts));
        }
    }

    private ModuleFacts answer(Question asked) {
        theorems();
        asked.specifications().forEach(this::specification);
        asked.invariants().forEach(name -> property(name, PropertyShape.ofInvariant(root.getOpDef(name))));
        asked.properties().forEach(name -> property(name, PropertyShape.ofTemporal(root.getOpDef(name))));
        asked.replaced().forEach(name -> {
            used(name, asked.invariants());
            used(name, asked.properties());
        });
        Set<String> defined = new HashSet<>(asked.assigned());
        defined.removeIf(
                name -> !(root.getContext().getSymbol(UniqueString.uniqueStringOf(name)) instanceof OpDefNode));
        return new ModuleFacts(
                theorems, unclear, conjoined, restrictions, actions, hollow, used, safety, rules(), defined);
    }

    /** Definitions of the form {@code Name == "Name" \notin Weakened}. */
    private Map<String, String> rules() {
        Map<String, String> rules = new HashMap<>();
        for (OpDefNode definition : root.getOpDefs()) {
            if (definition.getArity() == 0
                    && definition.getBody() != null
                    && Formula.is(definition.getBody(), "\\notin")
                    && Formula.argument(definition.getBody(), 0) instanceof StringNode name
                    && Formula.is(Formula.argument(definition.getBody(), 1), Cfg.WEAKENED)) {
                rules.put(definition.getName().toString(), name.getRep().toString());
            }
        }
        return rules;
    }

    private static ModuleNode parse(Path file, String[] searchPath) throws FrontEndException {
        PrintStream quiet = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        SpecObj spec = new SpecObj(file.getFileName().toString(), new SimpleFilenameToStream(searchPath));
        SANY.frontEndMain(spec, file.getFileName().toString(), quiet);
        boolean broken = spec.getErrorLevel() > 0 || spec.getExternalModuleTable() == null;
        return broken ? null : spec.getExternalModuleTable().getRootModule();
    }

    private void theorems() {
        for (TheoremNode theorem : root.getTheorems()) {
            // A module has the theorems of those that it extends, too.
            if (theorem.getLocation().source().equals(root.getName().toString())) {
                theorem(theorem);
            }
        }
    }

    /** A theorem says that a specification implies a property. */
    private void theorem(TheoremNode theorem) {
        if (theorem.getTheorem() instanceof ExprNode expression && Formula.is(expression, "=>")) {
            ExprNode right = Formula.argument(expression, 1);
            String specification = Formula.defined(Formula.argument(expression, 0));
            String property = Formula.defined(Formula.is(right, "[]") ? Formula.argument(right, 0) : right);
            if (specification != null && property != null) {
                theorems.add(new Theorem(specification, property));
                return;
            }
        }
        unclear.add(theorem.getLocation().beginLine());
    }

    private void specification(String name) {
        OpDefNode definition = root.getOpDef(name);
        if (definition != null) {
            SpecificationShape shape = SpecificationShape.of(root, definition);
            conjoined.put(name, Set.copyOf(shape.conjoined()));
            restrictions.put(name, List.copyOf(shape.restrictions()));
            actions.put(name, NextActions.of(root, definition));
        }
    }

    private void property(String name, PropertyShape shape) {
        if (shape.hollow() != null) {
            hollow.put(name, shape.hollow());
        }
        if (shape.isSafety()) {
            safety.add(name);
        }
    }

    /** An action may occur in a property that is about the action. Anything else that occurs in a property is a part of it. */
    private void used(String definition, Set<String> properties) {
        OpDefNode replaced = root.getOpDef(definition);
        if (replaced == null || replaced.getLevel() >= Formula.ACTION_LEVEL) {
            return;
        }
        for (String property : properties) {
            if (root.getOpDef(property) != null && Formula.uses(root.getOpDef(property), definition)) {
                used.computeIfAbsent(property, name -> new HashSet<>()).add(definition);
            }
        }
    }
}
