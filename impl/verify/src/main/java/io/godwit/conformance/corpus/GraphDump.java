package io.godwit.conformance.corpus;

import io.godwit.conformance.corpus.Corpus.Constant;
import io.godwit.conformance.corpus.Corpus.Edges;
import io.godwit.conformance.corpus.Corpus.Header;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.Corpus.States;
import io.godwit.modelcheck.tlc.LoadedSpec;
import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tla2sany.semantic.FormalParamNode;
import tlc2.tool.Action;
import tlc2.tool.TLCState;
import tlc2.value.impl.Value;

/**
 * Main class of TLC's process: explores the whole state graph of a model, breadth first and by one thread, and writes it to a file. TLC splits
 * the next-state relation into actions with constant arguments; those are what the transitions are labelled with.
 */
public final class GraphDump {
    /** In front of each line that tells how far it is. */
    public static final String PREFIX = "@!@!@GODWIT ";

    private static final int REPORT_EVERY = 2_000;

    private final LoadedSpec spec;
    private final ValueTable values = new ValueTable();
    private final TlcValues converter = new TlcValues(values);
    private final List<int[]> states = new ArrayList<>();
    private final Map<IntBuffer, Integer> known = new HashMap<>();
    private final List<TLCState> tlcStates = new ArrayList<>();
    private final List<int[]> edges = new ArrayList<>();

    private GraphDump(String module, String cfg) {
        spec = new LoadedSpec(module, cfg);
    }

    /**
     * Writes the graph of a model.
     *
     * @param args root module in the working directory; its configuration without {@code .cfg}; the file to write; name of the model; family;
     *     hash of the source; a file with the constants, a name and a value in turn on a line each
     * @throws IOException when a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        GraphDump dump = new GraphDump(args[0], args[1]);
        Action[] actions = dump.spec.actions();
        List<Instance> instances = dump.instances(actions);
        int initial = dump.explore(actions);
        List<String> constants = Files.readAllLines(Path.of(args[6]));
        List<Constant> named = new ArrayList<>();
        for (int i = 0; i + 1 < constants.size(); i += 2) {
            named.add(new Constant(constants.get(i), constants.get(i + 1)));
        }
        Header header = CorpusFile.write(
                new Corpus(
                        new Header(args[3], args[0], args[4], args[5], 0, 0, ""),
                        dump.spec.variables(),
                        named,
                        instances,
                        dump.values,
                        dump.states(initial),
                        dump.edges()),
                Path.of(args[2]));
        System.out.println(PREFIX + "done " + header.states() + " " + header.transitions());
    }

    private List<Instance> instances(Action[] actions) {
        List<Instance> instances = new ArrayList<>();
        for (Action action : actions) {
            List<String> parameters = new ArrayList<>();
            List<Integer> arguments = new ArrayList<>();
            for (FormalParamNode parameter : action.getOpDef().getParams()) {
                parameters.add(parameter.getName().toString());
                arguments.add(converter.convert((Value) action.con.lookup(parameter), -1));
            }
            String module = action.getOpDef()
                    .getOriginallyDefinedInModuleNode()
                    .getName()
                    .toString();
            instances.add(new Instance(module, action.getName().toString(), parameters, arguments));
        }
        return instances;
    }

    private int explore(Action[] actions) {
        spec.initialStates().forEach(state -> number(state, null));
        int initial = states.size();
        for (int from = 0; from < states.size(); from++) {
            if (from % REPORT_EVERY == 0) {
                System.out.println(PREFIX + "progress " + from + " " + states.size());
            }
            TLCState state = tlcStates.get(from);
            List<int[]> own = new ArrayList<>();
            for (int a = 0; a < actions.length; a++) {
                for (TLCState next : spec.successors(state, actions[a])) {
                    own.add(new int[] {from, a, number(next, states.get(from))});
                }
            }
            // Explored; its values are kept by id.
            tlcStates.set(from, null);
            own.sort(Arrays::compare);
            for (int i = 0; i < own.size(); i++) {
                if (i == 0 || !Arrays.equals(own.get(i), own.get(i - 1))) {
                    edges.add(own.get(i));
                }
            }
        }
        return initial;
    }

    private int number(TLCState state, int[] from) {
        Value[] own = spec.values(state);
        int[] ids = new int[own.length];
        for (int v = 0; v < ids.length; v++) {
            ids[v] = converter.convert(own[v], from == null ? -1 : from[v]);
        }
        Integer number = known.putIfAbsent(IntBuffer.wrap(ids), states.size());
        if (number == null) {
            number = states.size();
            states.add(ids);
            tlcStates.add(state);
        }
        return number;
    }

    private States states(int initial) {
        int width = spec.variables().size();
        int[] ids = new int[states.size() * width];
        for (int s = 0; s < states.size(); s++) {
            System.arraycopy(states.get(s), 0, ids, s * width, width);
        }
        return new States(width, initial, ids);
    }

    private Edges edges() {
        int[] first = new int[states.size() + 1];
        int[] instance = new int[edges.size()];
        int[] target = new int[edges.size()];
        for (int e = 0; e < instance.length; e++) {
            int[] edge = edges.get(e);
            first[edge[0] + 1]++;
            instance[e] = edge[1];
            target[e] = edge[2];
        }
        for (int s = 0; s < states.size(); s++) {
            first[s + 1] += first[s];
        }
        return new Edges(first, instance, target);
    }
}
