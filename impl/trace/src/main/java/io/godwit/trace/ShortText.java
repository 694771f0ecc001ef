package io.godwit.trace;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Values in short form: without quotes, and without field names where space is limited. */
public final class ShortText {
    private ShortText() {}

    /** The value in short. */
    public static String text(TlaValue value) {
        if (value instanceof TlaValue.SetOf s) {
            return s.elements().isEmpty() ? "∅" : "{" + join(s.elements(), ", ") + "}";
        } else if (value instanceof TlaValue.Tuple t) {
            return t.elements().isEmpty() ? "⟨⟩" : "⟨" + join(t.elements(), ", ") + "⟩";
        } else if (value instanceof TlaValue.Rec r) {
            return r.fields().entrySet().stream()
                    .map(e -> e.getKey() + " " + text(e.getValue()))
                    .collect(Collectors.joining(", ", "[", "]"));
        } else if (value instanceof TlaValue.Fun f) {
            return f.pairs().entrySet().stream()
                    .map(e -> text(e.getKey()) + "→" + text(e.getValue()))
                    .collect(Collectors.joining(", ", "(", ")"));
        } else if (value instanceof TlaValue.Bool b) {
            return b.value() ? "yes" : "no";
        }
        return value.display();
    }

    /** Whether a field is neutral: zero, empty, FALSE, or the dash of an empty place. */
    public static boolean neutral(TlaValue value) {
        if (value instanceof TlaValue.Int i) {
            return i.value().signum() == 0;
        } else if (value instanceof TlaValue.Str s) {
            return s.value().isEmpty() || s.value().equals("-");
        } else if (value instanceof TlaValue.Bool b) {
            return !b.value();
        } else if (value instanceof TlaValue.SetOf s) {
            return s.elements().isEmpty();
        } else if (value instanceof TlaValue.Tuple t) {
            return t.elements().stream().allMatch(ShortText::neutral);
        } else if (value instanceof TlaValue.Rec r) {
            return r.fields().values().stream().allMatch(ShortText::neutral);
        }
        return false;
    }

    /** Records without their neutral fields, at any depth, as far as anything is left of them. */
    public static TlaValue withoutNeutral(TlaValue value) {
        if (value instanceof TlaValue.Rec r) {
            Map<String, TlaValue> left = new TreeMap<>();
            r.fields().forEach((name, field) -> {
                if (!neutral(field)) {
                    left.put(name, withoutNeutral(field));
                }
            });
            return left.isEmpty() ? TlaValue.of("none") : new TlaValue.Rec(left);
        } else if (value instanceof TlaValue.SetOf s) {
            return new TlaValue.SetOf(
                    s.elements().stream().map(ShortText::withoutNeutral).toList());
        } else if (value instanceof TlaValue.Tuple t) {
            return new TlaValue.Tuple(t.elements().stream()
                    .map(e -> e instanceof TlaValue.Rec ? withoutNeutral(e) : e)
                    .toList());
        }
        return value;
    }

    private static String join(List<TlaValue> elements, String separator) {
        return elements.stream().map(ShortText::text).collect(Collectors.joining(separator));
    }
}
