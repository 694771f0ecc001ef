package io.godwit.modelcheck.spec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tla2sany.semantic.ExprNode;
import tla2sany.semantic.ModuleNode;
import tla2sany.semantic.OpApplNode;
import tla2sany.semantic.OpDefNode;

/**
 * The parts of a specification: initial predicate, next-state relation and fairness. Everything else leaves behaviours out, as does a condition that stands
 * before several actions of the next-state relation: TLC then visits fewer states, and no constraint in a configuration shows it.
 */
final class SpecificationShape {
    private static final Set<String> FAIRNESS = Set.of("$WF", "$SF");

    private final ModuleNode module;
    private final Set<String> conjoined = new LinkedHashSet<>();
    private final List<String> restrictions = new ArrayList<>();

    private SpecificationShape(ModuleNode module) {
        this.module = module;
    }

    /** Takes apart a specification, or a next-state relation. */
    static SpecificationShape of(ModuleNode module, OpDefNode definition) {
        SpecificationShape shape = new SpecificationShape(module);
        if (definition.getLevel() == Formula.TEMPORAL_LEVEL) {
            shape.conjoined.add(definition.getName().toString());
            shape.behaviours(definition.getBody());
        } else if (definition.getLevel() == Formula.ACTION_LEVEL) {
            shape.steps(definition.getBody());
        }
        return shape;
    }

    private void behaviours(ExprNode expression) {
        if (expression.getLevel() < Formula.TEMPORAL_LEVEL) {
            return;
        }
        ExprNode unfolded = Formula.unfolded(expression);
        if (unfolded != null) {
            String name = Formula.defined(expression);
            if (name != null) {
                conjoined.add(name);
            }
            behaviours(unfolded);
        } else if (Formula.isConjunction(expression)) {
            Formula.arguments(expression).forEach(this::behaviours);
        } else if (Formula.is(expression, "[]") && Formula.is(Formula.argument(expression, 0), "$SquareAct")) {
            steps(Formula.argument(Formula.argument(expression, 0), 0));
        } else if (!isFairness(expression)) {
            restrictions.add("a part of it is neither an initial predicate nor [][Next]_vars nor fairness, "
                    + place(expression));
        }
    }

    private static boolean isFairness(ExprNode expression) {
        if (FAIRNESS.contains(Formula.operator(expression))) {
            return true;
        }
        ExprNode unfolded = Formula.unfolded(expression);
        if (unfolded != null) {
            return isFairness(unfolded);
        }
        return (Formula.isConjunction(expression) || Formula.is(expression, "$BoundedForall"))
                && Formula.arguments(expression).stream().allMatch(SpecificationShape::isFairness);
    }

    /** Goes through disjunctions and quantifiers to the actions. */
    private void steps(ExprNode expression) {
        if (Formula.isDisjunction(expression)) {
            Formula.arguments(expression).forEach(this::steps);
        } else if (Formula.is(expression, "$BoundedExists")) {
            if (boundsDependOnState(expression) && isSeveralActions(expression)) {
                restricted(expression);
            } else {
                Formula.arguments(expression).forEach(this::steps);
            }
        } else if (Formula.unfolded(expression) != null) {
            steps(Formula.unfolded(expression));
        } else if (Formula.arguments(expression).stream().anyMatch(SpecificationShape::isSeveralActions)) {
            restricted(expression);
        }
    }

    private static boolean boundsDependOnState(ExprNode expression) {
        for (ExprNode bound : ((OpApplNode) expression).getBdedQuantBounds()) {
            if (bound.getLevel() != Formula.CONSTANT_LEVEL) {
                return true;
            }
        }
        return false;
    }

    /** Whether a formula is a choice between definitions that are actions. */
    private static boolean isSeveralActions(ExprNode expression) {
        return actions(expression) > 1;
    }

    private static int actions(ExprNode expression) {
        if (expression.getLevel() != Formula.ACTION_LEVEL) {
            return 0;
        }
        if (Formula.isDisjunction(expression)) {
            return Formula.arguments(expression).stream()
                    .mapToInt(SpecificationShape::actions)
                    .sum();
        }
        if (Formula.is(expression, "$BoundedExists")) {
            return actions(Formula.argument(expression, 0));
        }
        ExprNode unfolded = Formula.unfolded(expression);
        // A definition is one action, unless it is a choice itself.
        return unfolded == null ? 0 : Math.max(1, actions(unfolded));
    }

    private void restricted(ExprNode expression) {
        restrictions.add("a condition stands before several of its actions, " + place(expression));
    }

    private String place(ExprNode expression) {
        String source = expression.getLocation().source();
        return "line " + expression.getLocation().beginLine()
                + (source.equals(module.getName().toString()) ? "" : " of module " + source);
    }

    /** The specifications that this one is a conjunction of, itself first: each of them follows from it. */
    Set<String> conjoined() {
        return conjoined;
    }

    /** What leaves behaviours out. */
    List<String> restrictions() {
        return restrictions;
    }
}
