package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.ValueType;
import io.godwit.conformance.replay.Mismatch.Difference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the smallest parts in which two values differ. */
final class CorpusDiffer {
    private static final String NONE = "nothing";

    private final ValueTable values;
    private final List<Difference> differences = new ArrayList<>();

    CorpusDiffer(ValueTable values) {
        this.values = values;
    }

    List<Difference> differences() {
        return differences;
    }

    void compare(String place, int spec, int engine) {
        if (spec == engine) {
            return;
        }
        ValueType kind = values.kind(spec);
        boolean alike = kind == values.kind(engine) && values.items(spec).length == values.items(engine).length;
        if (kind == ValueType.SET && values.kind(engine) == ValueType.SET) {
            differences.add(new Difference(place, only(spec, engine), only(engine, spec)));
        } else if (alike && kind == ValueType.SEQUENCE && values.items(spec).length > 0) {
            items(spec, engine, i -> place + '[' + (i + 1) + ']');
        } else if (alike && kind == ValueType.RECORD && values.shapeId(spec) == values.shapeId(engine)) {
            items(spec, engine, i -> place + '.' + values.shape(spec).fields().get(i));
        } else if (alike && kind == ValueType.FUNCTION && values.shapeId(spec) == values.shapeId(engine)) {
            items(
                    spec,
                    engine,
                    i -> place + '[' + values.show(values.shape(spec).domain().get(i)) + ']');
        } else {
            differences.add(new Difference(place, values.show(spec), values.show(engine)));
        }
    }

    private void items(int spec, int engine, java.util.function.IntFunction<String> place) {
        int[] ours = values.items(spec);
        int[] theirs = values.items(engine);
        for (int i = 0; i < ours.length; i++) {
            compare(place.apply(i), ours[i], theirs[i]);
        }
    }

    private String only(int set, int other) {
        String text = Arrays.stream(values.items(set))
                .filter(item -> Arrays.binarySearch(values.items(other), item) < 0)
                .mapToObj(values::show)
                .sorted()
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? NONE : "also " + text;
    }
}
