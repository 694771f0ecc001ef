package io.godwit.modelcheck.spec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tla2sany.semantic.ExprNode;
import tla2sany.semantic.ExprOrOpArgNode;
import tla2sany.semantic.LetInNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;
import tla2sany.semantic.SemanticNode;
import tla2sany.semantic.SubstInNode;
import tla2sany.semantic.SymbolNode;

/** Reads formulas as the parser represents them. */
final class Formula {
    static final int CONSTANT_LEVEL = 0;
    static final int STATE_LEVEL = 1;
    static final int ACTION_LEVEL = 2;
    static final int TEMPORAL_LEVEL = 3;

    private static final Set<String> CONJUNCTION = Set.of("\\land", "$ConjList");
    private static final Set<String> DISJUNCTION = Set.of("\\lor", "$DisjList");

    private Formula() {}

    /** Whether the outermost operator of a formula is the one of that name. */
    static boolean is(ExprNode expression, String operator) {
        return operator.equals(operator(expression));
    }

    static boolean isConjunction(ExprNode expression) {
        return CONJUNCTION.contains(operator(expression));
    }

    static boolean isDisjunction(ExprNode expression) {
        return DISJUNCTION.contains(operator(expression));
    }

    /** The name of the outermost operator; empty when the formula is no application of one. */
    static String operator(ExprNode expression) {
        if (!(expression instanceof OpApplNode application)) {
            return "";
        }
        SymbolNode operator = application.getOperator();
        return operator.getName().toString();
    }

    static ExprNode argument(ExprNode expression, int index) {
        return (ExprNode) ((OpApplNode) expression).getArgs()[index];
    }

    /** The arguments that are formulas. Some operators of the parser have empty places among theirs. */
    static List<ExprNode> arguments(ExprNode expression) {
        List<ExprNode> arguments = new ArrayList<>();
        if (expression instanceof OpApplNode application) {
            for (ExprOrOpArgNode argument : application.getArgs()) {
                if (argument instanceof ExprNode formula) {
                    arguments.add(formula);
                }
            }
        }
        return arguments;
    }

    /** The name of a definition without parameters that a formula consists of; null when it is anything else. */
    static String defined(ExprNode expression) {
        return definition(expression) != null && arguments(expression).isEmpty() ? operator(expression) : null;
    }

    /** The definition in a module that a formula applies; null when it is anything else. */
    static OpDefNode definition(ExprNode expression) {
        // The operators of the language itself have no body, and those that it defines are in no file.
        return expression instanceof OpApplNode application
                        && application.getOperator() instanceof OpDefNode definition
                        && definition.getBody() != null
                        && definition.getOriginallyDefinedInModuleNode() != null
                        && !definition.getOriginallyDefinedInModuleNode().isStandard()
                ? definition
                : null;
    }

    /** Whether a definition is the one of that name, or uses it directly or through others. */
    static boolean uses(OpDefNode user, String name) {
        Set<SemanticNode> seen = new HashSet<>();
        Deque<SemanticNode> open = new ArrayDeque<>(List.of(user));
        while (!open.isEmpty()) {
            SemanticNode node = open.pop();
            if (seen.add(node)) {
                if (node instanceof OpDefNode definition) {
                    if (definition.getName().toString().equals(name)) {
                        return true;
                    }
                    push(open, definition.getBody());
                }
                if (node instanceof OpApplNode application) {
                    push(open, application.getOperator());
                    for (ExprNode bound : bounds(application)) {
                        push(open, bound);
                    }
                }
                SemanticNode[] children = node.getChildren();
                for (SemanticNode child : children == null ? new SemanticNode[0] : children) {
                    push(open, child);
                }
            }
        }
        return false;
    }

    private static void push(Deque<SemanticNode> open, SemanticNode node) {
        if (node != null) {
            open.push(node);
        }
    }

    private static ExprNode[] bounds(OpApplNode application) {
        ExprNode[] bounds = application.getBdedQuantBounds();
        return bounds == null ? new ExprNode[0] : bounds;
    }

    /** The body of a definition or of a LET, without the substitutions of an INSTANCE; null when there is none. */
    static ExprNode unfolded(ExprNode expression) {
        if (expression instanceof SubstInNode instance) {
            return instance.getBody();
        }
        if (expression instanceof LetInNode let) {
            return let.getBody();
        }
        OpDefNode definition = definition(expression);
        return definition == null ? null : definition.getBody();
    }
}
