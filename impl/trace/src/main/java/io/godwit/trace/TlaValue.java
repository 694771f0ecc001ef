package io.godwit.trace;

import java.math.BigInteger;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A value of a TLA+ state.
 *
 * <p>Values are canonical, so that {@code equals} is equality in TLA+: a function whose domain is {@code 1..n} is a
 * {@link Tuple}, one whose domain is a set of identifiers (as strings) is a {@link Rec}, every other one is a
 * {@link Fun}; sets and domains are sorted. TLC prints in the same way, Apalache does not, and both come out alike.
 */
public sealed interface TlaValue extends Comparable<TlaValue> {

    /** The value as TLA+ text on one line. */
    String text();

    /** Numbers first, then text; structured values by their parts. Total, and stable over runs. */
    @Override
    default int compareTo(TlaValue other) {
        return ValueOrder.compare(this, other);
    }

    /** The value as a display name: strings without quotes. */
    default String display() {
        return this instanceof Str s ? s.value() : text();
    }

    /** An integer of any size. */
    record Int(BigInteger value) implements TlaValue {
        @Override
        public String text() {
            return value.toString();
        }
    }

    /** A string. */
    record Str(String value) implements TlaValue {
        @Override
        public String text() {
            return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    }

    /** TRUE or FALSE. */
    record Bool(boolean value) implements TlaValue {
        @Override
        public String text() {
            return value ? "TRUE" : "FALSE";
        }
    }

    /** A model value: equal to itself only. */
    record Model(String name) implements TlaValue {
        @Override
        public String text() {
            return name;
        }
    }

    /** Something the tool could not write as a value, kept as its text. */
    record Opaque(String text) implements TlaValue {}

    /** A finite set, sorted. */
    record SetOf(List<TlaValue> elements) implements TlaValue {
        /** Sorts and removes duplicates. */
        public SetOf {
            elements = List.copyOf(new TreeSet<>(elements));
        }

        @Override
        public String text() {
            return join("{", elements, "}");
        }
    }

    /** A tuple or sequence, that is a function with domain {@code 1..n}. */
    record Tuple(List<TlaValue> elements) implements TlaValue {
        /** Copies. */
        public Tuple {
            elements = List.copyOf(elements);
        }

        @Override
        public String text() {
            return join("<<", elements, ">>");
        }
    }

    /** A record, that is a function whose domain is a set of identifiers; fields in the order of their names. */
    record Rec(Map<String, TlaValue> fields) implements TlaValue {
        /** Sorts the fields by name. */
        public Rec {
            fields = Collections.unmodifiableMap(new TreeMap<>(fields));
        }

        @Override
        public String text() {
            StringBuilder out = new StringBuilder("[");
            fields.forEach((name, value) -> out.append(out.length() > 1 ? ", " : "")
                    .append(name)
                    .append(" |-> ")
                    .append(value.text()));
            return out.append("]").toString();
        }
    }

    /** Any other function; build it with {@link #function(Map)}. */
    record Fun(Map<TlaValue, TlaValue> pairs) implements TlaValue {
        /** Sorts by argument. */
        public Fun {
            pairs = Collections.unmodifiableMap(new TreeMap<>(pairs));
        }

        @Override
        public String text() {
            StringBuilder out = new StringBuilder("(");
            pairs.forEach((key, value) -> out.append(out.length() > 1 ? " @@ " : "")
                    .append(key.text())
                    .append(" :> ")
                    .append(value.text()));
            return out.append(")").toString();
        }
    }

    /** An integer. */
    static TlaValue of(long value) {
        return new Int(BigInteger.valueOf(value));
    }

    /** A string. */
    static TlaValue of(String value) {
        return new Str(value);
    }

    /** A boolean. */
    static TlaValue of(boolean value) {
        return new Bool(value);
    }

    /** A tuple. */
    static TlaValue tuple(TlaValue... elements) {
        return new Tuple(List.of(elements));
    }

    /** A set. */
    static TlaValue set(TlaValue... elements) {
        return new SetOf(List.of(elements));
    }

    /** The canonical form of a function: tuple, record or function, whatever its domain says. */
    static TlaValue function(Map<TlaValue, TlaValue> pairs) {
        TreeMap<TlaValue, TlaValue> sorted = new TreeMap<>(pairs);
        if (isInitialSegment(sorted.keySet())) {
            return new Tuple(List.copyOf(sorted.values()));
        }
        if (sorted.keySet().stream().allMatch(key -> key instanceof Str s && isIdentifier(s.value()))) {
            Map<String, TlaValue> fields = new LinkedHashMap<>();
            sorted.forEach((key, value) -> fields.put(((Str) key).value(), value));
            return new Rec(fields);
        }
        return new Fun(sorted);
    }

    /** The elements of a set or sequence, or the domain of another function; none of any other value. */
    default List<TlaValue> elementsOrDomain() {
        if (this instanceof SetOf s) {
            return s.elements();
        }
        return this instanceof Tuple t ? t.elements() : domain().orElse(List.of());
    }

    /** The domain, in order, of a function of any kind; nothing for values that are no functions. */
    default Optional<List<TlaValue>> domain() {
        return asFunction().map(pairs -> List.copyOf(pairs.keySet()));
    }

    /** The value at an argument, where this is a function that has it. */
    default Optional<TlaValue> at(TlaValue argument) {
        return asFunction().map(pairs -> pairs.get(argument));
    }

    /** The pairs of a function of any kind, in the order of the arguments; nothing for values that are no functions. */
    default Optional<Map<TlaValue, TlaValue>> asFunction() {
        Map<TlaValue, TlaValue> pairs = new TreeMap<>();
        if (this instanceof Fun f) {
            return Optional.of(f.pairs());
        } else if (this instanceof Rec r) {
            r.fields().forEach((name, value) -> pairs.put(new Str(name), value));
        } else if (this instanceof Tuple t) {
            for (int i = 0; i < t.elements().size(); i++) {
                pairs.put(of(i + 1), t.elements().get(i));
            }
        } else {
            return Optional.empty();
        }
        return Optional.of(pairs);
    }

    private static boolean isInitialSegment(Collection<TlaValue> keys) {
        long next = 1;
        for (TlaValue key : keys) {
            if (!key.equals(of(next))) {
                return false;
            }
            next++;
        }
        return true;
    }

    private static boolean isIdentifier(String name) {
        return Identifier.PATTERN.matcher(name).matches();
    }

    private static String join(String open, List<TlaValue> elements, String close) {
        StringBuilder out = new StringBuilder(open);
        for (int i = 0; i < elements.size(); i++) {
            out.append(i > 0 ? ", " : "").append(elements.get(i).text());
        }
        return out.append(close).toString();
    }

    /** What may stand as a field name. */
    final class Identifier {
        static final Pattern PATTERN = Pattern.compile("[0-9_]*[A-Za-z][A-Za-z0-9_]*");

        private Identifier() {}
    }
}
