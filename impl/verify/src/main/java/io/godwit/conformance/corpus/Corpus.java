package io.godwit.conformance.corpus;

import io.godwit.conformance.corpus.ValueTable.ValueType;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The whole state graph of one model.
 *
 * @param header what it is and what it was made from
 * @param variables names of the variables, in the order in which the states have them
 * @param constants the constants of the model, guards among them
 * @param instances what the next-state relation is made of: actions with their arguments
 * @param values all values
 * @param states the states, initial ones first, each reached from one before it
 * @param edges the transitions
 */
public record Corpus(
        Header header,
        List<String> variables,
        List<Constant> constants,
        List<Instance> instances,
        ValueTable values,
        States states,
        Edges edges) {
    /** Copies the lists. */
    public Corpus {
        variables = List.copyOf(variables);
        constants = List.copyOf(constants);
        instances = List.copyOf(instances);
    }

    /**
     * A constant of the model.
     *
     * @param name its name
     * @param value its value as the cfg writes it
     */
    public record Constant(String name, String value) {}

    /**
     * An action with the values of its parameters.
     *
     * @param module the module that defines it
     * @param action its name
     * @param parameters names of the parameters
     * @param arguments ids of their values
     */
    public record Instance(String module, String action, List<String> parameters, List<Integer> arguments) {
        /** Copies the lists. */
        public Instance {
            parameters = List.copyOf(parameters);
            arguments = List.copyOf(arguments);
        }

        /** {@code Module!Action}. */
        public String name() {
            return module + "!" + action;
        }

        /**
         * A parameter that is a number.
         *
         * @param argument which, from 0
         */
        public int number(ValueTable values, int argument) {
            int value = arguments.get(argument);
            if (values.kind(value) != ValueType.NUMBER) {
                throw new IllegalArgumentException(show(values));
            }
            return values.number(value);
        }

        /** The action as the specification writes it. */
        public String show(ValueTable values) {
            return action + arguments.stream().map(values::show).collect(Collectors.joining(", ", "(", ")"));
        }
    }

    /**
     * States: one value per variable.
     *
     * @param width number of variables
     * @param initial the first so many states are initial
     * @param ids the values, state by state
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record States(int width, int initial, int[] ids) {
        /** Number of states. */
        public int size() {
            return ids.length / width;
        }

        /** Id of the value of a variable. */
        public int value(int state, int variable) {
            return ids[state * width + variable];
        }
    }

    /**
     * Transitions, grouped by the state they start from, in there by instance.
     *
     * @param first index of the first transition of each state, and at the end the number of all
     * @param instance by transition, number of the action instance
     * @param target by transition, the state it leads to
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Edges(int[] first, int[] instance, int[] target) {
        /** Number of transitions. */
        public int size() {
            return instance.length;
        }
    }

    /** Position of a variable. */
    public int variable(String name) {
        int at = variables.indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException("no variable " + name + " in " + header.root());
        }
        return at;
    }

    /** The value of a constant, as the cfg writes it. */
    public String constant(String name) {
        return constants.stream()
                .filter(constant -> constant.name().equals(name))
                .map(Constant::value)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no constant " + name + " in " + header.root()));
    }

    /**
     * The readable beginning of a corpus file.
     *
     * @param model name of the model in the manifest
     * @param root name of the root module
     * @param family directory of the root module: quorum or classic
     * @param source hash of the specification, the cfg and the constants; see SpecDigest
     * @param states number of states
     * @param transitions number of transitions
     * @param content SHA-256 of what follows, before it was compressed
     */
    public record Header(
            String model, String root, String family, String source, int states, int transitions, String content) {}
}
