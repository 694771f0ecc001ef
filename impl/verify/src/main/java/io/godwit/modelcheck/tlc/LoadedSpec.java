package io.godwit.modelcheck.tlc;

import java.util.ArrayList;
import java.util.Arrays;
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

/**
 * TLC with a specification, in this process: gives states and their successors. A process can load one, since TLC keeps static state;
 * {@link TlcProcess} starts such a process. Not thread-safe.
 */
public class LoadedSpec {
    private final FastTool tool;
    private final UniqueString[] variables;
    private final Map<String, OpDefNode> definitions = new HashMap<>();

    /**
     * Loads a specification.
     *
     * @param module root module in the working directory
     * @param cfg its configuration, without {@code .cfg}
     */
    public LoadedSpec(String module, String cfg) {
        // Without it, all fingerprints are equal.
        FP64.Init();
        tool = new FastTool(module, cfg, new SimpleFilenameToStream());
        variables =
                Arrays.stream(TLCState.Empty.getVars()).map(OpDeclNode::getName).toArray(UniqueString[]::new);
        for (OpDefNode definition : tool.getRootModule().getOpDefs()) {
            definitions.put(definition.getName().toString(), definition);
        }
    }

    /** TLC's evaluator. */
    protected final FastTool tool() {
        return tool;
    }

    /** Names of all variables, in their order. */
    public final List<String> variables() {
        return Arrays.stream(variables).map(UniqueString::toString).toList();
    }

    /** The actions that TLC splits the next-state relation into, each with constant arguments. */
    public final Action[] actions() {
        return tool.getActions();
    }

    /** All states that the initial predicate allows. */
    public final List<TLCState> initialStates() {
        return list(tool.getInitStates());
    }

    /** All states that the action may lead to. */
    public final List<TLCState> successors(TLCState state, Action action) {
        return list(tool.getNextStates(action, state));
    }

    /**
     * An action of the root module with arguments.
     *
     * @throws IllegalArgumentException if there is none, or it has another number of arguments
     */
    public final Action action(String name, Value... arguments) {
        OpDefNode definition = definition(name);
        return new Action(definition.getBody(), arguments(definition, arguments), definition);
    }

    /** A definition of the root module. */
    protected final OpDefNode definition(String name) {
        OpDefNode definition = definitions.get(name);
        if (definition == null) {
            throw new IllegalArgumentException("the specification has no action " + name);
        }
        return definition;
    }

    /** The arguments of a definition by its parameters. */
    protected static Context arguments(OpDefNode definition, Value... arguments) {
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

    /** A state; names and values in turn. */
    public static TLCState state(Object... namesAndValues) {
        TLCState state = TLCState.Empty.createEmpty();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            state = state.bind(UniqueString.uniqueStringOf((String) namesAndValues[i]), (Value) namesAndValues[i + 1]);
        }
        return state;
    }

    /** The value of a variable. */
    public static Value value(TLCState state, String variable) {
        return (Value) state.lookup(UniqueString.uniqueStringOf(variable));
    }

    /**
     * The values of all variables, in their order.
     *
     * @throws IllegalStateException if one has none
     */
    public final Value[] values(TLCState state) {
        Value[] values = new Value[variables.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (Value) state.lookup(variables[i]);
            if (values[i] == null) {
                throw new IllegalStateException("an action leaves " + variables[i] + " open");
            }
        }
        return values;
    }

    /** That state with another value for a variable. */
    public static TLCState with(TLCState state, String variable, Value value) {
        return state.copy().bind(UniqueString.uniqueStringOf(variable), value);
    }

    private static List<TLCState> list(StateVec states) {
        List<TLCState> list = new ArrayList<>(states.size());
        for (int i = 0; i < states.size(); i++) {
            list.add(states.elementAt(i));
        }
        return list;
    }
}
