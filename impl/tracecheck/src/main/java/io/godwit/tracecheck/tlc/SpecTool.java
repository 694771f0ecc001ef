package io.godwit.tracecheck.tlc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tla2sany.semantic.FormalParamNode;
import tla2sany.semantic.OpDeclNode;
import tla2sany.semantic.OpDefNode;
import tlc2.tool.Action;
import tlc2.tool.StateVec;
import tlc2.tool.TLCState;
import tlc2.tool.impl.FastTool;
import tlc2.util.Context;
import tlc2.util.FP64;
import tlc2.value.impl.Value;
import util.SimpleFilenameToStream;
import util.UniqueString;

/** TLC with a specification: gives the successors of a state under one action with its arguments. */
final class SpecTool {
    private final FastTool tool;
    private final OpDeclNode[] variables;
    private final Map<String, OpDefNode> definitions = new HashMap<>();
    private final Map<String, Long> taken = new java.util.TreeMap<>();

    /**
     * Loads a specification. There can be one in a process.
     *
     * @param module root module in the working directory
     * @param cfg its configuration, without {@code .cfg}
     */
    SpecTool(String module, String cfg) {
        FP64.Init();
        tool = new FastTool(module, cfg, new SimpleFilenameToStream());
        variables = TLCState.Empty.getVars();
        for (OpDefNode definition : tool.getRootModule().getOpDefs()) {
            definitions.put(definition.getName().toString(), definition);
        }
    }

    /** A state; names and values in turn. */
    TLCState state(Object... namesAndValues) {
        TLCState state = TLCState.Empty.createEmpty();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            state = state.bind(UniqueString.uniqueStringOf((String) namesAndValues[i]), (Value) namesAndValues[i + 1]);
        }
        return state;
    }

    static Value value(TLCState state, String variable) {
        return (Value) state.lookup(UniqueString.uniqueStringOf(variable));
    }

    static TLCState with(TLCState state, String variable, Value value) {
        return state.copy().bind(UniqueString.uniqueStringOf(variable), value);
    }

    /** Names of all variables, in their order. */
    List<String> variables() {
        List<String> names = new ArrayList<>();
        for (OpDeclNode variable : variables) {
            names.add(variable.getName().toString());
        }
        return names;
    }

    OpDefNode definition(String action) {
        OpDefNode definition = definitions.get(action);
        if (definition == null) {
            throw new IllegalArgumentException("the specification has no action " + action);
        }
        return definition;
    }

    Context arguments(OpDefNode definition, Value... arguments) {
        FormalParamNode[] parameters = definition.getParams();
        if (parameters.length != arguments.length) {
            throw new IllegalArgumentException(definition.getName() + " has " + parameters.length + " arguments");
        }
        Context context = Context.Empty;
        for (int i = 0; i < parameters.length; i++) {
            context = context.cons(parameters[i], arguments[i]);
        }
        return context;
    }

    /** All states that the action may lead to. */
    List<TLCState> successors(TLCState state, Step step) {
        OpDefNode definition = definition(step.action());
        Action action = new Action(definition.getBody(), arguments(definition, step.arguments()), definition);
        StateVec next = tool.getNextStates(action, state);
        List<TLCState> states = new ArrayList<>(next.size());
        for (int i = 0; i < next.size(); i++) {
            states.add(next.elementAt(i));
        }
        return states;
    }

    /** Which conditions of an action do not hold. */
    List<String> falseConditions(TLCState state, Step step) {
        OpDefNode definition = definition(step.action());
        return new Conditions(tool, state).ofAction(definition, arguments(definition, step.arguments()));
    }

    /** Counts a step that a run has taken. */
    void count(Step step) {
        taken.merge(step.action(), 1L, Long::sum);
    }

    /** How often each action was taken. */
    Map<String, Long> taken() {
        return taken;
    }
}
