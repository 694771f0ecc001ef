package io.godwit.conformance.corpus;

import io.godwit.conformance.corpus.Columns.Column;
import io.godwit.conformance.corpus.Columns.ColumnReader;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.corpus.ValueTable.ValueType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Writes and reads values. Nearly every value is an earlier one with a small change, so most are written as the distance
 * to that one and the items that were taken out and put in.
 */
final class ValueCoder {
    private static final int HAS_BASE = 8;

    private ValueCoder() {}

    static void write(ValueTable values, Columns.Out out) {
        Column shapes = out.column();
        Column kinds = out.column();
        Column scalars = out.column();
        Column edits = out.column();
        Column items = out.column();
        shapes.put(values.size()).put(values.shapes().size());
        for (Shape shape : values.shapes()) {
            shapes.put(shape.fields().size());
            shape.fields().forEach(shapes::put);
            shapes.put(shape.domain().size());
            shape.domain().forEach(shapes::put);
        }
        for (int id = 0; id < values.size(); id++) {
            ValueType kind = values.kind(id);
            int base = usefulBase(values, id);
            kinds.put(kind.code() | (base < 0 ? 0 : HAS_BASE));
            if (kind == ValueType.TEXT) {
                scalars.put(values.text(id));
            } else if (kind == ValueType.NUMBER || kind == ValueType.TRUTH) {
                scalars.putSigned(values.number(id));
            } else {
                writeItems(values, id, base, edits, items);
            }
        }
    }

    private static void writeItems(ValueTable values, int id, int base, Column edits, Column items) {
        ValueType kind = values.kind(id);
        int[] now = values.items(id);
        boolean shaped = kind == ValueType.RECORD || kind == ValueType.FUNCTION;
        if (base < 0) {
            edits.put(shaped ? values.shapeId(id) : now.length);
            for (int item : now) {
                items.put(id - item);
            }
            return;
        }
        edits.put(id - base);
        int[] before = values.items(base);
        if (kind == ValueType.SET) {
            int[] gone = positionsMissing(before, now);
            int[] added = Arrays.stream(positionsMissing(now, before))
                    .map(i -> now[i])
                    .toArray();
            edits.put(gone.length);
            for (int position : gone) {
                edits.put(position);
            }
            edits.put(added.length);
            for (int item : added) {
                items.put(id - item);
            }
            return;
        }
        ListDifference splice = ListDifference.of(before, now);
        edits.put(splice.prefix()).put(splice.removed());
        if (!shaped) {
            edits.put(splice.inserted());
        }
        for (int i = 0; i < splice.inserted(); i++) {
            items.put(id - now[splice.prefix() + i]);
        }
    }

    /** The base if it is of the same form and writing the difference is shorter; -1 otherwise. */
    private static int usefulBase(ValueTable values, int id) {
        int base = values.base(id);
        if (base < 0 || values.kind(base) != values.kind(id)) {
            return -1;
        }
        int[] now = values.items(id);
        int[] before = values.items(base);
        return switch (values.kind(id)) {
            case SET -> positionsMissing(before, now).length + positionsMissing(now, before).length < now.length
                    ? base
                    : -1;
            case SEQUENCE -> ListDifference.of(before, now).inserted() < now.length ? base : -1;
            case RECORD, FUNCTION -> values.shapeId(base) == values.shapeId(id)
                            && ListDifference.of(before, now).inserted() < now.length
                    ? base
                    : -1;
            default -> -1;
        };
    }

    private static int[] positionsMissing(int[] some, int[] other) {
        return IntStream.range(0, some.length)
                .filter(i -> Arrays.binarySearch(other, some[i]) < 0)
                .toArray();
    }

