package io.godwit.tracecheck;

import io.godwit.modelcheck.tlc.LoadedSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tla2sany.semantic.OpDefNode;
import tlc2.tool.TLCState;
import tlc2.value.impl.Value;

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

    /**
     * An action with its arguments.
     *
     * @param action name of its definition
     * @param arguments in order
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record SpecStep(String action, Value... arguments) {
        @Override
        public String toString() {
            return action + Arrays.stream(arguments).map(Object::toString).collect(Collectors.joining(", ", "(", ")"));
        }
    }
}
