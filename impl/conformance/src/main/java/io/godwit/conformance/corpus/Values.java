package io.godwit.conformance.corpus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values that occur in a model, each once: equal values have equal ids, and the items of a value have smaller ids
 * than the value itself. Not safe for use by several threads while values are added.
 */
public final class Values {
    private static final int[] NO_ITEMS = {};
    private static final int NO_BASE = -1;

    private final List<Node> nodes = new ArrayList<>();
    private final List<Integer> bases = new ArrayList<>();
    private final List<Shape> shapes = new ArrayList<>();
    private final Map<Node, Integer> ids = new HashMap<>();
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

    private record Node(Kind kind, int number, String text, int[] items) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Node node
                    && kind == node.kind
                    && number == node.number
                    && text.equals(node.text)
                    && Arrays.equals(items, node.items);
        }

        @Override
        public int hashCode() {
            return (kind.hashCode() * 31 + number) * 31 + text.hashCode() * 31 + Arrays.hashCode(items);
        }
    }

    /** Number of values; ids are 0 to {@code size() - 1}. */
    public int size() {
        return nodes.size();
    }

    /** What the value is. */
    public Kind kind(int id) {
        return nodes.get(id).kind;
    }

    /** The value of a number, or 1 and 0 for TRUE and FALSE. */
    public int number(int id) {
        return nodes.get(id).number;
    }

    /** Is it TRUE? */
    public boolean truth(int id) {
        return nodes.get(id).number == 1;
    }

    /** The characters of a string. */
    public String text(int id) {
        return nodes.get(id).text;
    }

    /** The items of a set, record, sequence or function: not a copy, never to be changed. */
    public int[] items(int id) {
        return nodes.get(id).items;
    }

    /** Number of the shape of a record or function. */
    public int shapeId(int id) {
        return nodes.get(id).number;
    }

    /** The shape of a record or function. */
    public Shape shape(int id) {
        return shapes.get(nodes.get(id).number);
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
        int at = kind(id) == Kind.RECORD ? shape(id).fields().indexOf(name) : -1;
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
        if (kind(id) == Kind.FUNCTION) {
            at = shape(id).domain().indexOf(argument);
        } else if (kind(id) == Kind.SEQUENCE && number(argument) <= items(id).length) {
            at = number(argument) - 1;
        }
        if (at < 0) {
            throw new IllegalArgumentException(show(argument) + " is not in the domain of " + show(id));
        }
        return items(id)[at];
    }

    /** The earlier value that this one was made from, or -1: a hint for a short encoding. */
    int base(int id) {
        return bases.get(id);
    }

    /** The id of a number. */
    public int ofNumber(int number) {
        return intern(new Node(Kind.NUMBER, number, "", NO_ITEMS), NO_BASE);
    }

    /** The id of a string. */
    public int ofText(String text) {
        return intern(new Node(Kind.TEXT, 0, text, NO_ITEMS), NO_BASE);
    }

    /** The id of TRUE or FALSE. */
    public int ofTruth(boolean truth) {
        return intern(new Node(Kind.TRUTH, truth ? 1 : 0, "", NO_ITEMS), NO_BASE);
    }

    /**
     * The id of a set.
     *
     * @param elements ids in any order, repeated or not
     * @param base an earlier value that is similar, or -1
     */
    public int ofSet(int[] elements, int base) {
        int[] sorted = Arrays.stream(elements).sorted().distinct().toArray();
        return intern(new Node(Kind.SET, 0, "", sorted), base);
    }

    /** The id of a sequence. */
    public int ofSequence(int[] items, int base) {
        return intern(new Node(Kind.SEQUENCE, 0, "", items), base);
    }

    /** The id of a record or function. */
    public int ofShape(Shape shape, int[] items, int base) {
        Kind kind = shape.domain().isEmpty() ? Kind.RECORD : Kind.FUNCTION;
        Integer number = shapeIds.get(shape);
        if (number == null) {
            number = shapes.size();
            shapes.add(shape);
            shapeIds.put(shape, number);
        }
        return intern(new Node(kind, number, "", items), base);
    }

    private int intern(Node node, int base) {
        Integer known = ids.putIfAbsent(node, nodes.size());
        if (known != null) {
            return known;
        }
        nodes.add(node);
        bases.add(base);
        return nodes.size() - 1;
    }

    /** The value in the syntax of TLA+; sets and functions are in the order of their text, so that equal values look equal. */
    public String show(int id) {
        StringBuilder text = new StringBuilder();
        new ValueText(this, text).append(id);
        return text.toString();
    }
}
