package io.godwit.modelcheck.sany;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tla2sany.drivers.FrontEndException;
import tla2sany.drivers.SANY;
import tla2sany.modanalyzer.SpecObj;
import tla2sany.semantic.ExprNode;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.TheoremNode;
import util.SimpleFilenameToStream;
import util.UniqueString;

/**
 * Main class: prints the theorems of root modules, and what the parser can tell about specifications and properties without running a model.
 *
 * <p>All modules are read by one process, because starting one takes longer than reading a module. Fields of a line are separated by tabs, names in a field by blanks.
 */
public final class SpecificationFacts {
    /** Prefix of each line that is printed. */
    public static final String PREFIX = "@!@!@GODWIT fact\t";

    private SpecificationFacts() {}

    /**
     * Prints the facts.
     *
     * @param args a file with one line for each root module: its file; the directories in which modules are looked up; the
     *     specifications; the invariants; the temporal properties; definitions of which it shall say which properties use them;
     *     names that configurations assign, of which it shall say which ones are definitions
     * @throws IOException when the file cannot be read
     * @throws FrontEndException when the parser breaks
     */
    public static void main(String[] args) throws IOException, FrontEndException {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] fields = line.split("\t", -1);
            print("module", fields[0]);
            ModuleNode root = parse(Path.of(fields[0]), fields[1].split(File.pathSeparator, -1));
            if (root == null) {
                print("unreadable");
                continue;
            }
            theorems(root);
            for (String name : names(fields[2])) {
                specification(root, name);
            }
            for (String name : names(fields[3])) {
                property(name, PropertyShape.ofInvariant(root.getOpDef(name)));
            }
            for (String name : names(fields[4])) {
                property(name, PropertyShape.ofTemporal(root.getOpDef(name)));
            }
            for (String name : names(fields[5])) {
                used(root, name, names(fields[3]));
                used(root, name, names(fields[4]));
            }
            for (String name : names(fields[6])) {
                if (root.getContext().getSymbol(UniqueString.uniqueStringOf(name)) instanceof OpDefNode) {
                    print("defined", name);
                }
            }
        }
        print("end");
    }

    private static ModuleNode parse(Path file, String[] searchPath) throws FrontEndException {
        PrintStream quiet = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        SpecObj spec = new SpecObj(file.getFileName().toString(), new SimpleFilenameToStream(searchPath));
        SANY.frontEndMain(spec, file.getFileName().toString(), quiet);
        boolean broken = spec.getErrorLevel() > 0 || spec.getExternalModuleTable() == null;
        return broken ? null : spec.getExternalModuleTable().getRootModule();
    }

    private static void theorems(ModuleNode root) {
        for (TheoremNode theorem : root.getTheorems()) {
            // A module has the theorems of those that it extends, too.
            if (theorem.getLocation().source().equals(root.getName().toString())) {
                Theorem.of(theorem).print();
            }
        }
    }

    private static void specification(ModuleNode root, String name) {
        OpDefNode definition = root.getOpDef(name);
        if (definition == null) {
            return;
        }
        SpecificationShape shape = SpecificationShape.of(root, definition);
        print("specification", name, String.join(" ", shape.conjoined()));
        shape.restrictions().forEach(restriction -> print("restricted", name, restriction));
    }

    private static void property(String name, PropertyShape shape) {
        if (shape.hollow() != null) {
            print("hollow", name, shape.hollow());
        }
        if (shape.isSafety()) {
            print("safety", name);
        }
    }

    /** An action may occur in a property that is about the action. Anything else that occurs in a property is a part of it. */
    private static void used(ModuleNode root, String definition, List<String> properties) {
        OpDefNode replaced = root.getOpDef(definition);
        if (replaced == null || replaced.getLevel() >= Formula.ACTION_LEVEL) {
            return;
        }
        for (String property : properties) {
            if (root.getOpDef(property) != null && Formula.uses(root.getOpDef(property), definition)) {
                print("used", property, definition);
            }
        }
    }

    private static List<String> names(String field) {
        return field.isEmpty() ? List.of() : List.of(field.split(" ", -1));
    }

    static void print(String... fields) {
        System.out.println(PREFIX + String.join("\t", fields));
    }

    /** What a theorem says: a specification implies a property. */
    private record Theorem(String specification, String property, int line) {
        static Theorem of(TheoremNode node) {
            int line = node.getLocation().beginLine();
            if (node.getTheorem() instanceof ExprNode expression && Formula.is(expression, "=>")) {
                ExprNode left = Formula.argument(expression, 0);
                ExprNode right = Formula.argument(expression, 1);
                ExprNode property = Formula.is(right, "[]") ? Formula.argument(right, 0) : right;
                return new Theorem(Formula.defined(left), Formula.defined(property), line);
            }
            return new Theorem(null, null, line);
        }

        void print() {
            if (specification == null || property == null) {
                SpecificationFacts.print("unclear", Integer.toString(line));
            } else {
                SpecificationFacts.print("theorem", specification, property);
            }
        }
    }
}
