package io.godwit.tracecheck;

import java.util.List;
import tlc2.value.impl.RecordValue;
import tlc2.value.impl.TupleValue;
import tlc2.value.impl.Value;

/** Where two values differ, field by field. */
final class Difference {
    private static final int WIDTH = 200;

    private Difference() {}

    /**
     * Tells where values differ.
     *
     * @param place how to call the value
     * @param specification what the specification has
     * @param logged what the log has
     */
    static void add(String place, Value specification, Value logged, List<String> differences) {
        if (!specification.equals(logged)) {
            if (specification instanceof RecordValue one && logged instanceof RecordValue two) {
                for (int i = 0; i < one.names.length; i++) {
                    add(place + "." + one.names[i], one.values[i], two.values[i], differences);
                }
            } else if (specification instanceof TupleValue one
                    && logged instanceof TupleValue two
                    && one.elems.length == two.elems.length) {
                for (int i = 0; i < one.elems.length; i++) {
                    add(place + "[" + (i + 1) + "]", one.elems[i], two.elems[i], differences);
                }
            } else {
                differences.add(place + ": specification " + text(specification) + ", log " + text(logged));
            }
        }
    }

    private static String text(Value value) {
        String text = value.toString();
        return text.length() > WIDTH ? text.substring(0, WIDTH - 3) + "..." : text;
    }

    /**
     * What is known of a member's log of writes: how long it is, and its last entries.
     *
     * @param length number of entries
     * @param last some of them, the last ones; fewer than {@code length} if the others are not known
     */
    record LogSuffix(int length, List<Value> last) {
        /**
         * Tells where a log differs from this.
         *
         * @param found how long it is
         * @param end its last entries, at least as many as are known here
         */
        void differences(String place, int found, Value[] end, List<String> differences) {
            if (found != length) {
                differences.add(place + ": specification has " + found + " entries, log " + length);
                return;
            }
            int first = length - last.size();
            for (int i = Math.max(0, last.size() - end.length); i < last.size(); i++) {
                Value entry = end[end.length - last.size() + i];
                Difference.add(place + "[" + (first + i + 1) + "]", entry, last.get(i), differences);
            }
        }
    }
}
