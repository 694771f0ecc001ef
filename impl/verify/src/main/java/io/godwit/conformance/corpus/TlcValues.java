package io.godwit.conformance.corpus;

import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.corpus.ValueTable.ValueType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tlc2.util.FP64;
import tlc2.value.impl.BoolValue;
import tlc2.value.impl.FcnRcdValue;
import tlc2.value.impl.IntValue;
import tlc2.value.impl.ModelValue;
import tlc2.value.impl.RecordValue;
import tlc2.value.impl.SetEnumValue;
import tlc2.value.impl.StringValue;
import tlc2.value.impl.TupleValue;
import tlc2.value.impl.Value;

/**
 * Turns TLC's values into ours. Runs in TLC's process.
 *
 * <p>TLC orders strings by when it first met them. Here sets are ordered by content and fields by name, so that nothing depends on that.
 */
final class TlcValues {
    private static final int NO_BASE = -1;

    private final ValueTable values;
    /** By TLC's 64-bit fingerprint, by which TLC itself tells states apart. */
    private final Map<Long, Integer> known = new HashMap<>();

    TlcValues(ValueTable values) {
        this.values = values;
    }

    /**
     * The id of a value.
     *
     * @param base an earlier value that is probably similar, or -1
     */
    int convert(Value value, int base) {
        if (value instanceof IntValue number) {
            return values.ofNumber(number.val);
        }
        if (value instanceof StringValue string) {
            return values.ofText(string.val.toString());
        }
        if (value instanceof BoolValue truth) {
            return values.ofTruth(truth.val);
        }
        if (value instanceof ModelValue model) {
            return values.ofText(model.val.toString());
        }
        value.deepNormalize();
        long fingerprint = value.fingerPrint(FP64.New());
        Integer id = known.get(fingerprint);
        if (id == null) {
            id = composite(value, base);
            known.put(fingerprint, id);
        }
        return id;
    }

    private int composite(Value value, int base) {
        if (value instanceof RecordValue record) {
            return record(record, base);
        }
        if (value instanceof TupleValue tuple) {
            return values.ofSequence(list(tuple.elems, base, ValueType.SEQUENCE), base);
        }
        if (value instanceof FcnRcdValue function) {
            return function(function, base);
        }
        Value set = value.toSetEnum();
        if (set != null) {
            return set((SetEnumValue) set, base);
        }
        Value function = value.toFcnRcd();
        if (function != null) {
            return function((FcnRcdValue) function, base);
        }
        throw new IllegalArgumentException("a value that a state cannot have: " + value);
    }

    private int record(RecordValue record, int base) {
        Integer[] order = IntStream.range(0, record.names.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparing(i -> record.names[i].toString()));
        List<String> names =
                Arrays.stream(order).map(i -> record.names[i].toString()).toList();
        Value[] ordered = Arrays.stream(order).map(i -> record.values[i]).toArray(Value[]::new);
        return values.ofShape(new Shape(names, List.of()), list(ordered, base, ValueType.RECORD), base);
    }

    private int function(FcnRcdValue function, int base) {
        Value[] domain = function.getDomainAsValues();
        Integer[] order = IntStream.range(0, domain.length).boxed().toArray(Integer[]::new);
        int[] arguments =
                Arrays.stream(domain).mapToInt(it -> convert(it, NO_BASE)).toArray();
        Arrays.sort(order, Comparator.comparing(i -> sortKey(arguments[i])));
        int[] sorted = Arrays.stream(order).mapToInt(i -> arguments[i]).toArray();
        Value[] ordered = Arrays.stream(order).map(i -> function.values[i]).toArray(Value[]::new);
        boolean sequence = IntStream.range(0, sorted.length)
                .allMatch(i -> values.kind(sorted[i]) == ValueType.NUMBER && values.number(sorted[i]) == i + 1);
        if (sequence) {
            return values.ofSequence(list(ordered, base, ValueType.SEQUENCE), base);
        }
        Shape shape = new Shape(List.of(), Arrays.stream(sorted).boxed().toList());
        return values.ofShape(shape, list(ordered, base, ValueType.FUNCTION), base);
    }

    /** Numbers by size, everything else by its text. */
    private String sortKey(int id) {
        return values.kind(id) == ValueType.NUMBER
                ? "%012d".formatted(values.number(id) + (1L << 32))
                : values.show(id);
    }

    private int set(SetEnumValue set, int base) {
        set.normalize();
        int size = set.elems.size();
        int[] elements = new int[size];
        for (int i = 0; i < size; i++) {
            elements[i] = convert(set.elems.elementAt(i), NO_BASE);
        }
        return values.ofSet(elements, base);
    }

    private int[] list(Value[] items, int base, ValueType kind) {
        int[] before = base >= 0 && values.kind(base) == kind ? values.items(base) : new int[0];
        int[] ids = new int[items.length];
        for (int i = 0; i < items.length; i++) {
            ids[i] = convert(items[i], i < before.length ? before[i] : NO_BASE);
        }
        return ids;
    }
}
