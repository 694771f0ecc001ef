package io.godwit.simulation.run;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.trace.TlaValue;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Java values as values of a trace: records become records, collections sequences or sets. Long sequences are cut. */
final class TraceValues {
    private static final int LONGEST = 12;

    private TraceValues() {}

    static TlaValue of(Object value) {
        if (value == null) {
            return TlaValue.of("");
        } else if (value instanceof TlaValue already) {
            return already;
        } else if (value instanceof Number number) {
            return TlaValue.of(number.longValue());
        } else if (value instanceof Boolean bool) {
            return TlaValue.of(bool);
        } else if (value instanceof MemberSet set) {
            return new TlaValue.SetOf(set.stream().mapToObj(TlaValue::of).toList());
        } else if (value instanceof PartitionVector<?> vector) {
            Map<TlaValue, TlaValue> pairs = new TreeMap<>();
            for (int p = 0; p < vector.size(); p++) {
                pairs.put(TlaValue.of(p), of(vector.get(p)));
            }
            return TlaValue.function(pairs);
        } else if (value instanceof Map<?, ?> map) {
            Map<TlaValue, TlaValue> pairs = new TreeMap<>();
            map.forEach((key, element) -> pairs.put(of(key), of(element)));
            return TlaValue.function(pairs);
        } else if (value instanceof Set<?> set) {
            return new TlaValue.SetOf(set.stream().map(TraceValues::of).toList());
        } else if (value instanceof Collection<?> list) {
            return sequence(new ArrayList<>(list));
        } else if (value instanceof Record record) {
            Map<String, TlaValue> fields = fields(record);
            // A record without components is read back as an empty function.
            return fields.isEmpty() ? TlaValue.of(record.getClass().getSimpleName()) : new TlaValue.Rec(fields);
        }
        return TlaValue.of(BoundedText.of(value));
    }

    /** The last elements; how many came before is told by the first. */
    private static TlaValue sequence(List<?> list) {
        int cut = Math.max(0, list.size() - LONGEST);
        List<TlaValue> elements = new ArrayList<>();
        if (cut > 0) {
            elements.add(TlaValue.of("... " + cut + " before"));
        }
        list.subList(cut, list.size()).forEach(element -> elements.add(of(element)));
        return new TlaValue.Tuple(elements);
    }

    /** The components of a record by name. */
    static Map<String, TlaValue> fields(Record record) {
        Map<String, TlaValue> fields = new TreeMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                fields.put(component.getName(), of(component.getAccessor().invoke(record)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + component + " of " + record.getClass(), e);
            }
        }
        return fields;
    }

    /** Values as text of bounded length. */
    static final class BoundedText {
        private static final int LONGEST = 300;

        private BoundedText() {}

        static String of(Object value) {
            String text = String.valueOf(value);
            return text.length() <= LONGEST
                    ? text
                    : text.substring(0, LONGEST) + "... (" + text.length() + " characters)";
        }
    }
}
