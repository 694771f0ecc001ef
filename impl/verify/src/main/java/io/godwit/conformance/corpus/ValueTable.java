package io.godwit.conformance.corpus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The values that occur in a model, each once: equal values have equal ids, and the items of a value have smaller ids
 * than the value itself. Not safe for use by several threads while values are added.
 */
public final class ValueTable {
    private static final int[] NO_ITEMS = {};
    private static final int NO_BASE = -1;

    private static final int FIRST_CAPACITY = 1 << 10;
    private static final int FREE = -1;
    private static final int HASH_FACTOR = 31;
    private static final int SPREAD = 0x9E3779B9;

    private byte[] kinds = new byte[FIRST_CAPACITY];
    private int[] numbers = new int[FIRST_CAPACITY];
    private int[] bases = new int[FIRST_CAPACITY];
    private int[][] items = new int[FIRST_CAPACITY][];
    private int size;
    /** Ids by the hash of their value, with linear probing; at most half full. */
    private int[] table = freeTable(4 * FIRST_CAPACITY);

    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> textIds = new HashMap<>();
    private final List<Shape> shapes = new ArrayList<>();
    private final Map<Shape, Integer> shapeIds = new HashMap<>();

    /**
     * What records of one type, or functions of one domain, have in common.
     *
     * @param fields names of the fields of a record in alphabetical order; empty for a function
     * @param domain ids of the arguments of a function; empty for a record
     */
    public record Shape(List<String> fields, List<Integer> domain) {
        /** Copies the lists. */
        public Shape {
            fields = List.copyOf(fields);
            domain = List.copyOf(domain);
        }
    }

    /** Number of values; ids are 0 to {@code size() - 1}. */
    public int size() {
        return size;
    }

    /** What the value is. */
    public ValueType kind(int id) {
        return ValueType.of(kinds[id]);
    }

    /** The value of a number, or 1 and 0 for TRUE and FALSE. */
    public int number(int id) {
        return numbers[id];
    }

    /** Is it TRUE? */
    public boolean truth(int id) {
        return numbers[id] == 1;
    }

    /** The characters of a string. */
    public String text(int id) {
        return texts.get(numbers[id]);
    }

    /** The items of a set, record, sequence or function: not a copy, never to be changed. */
    public int[] items(int id) {
        return items[id];
    }

    /** Number of the shape of a record or function. */
    public int shapeId(int id) {
        return numbers[id];
    }

    /** The shape of a record or function. */
    public Shape shape(int id) {
        return shapes.get(numbers[id]);
    }

    /** All shapes, by number. */
    public List<Shape> shapes() {
        return shapes;
    }

    /**
     * The value of a field of a record.
     *
     * @throws IllegalArgumentException if it has no such field
     */
    public int field(int id, String name) {
        int at = kind(id) == ValueType.RECORD ? shape(id).fields().indexOf(name) : -1;
        if (at < 0) {
            throw new IllegalArgumentException("no field " + name + " in " + show(id));
        }
        return items(id)[at];
    }

    /**
     * What a function or sequence gives for an argument.
     *
     * @param argument id of the argument
     * @throws IllegalArgumentException if it is not in the domain
     */
    public int apply(int id, int argument) {
        int at = -1;
        if (kind(id) == ValueType.FUNCTION) {
            at = shape(id).domain().indexOf(argument);
        } else if (kind(id) == ValueType.SEQUENCE && number(argument) <= items(id).length) {
            at = number(argument) - 1;
        }
        if (at < 0) {
            throw new IllegalArgumentException(show(argument) + " is not in the domain of " + show(id));
        }
        return items(id)[at];
    }

    /** The earlier value that this one was made from, or -1: a hint for a short encoding. */
    int base(int id) {
        return bases[id];
    }

    /** The id of a number. */
    public int ofNumber(int number) {
        return intern(ValueType.NUMBER, number, NO_ITEMS, NO_BASE);
    }

    /** The id of a string. */
    public int ofText(String text) {
        Integer number = textIds.get(text);
        if (number == null) {
            number = texts.size();
            texts.add(text);
            textIds.put(text, number);
        }
        return intern(ValueType.TEXT, number, NO_ITEMS, NO_BASE);
    }

    /** The id of TRUE or FALSE. */
    public int ofTruth(boolean truth) {
        return intern(ValueType.TRUTH, truth ? 1 : 0, NO_ITEMS, NO_BASE);
    }

    /**
     * The id of a set.
     *
     * @param elements ids in any order, repeated or not
     * @param base an earlier value that is similar, or -1
     */
    public int ofSet(int[] elements, int base) {
        return intern(ValueType.SET, 0, sortedDistinct(elements), base);
    }

    /** The id of a sequence. */
    public int ofSequence(int[] own, int base) {
        return intern(ValueType.SEQUENCE, 0, own, base);
    }

