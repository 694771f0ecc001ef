package io.godwit.modelcheck.spec;

import tla2sany.semantic.ExprNode;
import tla2sany.semantic.OpDefNode;

/** What the form of a property says about it: whether it can be false at all, and whether a finite behaviour can break it. */
final class PropertyShape {
    private static final String CONSTANT = "it mentions no variable, so it says nothing about behaviours";

    private String hollow;
    private boolean safety = true;

    private PropertyShape() {}

    /** The shape of a state predicate that is checked in each state. */
    static PropertyShape ofInvariant(OpDefNode definition) {
        PropertyShape shape = new PropertyShape();
        if (definition != null && definition.getLevel() == Formula.CONSTANT_LEVEL) {
            shape.hollow = CONSTANT;
        }
        return shape;
    }

    /** The shape of a temporal formula. */
    static PropertyShape ofTemporal(OpDefNode definition) {
        PropertyShape shape = new PropertyShape();
        if (definition == null) {
            return shape;
        }
        if (definition.getLevel() == Formula.CONSTANT_LEVEL) {
            shape.hollow = CONSTANT;
        } else if (definition.getLevel() < Formula.TEMPORAL_LEVEL) {
            shape.hollow = "it has no temporal operator, so it is about initial states only";
        } else {
            shape.walk(definition.getBody());
        }
        return shape;
    }

    private void walk(ExprNode expression) {
        // A state predicate beside temporal formulas is about the initial states.
        if (expression.getLevel() < Formula.TEMPORAL_LEVEL) {
            return;
        }
        ExprNode unfolded = Formula.unfolded(expression);
        if (unfolded != null) {
            walk(unfolded);
        } else if (Formula.isConjunction(expression) || Formula.is(expression, "$BoundedForall")) {
            Formula.arguments(expression).forEach(this::walk);
        } else if (Formula.is(expression, "[]")) {
            always(Formula.argument(expression, 0));
        } else {
            safety = false;
            Formula.arguments(expression).forEach(this::claim);
        }
    }

    private void always(ExprNode body) {
        if (Formula.is(body, "$SquareAct")) {
            claim(Formula.argument(body, 0));
        } else {
            claim(body);
            safety &= body.getLevel() < Formula.TEMPORAL_LEVEL;
        }
    }

    /** Something that a temporal operator is applied to. */
    private void claim(ExprNode expression) {
        if (expression.getLevel() == Formula.CONSTANT_LEVEL) {
            hollow = "a temporal operator in it is applied to a constant, line "
                    + expression.getLocation().beginLine() + " of module "
                    + expression.getLocation().source();
        }
    }

    /** Why the property says nothing, or less than it seems to say; null when the form alone does not tell. */
    String hollow() {
        return hollow;
    }

    /** Whether a finite behaviour can break it. TLC checks such a property without regard to fairness. */
    boolean isSafety() {
        return safety;
    }
}
