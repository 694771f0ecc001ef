package io.godwit.conformance.corpus;

import io.godwit.conformance.corpus.Columns.Column;
import io.godwit.conformance.corpus.Columns.ColumnReader;
import io.godwit.conformance.corpus.Corpus.Constant;
import io.godwit.conformance.corpus.Corpus.Edges;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.Corpus.States;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Writes and reads names, states and transitions. A state is written as what differs from the state that it was first reached
 * from; a transition to a state that is met for the first time costs nothing but its action.
 */
final class GraphCoder {
    private GraphCoder() {}

    static void writeNames(Corpus corpus, Columns.Out out) {
        Column names = out.column();
        names.put(corpus.variables().size());
        corpus.variables().forEach(names::put);
        names.put(corpus.constants().size());
        corpus.constants().forEach(it -> names.put(it.name()).put(it.value()));
        names.put(corpus.instances().size());
        for (Instance instance : corpus.instances()) {
            names.put(instance.module())
                    .put(instance.action())
                    .put(instance.parameters().size());
            instance.parameters().forEach(names::put);
            instance.arguments().forEach(names::put);
        }
    }

    /** Names as they are in the file. */
    record Names(List<String> variables, List<Constant> constants, List<Instance> instances) {}

    static Names readNames(Columns.In in) {
        ColumnReader names = in.column();
        List<String> variables = texts(names, names.next());
        List<Constant> constants = new ArrayList<>();
        for (int i = names.next(); i > 0; i--) {
            constants.add(new Constant(names.nextText(), names.nextText()));
        }
        List<Instance> instances = new ArrayList<>();
        for (int i = names.next(); i > 0; i--) {
            String module = names.nextText();
            String action = names.nextText();
            List<String> parameters = texts(names, names.next());
            List<Integer> arguments = IntStream.range(0, parameters.size())
                    .mapToObj(j -> names.next())
                    .toList();
            instances.add(new Instance(module, action, parameters, arguments));
        }
        return new Names(variables, constants, instances);
    }

    private static List<String> texts(ColumnReader names, int count) {
        return IntStream.range(0, count).mapToObj(i -> names.nextText()).toList();
    }

    static void writeGraph(States states, Edges edges, Columns.Out out) {
        int width = states.width();
        Column sizes = out.column();
        Column counts = out.column();
        Column instances = out.column();
        Column targets = out.column();
        Column changes = out.column();
        Column[] values = new Column[width];
        for (int v = 0; v < width; v++) {
            values[v] = out.column();
        }
        sizes.put(states.size()).put(states.initial()).put(edges.size());
        for (int s = 0; s < states.initial(); s++) {
            for (int v = 0; v < width; v++) {
                values[v].put(states.value(s, v));
            }
        }
        int[] newest = new int[width];
        Map<Long, Integer> patterns = new HashMap<>();
        int met = states.initial();
        for (int from = 0; from < states.size(); from++) {
            counts.put(edges.first()[from + 1] - edges.first()[from]);
            int before = 0;
            for (int e = edges.first()[from]; e < edges.first()[from + 1]; e++) {
                instances.put(edges.instance()[e] - before);
                before = edges.instance()[e];
                int to = edges.target()[e];
                targets.put(met - to);
                if (to == met) {
                    writeState(states, from, to, newest, patterns, changes, values);
                    met++;
                }
            }
        }
    }

    private static void writeState(
            States states,
            int from,
            int to,
            int[] newest,
            Map<Long, Integer> patterns,
            Column changes,
            Column[] values) {
        long pattern = 0;
        for (int v = 0; v < states.width(); v++) {
            int value = states.value(to, v);
            if (value != states.value(from, v)) {
                pattern |= 1L << v;
                values[v].putSigned(newest[v] - value);
                newest[v] = Math.max(newest[v], value);
            }
        }
        Integer known = patterns.putIfAbsent(pattern, patterns.size());
        if (known != null) {
            changes.put(known);
            return;
        }
        // The next free number announces a new pattern: which variables change together.
        changes.put(patterns.size() - 1).put(Long.bitCount(pattern));
        for (int v = 0; v < states.width(); v++) {
            if ((pattern >> v & 1) != 0) {
                changes.put(v);
            }
        }
    }

    /** A graph as it is in the file. */
    record Graph(States states, Edges edges) {}

    static Graph readGraph(int width, Columns.In in) {
        ColumnReader sizes = in.column();
        ColumnReader counts = in.column();
        ColumnReader instances = in.column();
        ColumnReader targets = in.column();
        ColumnReader changes = in.column();
        ColumnReader[] values = new ColumnReader[width];
        for (int v = 0; v < width; v++) {
            values[v] = in.column();
        }
        int size = sizes.next();
        int initial = sizes.next();
        int transitions = sizes.next();
        int[] ids = new int[size * width];
        for (int i = 0; i < initial * width; i++) {
            ids[i] = values[i % width].next();
        }
        int[] newest = new int[width];
        List<int[]> patterns = new ArrayList<>();
        int met = initial;
        int[] first = new int[size + 1];
        int[] instance = new int[transitions];
        int[] target = new int[transitions];
        int e = 0;
        for (int from = 0; from < size; from++) {
            first[from] = e;
            int before = 0;
            for (int i = counts.next(); i > 0; i--) {
                before += instances.next();
                instance[e] = before;
                target[e] = met - targets.next();
                if (target[e] == met) {
                    readState(ids, width, from, met, newest, pattern(changes, patterns), values);
                    met++;
                }
                e++;
            }
        }
        first[size] = e;
        return new Graph(new States(width, initial, ids), new Edges(first, instance, target));
    }

    private static int[] pattern(ColumnReader changes, List<int[]> patterns) {
        int number = changes.next();
        if (number == patterns.size()) {
            int[] variables = new int[changes.next()];
            for (int i = 0; i < variables.length; i++) {
                variables[i] = changes.next();
            }
            patterns.add(variables);
        }
        return patterns.get(number);
    }

    private static void readState(
            int[] ids, int width, int from, int to, int[] newest, int[] changed, ColumnReader[] values) {
        System.arraycopy(ids, from * width, ids, to * width, width);
        for (int v : changed) {
            int value = newest[v] - values[v].nextSigned();
            newest[v] = Math.max(newest[v], value);
            ids[to * width + v] = value;
        }
    }
}
