package io.godwit.tracecheck.tlc;

import java.util.List;
import tlc2.value.impl.Value;

/**
 * What is known of a member's log of writes: how long it is, and its last entries.
 *
 * @param length number of entries
 * @param last some of them, the last ones; fewer than {@code length} if the others are not known
 */
record LogSuffix(int length, List<Value> last) {
    /** Tells where a log differs from this. */
    void differences(String place, Value log, List<String> differences) {
        Value[] entries = V.items(log);
        if (entries.length != length) {
            differences.add(place + ": specification has " + entries.length + " entries, log " + length);
            return;
        }
        int first = length - last.size();
        for (int i = 0; i < last.size(); i++) {
            Difference.add(place + "[" + (first + i + 1) + "]", entries[first + i], last.get(i), differences);
        }
    }
}
