package io.godwit.modelcheck.spec;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import tla2sany.semantic.ExprNode;
import tla2sany.semantic.ExprOrOpArgNode;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;

/**
 * The actions that a next-state relation is made of.
 *
 * <p>Takes the formula apart as TLC does: through disjunctions, through quantifiers over constant sets, and through definitions whose arguments are constant. TLC does that
 * with the values of one model, and does not get through a quantifier over an empty set; so only this shows an action that every model leaves out.
 */
final class NextActions {
    private final ModuleNode module;
    private final Set<String> actions = new LinkedHashSet<>();

    private NextActions(ModuleNode module) {
        this.module = module;
    }

    /** The names of the actions of a specification or next-state relation; empty when there are none. */
    static Set<String> of(ModuleNode module, OpDefNode behaviour) {
        NextActions next = new NextActions(module);
        if (behaviour.getLevel() == Formula.TEMPORAL_LEVEL) {
            next.specification(behaviour.getBody());
        } else {
            next.split(behaviour.getBody(), behaviour.getName().toString());
        }
        return next.actions;
    }

    /** Finds {@code [][Next]_vars} in a specification. */
    private void specification(ExprNode expression) {
        if (Formula.is(expression, "$SquareAct")) {
            split(Formula.argument(expression, 0), "Next");
            return;
        }
        Formula.arguments(expression).forEach(this::specification);
        if (expression instanceof OpApplNode application
                && application.getOperator() instanceof OpDefNode definition
                && definition.getBody() != null) {
            specification(definition.getBody());
        }
    }

    private void split(ExprNode expression, String enclosing) {
        if (Formula.isDisjunction(expression)) {
            Formula.arguments(expression).forEach(argument -> split(argument, enclosing));
        } else if (Formula.is(expression, "$BoundedExists")
                && isConstant(((OpApplNode) expression).getBdedQuantBounds())) {
            split(Formula.argument(expression, 0), enclosing);
        } else if (expression instanceof OpApplNode application
                && application.getOperator() instanceof OpDefNode definition
                // Definitions of the language itself are in no module.
                && definition.getBody() != null
                && definition.equals(module.getOpDef(definition.getName()))
                && isConstant(application.getArgs())) {
            split(definition.getBody(), definition.getName().toString());
        } else {
            actions.add(enclosing);
        }
    }

    private static boolean isConstant(ExprOrOpArgNode[] expressions) {
        return Stream.of(expressions).allMatch(it -> it.getLevel() == Formula.CONSTANT_LEVEL);
    }
}
