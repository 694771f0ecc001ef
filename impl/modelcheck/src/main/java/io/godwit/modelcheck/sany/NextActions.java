package io.godwit.modelcheck.sany;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import tla2sany.drivers.FrontEndException;
import tla2sany.drivers.SANY;
import tla2sany.modanalyzer.SpecObj;
import tla2sany.semantic.ExprNode;
import tla2sany.semantic.ExprOrOpArgNode;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SymbolNode;
import util.SimpleFilenameToStream;

/**
 * Main class: prints the names of the actions that a next-state relation is made of.
 *
 * <p>Takes the formula apart as TLC does: through disjunctions, through quantifiers over constant sets, and through definitions whose arguments are constant. TLC does that
 * with the values of one model, and does not get through a quantifier over an empty set; so only this shows an action that every model leaves out.
 */
public final class NextActions {
    /** In front of each name that is printed. */
    public static final String PREFIX = "@!@!@GODWIT action ";

    private static final int CONSTANT_LEVEL = 0;

    private final ModuleNode module;
    private final Set<String> actions = new LinkedHashSet<>();

    private NextActions(ModuleNode module) {
        this.module = module;
    }

    /**
     * Prints the actions.
     *
     * @param args file of the module; {@code NEXT} or {@code SPECIFICATION}; the operator
     * @throws FrontEndException when the parser breaks
     */
    public static void main(String[] args) throws FrontEndException {
        PrintStream quiet = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        SpecObj spec = new SpecObj(args[0], new SimpleFilenameToStream());
        SANY.frontEndMain(spec, args[0], quiet);
        ModuleNode root = spec.getExternalModuleTable().getRootModule();
        if (root == null) {
            System.exit(1);
        }
        NextActions next = new NextActions(root);
        OpDefNode named = root.getOpDef(args[2]);
        if (named == null) {
            System.exit(1);
        }
        if (args[1].equals("NEXT")) {
            next.split(named.getBody(), args[2]);
        } else {
            next.specification(named.getBody());
        }
        next.actions.forEach(action -> System.out.println(PREFIX + action));
    }

    /** Finds {@code [][Next]_vars} in a specification. */
    private void specification(ExprNode expression) {
        if (!(expression instanceof OpApplNode application)) {
            return;
        }
        if (name(application).equals("$SquareAct")) {
            split(argument(application, 0), "Next");
            return;
        }
        for (ExprOrOpArgNode argument : application.getArgs()) {
            if (argument instanceof ExprNode inner) {
                specification(inner);
            }
        }
        if (application.getOperator() instanceof OpDefNode definition && definition.getBody() != null) {
            specification(definition.getBody());
        }
    }

    private void split(ExprNode expression, String enclosing) {
        if (!(expression instanceof OpApplNode application)) {
            actions.add(enclosing);
            return;
        }
        switch (name(application)) {
            case "\\lor", "$DisjList" -> {
                for (ExprOrOpArgNode argument : application.getArgs()) {
                    split((ExprNode) argument, enclosing);
                }
            }
            case "$BoundedExists" -> {
                if (constant(application.getBdedQuantBounds())) {
                    split(argument(application, 0), enclosing);
                } else {
                    actions.add(enclosing);
                }
            }
            default -> {
                // Definitions of the language itself are in no module.
                boolean defined = application.getOperator() instanceof OpDefNode definition
                        && definition.getBody() != null
                        && definition.equals(module.getOpDef(definition.getName()));
                if (defined && constant(application.getArgs())) {
                    OpDefNode definition = (OpDefNode) application.getOperator();
                    split(definition.getBody(), definition.getName().toString());
                } else {
                    actions.add(enclosing);
                }
            }
        }
    }

    private static ExprNode argument(OpApplNode application, int index) {
        return (ExprNode) application.getArgs()[index];
    }

    private static String name(OpApplNode application) {
        SymbolNode operator = application.getOperator();
        return operator.getName().toString();
    }

    private static boolean constant(ExprOrOpArgNode[] expressions) {
        for (ExprOrOpArgNode expression : expressions) {
            if (expression.getLevel() != CONSTANT_LEVEL) {
                return false;
            }
        }
        return true;
    }
}
