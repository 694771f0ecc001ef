package io.godwit.trace;

import io.godwit.trace.Trace.Change;
import io.godwit.trace.Trace.ChangeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Computes the differences of two values, descending as long as both have the same shape. */
final class ValueDiffer {
    private final String variable;
    private final String member;
    private final List<Change> changes = new ArrayList<>();

    private ValueDiffer(String variable, String member) {
        this.variable = variable;
        this.member = member;
    }

    static List<Change> diff(String variable, String member, TlaValue from, TlaValue to) {
        ValueDiffer differ = new ValueDiffer(variable, member);
        differ.walk("", from, to);
        return differ.changes;
    }

    private void walk(String path, TlaValue from, TlaValue to) {
        if (from.equals(to)) {
            return;
        }
        if (from instanceof TlaValue.SetOf a && to instanceof TlaValue.SetOf b) {
            sets(path, a, b);
        } else if (from instanceof TlaValue.Tuple a && to instanceof TlaValue.Tuple b && sameSequence(path, a, b)) {
            return;
        } else if (from.asFunction().isPresent() && to.asFunction().isPresent()) {
            functions(path, from.asFunction().get(), to.asFunction().get(), from, to);
        } else {
            changes.add(new Change(variable, member, path, ChangeKind.SET, from, to));
        }
    }

    private void sets(String path, TlaValue.SetOf from, TlaValue.SetOf to) {
        for (TlaValue element : from.elements()) {
            if (!to.elements().contains(element)) {
                changes.add(new Change(variable, member, path, ChangeKind.REMOVED, element, null));
            }
        }
        for (TlaValue element : to.elements()) {
            if (!from.elements().contains(element)) {
                changes.add(new Change(variable, member, path, ChangeKind.ADDED, null, element));
            }
        }
    }

    /** Sequences that grew at the end or shrank at the front. */
    private boolean sameSequence(String path, TlaValue.Tuple from, TlaValue.Tuple to) {
        List<TlaValue> a = from.elements();
        List<TlaValue> b = to.elements();
        if (a.size() < b.size() && b.subList(0, a.size()).equals(a)) {
            b.subList(a.size(), b.size())
                    .forEach(e -> changes.add(new Change(variable, member, path, ChangeKind.ADDED, null, e)));
            return true;
        } else if (a.size() > b.size()
                && a.subList(a.size() - b.size(), a.size()).equals(b)) {
            a.subList(0, a.size() - b.size())
                    .forEach(e -> changes.add(new Change(variable, member, path, ChangeKind.REMOVED, e, null)));
            return true;
        }
        return false;
    }

    /** Whether a record was replaced rather than changed. */
    private static boolean mostlyDifferent(Map<TlaValue, TlaValue> a, Map<TlaValue, TlaValue> b) {
        long different = a.entrySet().stream()
                .filter(e -> !e.getValue().equals(b.get(e.getKey())))
                .count();
        return different > 2 && 2 * different > a.size();
    }

    private void functions(
            String path, Map<TlaValue, TlaValue> a, Map<TlaValue, TlaValue> b, TlaValue from, TlaValue to) {
        boolean alike = a.keySet().equals(b.keySet());
        boolean partial =
                !(from instanceof TlaValue.Tuple) && !(from instanceof TlaValue.Rec && to instanceof TlaValue.Rec);
        if (!alike && !partial) {
            changes.add(new Change(variable, member, path, ChangeKind.SET, from, to));
            return;
        }
        if (from instanceof TlaValue.Rec && !path.isEmpty() && mostlyDifferent(a, b)) {
            changes.add(new Change(variable, member, path, ChangeKind.SET, from, to));
            return;
        }
        TreeSet<TlaValue> keys = new TreeSet<>(a.keySet());
        keys.addAll(b.keySet());
        for (TlaValue key : keys) {
            String deeper =
                    from instanceof TlaValue.Rec ? path + "." + key.display() : path + "[" + key.display() + "]";
            if (!a.containsKey(key)) {
                changes.add(new Change(variable, member, deeper, ChangeKind.ADDED, null, b.get(key)));
            } else if (!b.containsKey(key)) {
                changes.add(new Change(variable, member, deeper, ChangeKind.REMOVED, a.get(key), null));
            } else {
                walk(deeper, a.get(key), b.get(key));
            }
        }
    }
}
