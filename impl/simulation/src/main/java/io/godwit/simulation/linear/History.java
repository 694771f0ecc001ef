package io.godwit.simulation.linear;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All calls of a run, by key. */
public final class History {
    private final Map<Long, List<RecordedCall>> byKey = new TreeMap<>();
    private int size;

    /** Adds a call whose outcome is known, or will never be. */
    public void add(RecordedCall call) {
        byKey.computeIfAbsent(call.operation().key(), key -> new ArrayList<>()).add(call);
        size++;
    }

    /** The keys, and their calls in the order in which they ended. */
    public Map<Long, List<RecordedCall>> byKey() {
        return byKey;
    }

    /** Number of calls. */
    public int size() {
        return size;
    }
}