    /** The id of a record or function. */
    public int ofShape(Shape shape, int[] own, int base) {
        ValueType kind = shape.domain().isEmpty() ? ValueType.RECORD : ValueType.FUNCTION;
        Integer number = shapeIds.get(shape);
        if (number == null) {
            number = shapes.size();
            shapes.add(shape);
            shapeIds.put(shape, number);
        }
        return intern(kind, number, own, base);
    }

    private static int[] sortedDistinct(int[] elements) {
        boolean ascending = true;
        for (int i = 1; i < elements.length; i++) {
            ascending &= elements[i - 1] < elements[i];
        }
        return ascending
                ? elements
                : Arrays.stream(elements).sorted().distinct().toArray();
    }

    private int intern(ValueType kind, int number, int[] own, int base) {
        int slot = slot(kind.code(), number, own);
        if (table[slot] != FREE) {
            return table[slot];
        }
        if (size == kinds.length) {
            grow();
            slot = slot(kind.code(), number, own);
        }
        kinds[size] = (byte) kind.code();
        numbers[size] = number;
        items[size] = own;
        bases[size] = base;
        table[slot] = size;
        return size++;
    }

    /** Where the value is in the table, or where it belongs. */
    private int slot(int kind, int number, int[] own) {
        int hash = (Arrays.hashCode(own) * HASH_FACTOR + number) * HASH_FACTOR + kind;
        int slot = ((hash * SPREAD) >>> 1) & (table.length - 1);
        while (table[slot] != FREE) {
            int id = table[slot];
            if (kinds[id] == kind && numbers[id] == number && Arrays.equals(items[id], own)) {
                return slot;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    private void grow() {
        int capacity = 2 * kinds.length;
        kinds = Arrays.copyOf(kinds, capacity);
        numbers = Arrays.copyOf(numbers, capacity);
        bases = Arrays.copyOf(bases, capacity);
        items = Arrays.copyOf(items, capacity);
        table = freeTable(4 * capacity);
        for (int id = 0; id < size; id++) {
            table[slot(kinds[id], numbers[id], items[id])] = id;
        }
    }

    private static int[] freeTable(int length) {
        int[] free = new int[length];
        Arrays.fill(free, FREE);
        return free;
    }

    /** The value in the syntax of TLA+; sets and functions are in the order of their text, so that equal values look equal. */
    public String show(int id) {
        StringBuilder text = new StringBuilder();
        new ValueText(this, text).append(id);
        return text.toString();
    }

    /** Writes values in the syntax of TLA+. */
    static final class ValueText {
        private final ValueTable values;
        private final StringBuilder text;

        ValueText(ValueTable values, StringBuilder text) {
            this.values = values;
            this.text = text;
        }

        void append(int id) {
            switch (values.kind(id)) {
                case NUMBER -> text.append(values.number(id));
                case TEXT -> text.append('"').append(values.text(id)).append('"');
                case TRUTH -> text.append(values.truth(id) ? "TRUE" : "FALSE");
                case SET -> text.append(Arrays.stream(values.items(id))
                        .mapToObj(values::show)
                        .sorted()
                        .collect(Collectors.joining(", ", "{", "}")));
                case SEQUENCE -> text.append(Arrays.stream(values.items(id))
                        .mapToObj(values::show)
                        .collect(Collectors.joining(", ", "<<", ">>")));
                case RECORD -> pairs(id, values.shape(id).fields(), " |-> ", "[", ", ", "]");
                case FUNCTION -> pairs(
                        id, values.shape(id).domain().stream().map(values::show).toList(), " :> ", "(", " @@ ", ")");
            }
        }

        private void pairs(int id, List<String> keys, String arrow, String open, String between, String close) {
            int[] items = values.items(id);
            text.append(open);
            for (int i = 0; i < items.length; i++) {
                text.append(i == 0 ? "" : between).append(keys.get(i)).append(arrow);
                append(items[i]);
            }
            text.append(close);
        }
    }

    /** What a value of the specification is. */
    public enum ValueType {
        /** An integer. */
        NUMBER(0),
        /** A string, or a model value. */
        TEXT(1),
        /** TRUE or FALSE. */
        TRUTH(2),
        /** A set; its items are its elements, by ascending id. */
        SET(3),
        /** A record; its items are the values of its fields, which are named in alphabetical order. */
        RECORD(4),
        /** A tuple or sequence, and any function whose domain is 1..n. */
        SEQUENCE(5),
        /** Any other function; its items are its values, in the order of its domain. */
        FUNCTION(6);

        private static final ValueType[] BY_CODE = values();

        private final int code;

        ValueType(int code) {
            this.code = code;
        }

        /** What stands for it in a file. */
        int code() {
            return code;
        }

        /** What a code stands for. */
        static ValueType of(int code) {
            return BY_CODE[code];
        }
    }
}
