package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers for the reads of one partition. Each reader, which is a client at a primary, has one number, under which its reads
 * follow each other.
 */
final class ReadNumbers {
    private final String[] readers;
    private final Map<String, Integer> numbers = new HashMap<>();
    /** Per number, the version under which its read began. */
    private final Map<Integer, Integer> begunUnder = new HashMap<>();

    /** As many readers at most. */
    ReadNumbers(int count) {
        this.readers = new String[count];
    }

    /** Who reads, when a primary takes this call. */
    static String reader(int primary, JsonNode call) {
        return primary + " " + call.path(0);
    }

    int count() {
        return readers.length;
    }

    /** The number of a read, or null if it has not begun at that primary, or is over. */
    Integer number(int primary, JsonNode call) {
        return numbers.get(primary + " " + call);
    }

    /** The version under which the read of a number began last. */
    int begunUnder(int number) {
        return begunUnder.get(number);
    }

    /** The number that a call's read has, or is going to have. */
    int place(int primary, JsonNode call) {
        String reader = reader(primary, call);
        int place = 0;
        while (readers[place] != null && !readers[place].equals(reader)) {
            place++;
        }
        return place + 1;
    }

    /**
     * A read begins.
     *
     * @return is it another one than the number had? A call that arrives once more, under the same version, is the same read.
     */
    boolean begin(int primary, JsonNode call, int version) {
        int number = place(primary, call);
        readers[number - 1] = reader(primary, call);
        boolean same = numbers.containsKey(primary + " " + call) && begunUnder.get(number) == version;
        if (!same) {
            numbers.values().removeIf(it -> it == number);
        }
        numbers.put(primary + " " + call, number);
        begunUnder.put(number, version);
        return !same;
    }
}