    static ValueTable read(Columns.In in) {
        ColumnReader shapes = in.column();
        ColumnReader kinds = in.column();
        ColumnReader scalars = in.column();
        ColumnReader edits = in.column();
        ColumnReader items = in.column();
        int size = shapes.next();
        Shape[] known = new Shape[shapes.next()];
        for (int i = 0; i < known.length; i++) {
            List<String> fields = IntStream.range(0, shapes.next())
                    .mapToObj(j -> shapes.nextText())
                    .toList();
            List<Integer> domain = IntStream.range(0, shapes.next())
                    .mapToObj(j -> shapes.next())
                    .toList();
            known[i] = new Shape(fields, domain);
        }
        ValueTable values = new ValueTable();
        for (int id = 0; id < size; id++) {
            int code = kinds.next();
            ValueType kind = ValueType.of(code & (HAS_BASE - 1));
            int got =
                    switch (kind) {
                        case TEXT -> values.ofText(scalars.nextText());
                        case NUMBER -> values.ofNumber(scalars.nextSigned());
                        case TRUTH -> values.ofTruth(scalars.nextSigned() == 1);
                        default -> readItems(values, id, kind, (code & HAS_BASE) != 0, known, edits, items);
                    };
            if (got != id) {
                throw new IllegalArgumentException("damaged corpus: value " + id + " is " + got + " again");
            }
        }
        return values;
    }

    private static int readItems(
            ValueTable values,
            int id,
            ValueType kind,
            boolean hasBase,
            Shape[] shapes,
            ColumnReader edits,
            ColumnReader items) {
        boolean shaped = kind == ValueType.RECORD || kind == ValueType.FUNCTION;
        if (!hasBase) {
            int form = edits.next();
            int size = !shaped
                    ? form
                    : Math.max(
                            shapes[form].fields().size(), shapes[form].domain().size());
            return make(values, kind, shaped ? shapes[form] : null, take(items, id, size));
        }
        int base = id - edits.next();
        int[] before = values.items(base);
        if (kind == ValueType.SET) {
            int[] gone = new int[edits.next()];
            for (int i = 0; i < gone.length; i++) {
                gone[i] = before[edits.next()];
            }
            int[] added = take(items, id, edits.next());
            IntStream kept = Arrays.stream(before).filter(item -> Arrays.binarySearch(gone, item) < 0);
            return make(
                    values,
                    kind,
                    null,
                    IntStream.concat(kept, Arrays.stream(added)).toArray());
        }
        int prefix = edits.next();
        int removed = edits.next();
        int inserted = shaped ? removed : edits.next();
        int[] now = new int[before.length - removed + inserted];
        System.arraycopy(before, 0, now, 0, prefix);
        System.arraycopy(take(items, id, inserted), 0, now, prefix, inserted);
        System.arraycopy(before, prefix + removed, now, prefix + inserted, before.length - prefix - removed);
        return make(values, kind, shaped ? values.shape(base) : null, now);
    }

    private static int[] take(ColumnReader items, int id, int size) {
        int[] taken = new int[size];
        for (int i = 0; i < size; i++) {
            taken[i] = id - items.next();
        }
        return taken;
    }

    private static int make(ValueTable values, ValueType kind, Shape shape, int[] items) {
        return switch (kind) {
            case SET -> values.ofSet(items, -1);
            case SEQUENCE -> values.ofSequence(items, -1);
            default -> values.ofShape(shape, items, -1);
        };
    }

    /**
     * How a list differs from another: after a common beginning, some items are taken out and some put in, then both are alike.
     *
     * @param prefix length of the common beginning
     * @param removed number of items taken out
     * @param inserted number of items put in
     */
    record ListDifference(int prefix, int removed, int inserted) {
        /** The shortest one. */
        static ListDifference of(int[] before, int[] now) {
            int shorter = Math.min(before.length, now.length);
            int prefix = 0;
            while (prefix < shorter && before[prefix] == now[prefix]) {
                prefix++;
            }
            int suffix = 0;
            while (suffix < shorter - prefix && before[before.length - 1 - suffix] == now[now.length - 1 - suffix]) {
                suffix++;
            }
            return new ListDifference(prefix, before.length - prefix - suffix, now.length - prefix - suffix);
        }
    }
}
