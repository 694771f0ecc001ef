package io.godwit.tracecheck;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tla2sany.semantic.ASTConstants;
import tla2sany.semantic.ExprOrOpArgNode;
import tla2sany.semantic.FormalParamNode;
import tla2sany.semantic.LetInNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;
import tla2sany.semantic.SymbolNode;
import tla2sany.st.Location;
import tlc2.tool.TLCState;
import tlc2.tool.impl.FastTool;
import tlc2.tool.impl.Tool;
import tlc2.util.Context;
import tlc2.value.impl.BoolValue;
import tlc2.value.impl.Enumerable;
import tlc2.value.impl.LazyValue;
import tlc2.value.impl.Value;
import tlc2.value.impl.ValueEnumeration;

/**
 * Which conditions of an action do not hold in a state. The action is taken apart: conjunctions, disjunctions, choices, definitions and
 * cases, down to conditions that have no parts; what speaks of the next state is no condition. Each is evaluated by TLC.
 */
final class Conditions {
    private static final int DEPTH = 40;

    private final FastTool tool;
    private final TLCState state;

    /** Conditions in a state. */
    Conditions(FastTool tool, TLCState state) {
        this.tool = tool;
        this.state = state;
    }

    /** The conditions of an action that are false, as they stand in the specification, each with its place. */
    List<String> ofAction(OpDefNode action, Context arguments) {
        Set<String> found = new LinkedHashSet<>();
        fails(action.getBody(), arguments, found, 0);
        return new ArrayList<>(found);
    }

    /** Does the formula rule the step out? If it does, {@code found} gets the reasons. */
    private boolean fails(SemanticNode node, Context context, Set<String> found, int depth) {
        try {
            if (node instanceof LetInNode let) {
                return fails(let.getBody(), lets(let, context), found, depth + 1);
            }
            if (!(node instanceof OpApplNode application) || depth > DEPTH) {
                return leaf(node, context, found);
            }
            return application(application, context, found, depth);
        } catch (RuntimeException e) {
            // A part that cannot be evaluated alone, such as one that speaks of the next state, is no condition.
            return false;
        }
    }

    private Context lets(LetInNode let, Context context) {
        Context inner = context;
        for (OpDefNode definition : let.getLets()) {
            if (definition.getArity() == 0) {
                inner = inner.cons(definition, new LazyValue(definition.getBody(), inner, null));
            }
        }
        return inner;
    }

    private boolean application(OpApplNode node, Context context, Set<String> found, int depth) {
        ExprOrOpArgNode[] parts = node.getArgs();
        String operator = node.getOperator().getName().toString();
        switch (operator) {
            case "$ConjList", "\\land" -> {
                boolean failed = false;
                for (ExprOrOpArgNode part : parts) {
                    // What comes after a false condition may make no sense; what is independent of it is told, too.
                    failed |= fails(part, context, found, depth + 1);
                }
                return failed;
            }
            case "$DisjList", "\\lor" -> {
                Set<String> reasons = new LinkedHashSet<>();
                for (ExprOrOpArgNode part : parts) {
                    if (!fails(part, context, reasons, depth + 1)) {
                        return false;
                    }
                }
                found.addAll(reasons);
                return true;
            }
            case "$BoundedExists" -> {
                return exists(node, context, found, depth);
            }
            case "$IfThenElse" -> {
                boolean holds = truth(parts[0], context);
                return fails(parts[holds ? 1 : 2], context, found, depth + 1);
            }
            default -> {
                return other(node, context, found, depth);
            }
        }
    }

