package io.godwit.tracecheck.tlc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tlc2.value.impl.Value;

/**
 * All messages that were ever sent, found by what a receiver or a count looks for. In the specification they are one set that only
 * grows, and no action but ProposeMember ({@link SentAcks}) asks for the absence of a message that matters here. So TLC is given those that an action can have
 * to do with; what it adds comes in here.
 */
final class SentMessages {
    private final Map<String, List<Value>> letters = new HashMap<>();
    private long size;

    /** Adds a message under a key, unless it is there. */
    void add(String key, Value message) {
        List<Value> there = letters.computeIfAbsent(key, it -> new ArrayList<>(1));
        if (!there.contains(message)) {
            there.add(message);
            size++;
        }
    }

    /** The messages under a key. */
    List<Value> get(String key) {
        return letters.getOrDefault(key, List.of());
    }

    void remove(String key) {
        letters.remove(key);
    }

    /** Everything, for somebody who wants to know what else could have been. */
    List<Value> all() {
        List<Value> all = new ArrayList<>();
        letters.values().forEach(all::addAll);
        return all;
    }

    long size() {
        return size;
    }
}
