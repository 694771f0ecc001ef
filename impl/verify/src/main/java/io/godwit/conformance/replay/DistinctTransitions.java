package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Edges;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.Corpus.States;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.ValueType;
import java.util.Arrays;

/**
 * Counts transitions over several models, each once: what is the same are root module, state, action, arguments and
 * successor. Goes by 64-bit hashes; among two million transitions, the odds that two have the same are one in nine million.
 * Thread-safe.
 */
final class DistinctTransitions {
    private static final long FIRST_FACTOR = 0xBF58476D1CE4E5B9L;
    private static final long SECOND_FACTOR = 0x94D049BB133111EBL;

    private long[] hashes = new long[1 << 16];
    private int size;

    /** Adds the transitions of a model. */
    void add(Corpus corpus) {
        long[] values = values(corpus.values());
        long root = hash(corpus.header().root());
        long[] states = states(corpus, values);
        long[] instances = new long[corpus.instances().size()];
        for (int i = 0; i < instances.length; i++) {
            Instance instance = corpus.instances().get(i);
            instances[i] = hash(instance.name());
            for (int argument : instance.arguments()) {
                instances[i] = mix(instances[i], values[argument]);
            }
        }
        Edges edges = corpus.edges();
        long[] added = new long[edges.size()];
        for (int s = 0; s < corpus.states().size(); s++) {
            for (int e = edges.first()[s]; e < edges.first()[s + 1]; e++) {
                added[e] = mix(mix(mix(root, states[s]), instances[edges.instance()[e]]), states[edges.target()[e]]);
            }
        }
        append(added);
    }

    private synchronized void append(long[] added) {
        if (hashes.length < size + added.length) {
            hashes = Arrays.copyOf(hashes, Math.max(2 * hashes.length, size + added.length));
        }
        System.arraycopy(added, 0, hashes, size, added.length);
        size += added.length;
    }

    /** Number of different transitions. */
    synchronized int count() {
        Arrays.sort(hashes, 0, size);
        int different = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || hashes[i] != hashes[i - 1]) {
                different++;
            }
        }
        return different;
    }

    private static long[] states(Corpus corpus, long[] values) {
        States states = corpus.states();
        long[] hashes = new long[states.size()];
        for (int s = 0; s < hashes.length; s++) {
            long hash = 0;
            for (int v = 0; v < states.width(); v++) {
                hash = mix(hash, values[states.value(s, v)]);
            }
            hashes[s] = hash;
        }
        return hashes;
    }

    /** Hashes of values by content, because ids mean something in one model only. */
    private static long[] values(ValueTable values) {
        long[] hashes = new long[values.size()];
        for (int id = 0; id < hashes.length; id++) {
            ValueType kind = values.kind(id);
            long hash = hash(kind.name());
            switch (kind) {
                case TEXT -> hash = mix(hash, hash(values.text(id)));
                case NUMBER, TRUTH -> hash = mix(hash, values.number(id));
                case SET -> {
                    long sum = 0;
                    for (int item : values.items(id)) {
                        sum += mix(1, hashes[item]);
                    }
                    hash = mix(hash, sum);
                }
                case RECORD, SEQUENCE, FUNCTION -> {
                    for (int item : values.items(id)) {
                        hash = mix(hash, hashes[item]);
                    }
                }
            }
            if (kind == ValueType.RECORD || kind == ValueType.FUNCTION) {
                for (String field : values.shape(id).fields()) {
                    hash = mix(hash, hash(field));
                }
                for (int argument : values.shape(id).domain()) {
                    hash = mix(hash, hashes[argument]);
                }
            }
            hashes[id] = hash;
        }
        return hashes;
    }

    private static long hash(String text) {
        long hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = mix(hash, text.charAt(i));
        }
        return hash;
    }

    private static long mix(long hash, long more) {
        long z = hash * 31 + more + 1;
        z = (z ^ (z >>> 30)) * FIRST_FACTOR;
        z = (z ^ (z >>> 27)) * SECOND_FACTOR;
        return z ^ (z >>> 31);
    }
}
