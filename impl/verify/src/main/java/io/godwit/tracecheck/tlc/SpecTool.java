package io.godwit.tracecheck.tlc;

import io.godwit.modelcheck.tlc.LoadedSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tla2sany.semantic.OpDefNode;
import tlc2.tool.TLCState;

/** The specification that a run is checked against, and how often each of its actions was taken. */
final class SpecTool extends LoadedSpec {
    private final Map<String, Long> taken = new TreeMap<>();

    /** See {@link LoadedSpec}. */
    SpecTool(String module, String cfg) {
        super(module, cfg);
    }

    /** All states that the step may lead to. */
    List<TLCState> successors(TLCState state, SpecStep step) {
        return successors(state, action(step.action(), step.arguments()));
    }

    /** Which conditions of an action do not hold. */
    List<String> falseConditions(TLCState state, SpecStep step) {
        OpDefNode definition = definition(step.action());
        return new Conditions(tool(), state).ofAction(definition, arguments(definition, step.arguments()));
    }

    /** Counts a step that a run has taken. */
    void count(SpecStep step) {
        taken.merge(step.action(), 1L, Long::sum);
    }

    /** How often each action was taken. */
    Map<String, Long> taken() {
        return taken;
    }
}
