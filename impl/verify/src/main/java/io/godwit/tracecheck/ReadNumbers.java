package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import tlc2.value.impl.Value;

/**
 * Numbers for the reads of one partition. Each reader, which is a client at a primary, has one number, under which its reads
 * follow each other.
 */
final class ReadNumbers {
    private final Map<String, Read> reads = new HashMap<>();

    /** The last read of a reader. */
    static final class Read {
        /** From 1, in the order in which the readers came. */
        final int number;

        private String call;
        private int version;
        /** What the specification has of it; positions in the log are counted from the log's beginning. */
        private Value state = FirstState.IDLE_READ;

        private Read(int number) {
            this.number = number;
        }

        /** The version under which it began last. */
        int begunUnder() {
            return version;
        }

        Value state() {
            return state;
        }

        void state(Value now) {
            state = now;
        }

        boolean hasBegun() {
            return state != FirstState.IDLE_READ;
        }

        /** How many writes it has seen. */
        int seen() {
            return V.number(V.field(state, "num"));
        }
    }

    private static String reader(int primary, JsonNode call) {
        return primary + " " + call.path(0);
    }

    /** A read, or null if it has not begun at that primary, or another one of its reader has begun since. */
    Read of(int primary, JsonNode call) {
        Read read = reads.get(reader(primary, call));
        return read == null || !call.toString().equals(read.call) ? null : read;
    }

    /**
     * A read begins.
     *
     * @return is it the one that the reader has? A call that arrives once more, under the same version, is the same read.
     */
    boolean begin(int primary, JsonNode call, int version) {
        Read read = reads.computeIfAbsent(reader(primary, call), it -> new Read(reads.size() + 1));
        boolean again = call.toString().equals(read.call) && read.version == version;
        read.call = call.toString();
        read.version = version;
        read.state = again ? V.with(read.state, "state", V.text("pending")) : FirstState.IDLE_READ;
        return again;
    }

    /** The last reads by number, for people. */
    Map<Integer, Value> states() {
        Map<Integer, Value> states = new HashMap<>();
        reads.values().forEach(it -> states.put(it.number, it.state));
        return states;
    }
}