    private boolean exists(OpApplNode node, Context context, Set<String> found, int depth) {
        FormalParamNode[][] names = node.getBdedQuantSymbolLists();
        ExprOrOpArgNode[] sets = node.getBdedQuantBounds();
        if (names.length != 1 || names[0].length != 1) {
            return leaf(node, context, found);
        }
        Value domain = eval(sets[0], context);
        ValueEnumeration elements = ((Enumerable) domain).elements();
        Set<String> fewest = null;
        for (Value element = elements.nextElement(); element != null; element = elements.nextElement()) {
            Set<String> reasons = new LinkedHashSet<>();
            if (!fails(node.getArgs()[0], context.cons(names[0][0], element), reasons, depth + 1)) {
                return false;
            }
            if (fewest == null || reasons.size() < fewest.size()) {
                fewest = reasons;
            }
        }
        if (fewest == null || fewest.isEmpty()) {
            found.add("no " + names[0][0].getName() + " in " + SpecSource.text(sets[0]) + where(node));
        } else {
            found.addAll(fewest);
        }
        return true;
    }

    private boolean other(OpApplNode node, Context context, Set<String> found, int depth) {
        SymbolNode symbol = node.getOperator();
        Object defined = tool.lookup(symbol, context, true);
        boolean formula = defined instanceof OpDefNode definition
                && definition.getBody() != null
                && definition.getBody() instanceof OpApplNode
                && definition.getKind() == ASTConstants.UserDefinedOpKind
                && !definition.isStandardModule();
        if (!formula) {
            return leaf(node, context, found);
        }
        OpDefNode definition = (OpDefNode) defined;
        if (node.getLevel() < 2 && truth(node, context)) {
            return false;
        }
        Context inner = tool.getOpContext(definition, node.getArgs(), context, true);
        Set<String> reasons = new LinkedHashSet<>();
        boolean failed = fails(definition.getBody(), inner, reasons, depth + 1);
        if (node.getLevel() < 2 && (!failed || reasons.isEmpty())) {
            return leaf(node, context, found);
        }
        found.addAll(reasons);
        return failed;
    }

    /** A condition without parts. */
    private boolean leaf(SemanticNode node, Context context, Set<String> found) {
        if (node instanceof ExprOrOpArgNode formula && formula.getLevel() >= 2) {
            return false;
        }
        if (truth(node, context)) {
            return false;
        }
        found.add(SpecSource.text(node) + where(node));
        return true;
    }

    private boolean truth(SemanticNode node, Context context) {
        return eval(node, context) instanceof BoolValue bool && bool.val;
    }

    private Value eval(SemanticNode node, Context context) {
        return (Value) ((Tool) tool).eval(node, context, state);
    }

    private static String where(SemanticNode node) {
        return "  (" + node.getLocation().source() + ".tla:"
                + node.getLocation().beginLine() + ")";
    }

    /** The text of the specification. */
    static final class SpecSource {
        private static final int WIDTH = 120;
        private static final Map<String, List<String>> MODULES = new HashMap<>();

        private SpecSource() {}

        /** A part of the specification as it is written, in one line. */
        static String text(SemanticNode node) {
            Location at = node.getLocation();
            List<String> lines = MODULES.computeIfAbsent(at.source(), SpecSource::read);
            StringBuilder text = new StringBuilder();
            for (int i = at.beginLine(); i <= at.endLine() && i <= lines.size(); i++) {
                String line = lines.get(i - 1);
                int from = i == at.beginLine() ? at.beginColumn() - 1 : 0;
                int to = i == at.endLine() ? Math.min(at.endColumn(), line.length()) : line.length();
                text.append(' ').append(line.substring(Math.min(from, to), to).strip());
            }
            String all = text.toString().strip();
            return all.length() > WIDTH ? all.substring(0, WIDTH - 3) + "..." : all;
        }

        private static List<String> read(String module) {
            for (String directory : System.getProperty("TLA-Library", "").split(File.pathSeparator, -1)) {
                Path file = Path.of(directory, module + ".tla");
                if (Files.isRegularFile(file)) {
                    try {
                        return Files.readAllLines(file);
                    } catch (IOException e) {
                        return List.of();
                    }
                }
            }
            return List.of();
        }
    }
}
