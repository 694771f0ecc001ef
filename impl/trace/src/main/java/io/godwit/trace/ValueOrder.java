package io.godwit.trace;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;

/** A total order over all values, so that sets print alike in every run. */
final class ValueOrder {
    private ValueOrder() {}

    static int compare(TlaValue a, TlaValue b) {
        int kind = Integer.compare(rank(a), rank(b));
        if (kind != 0) {
            return kind;
        }
        if (a instanceof TlaValue.Int x && b instanceof TlaValue.Int y) {
            return x.value().compareTo(y.value());
        }
        if (a instanceof TlaValue.Str x && b instanceof TlaValue.Str y) {
            return x.value().compareTo(y.value());
        }
        if (a instanceof TlaValue.Model x && b instanceof TlaValue.Model y) {
            return natural(x.name(), y.name());
        }
        if (a instanceof TlaValue.SetOf x && b instanceof TlaValue.SetOf y) {
            return lists(x.elements(), y.elements(), Comparator.naturalOrder());
        }
        if (a instanceof TlaValue.Tuple x && b instanceof TlaValue.Tuple y) {
            return lists(x.elements(), y.elements(), Comparator.naturalOrder());
        }
        if (a instanceof TlaValue.Rec x && b instanceof TlaValue.Rec y) {
            return lists(
                    x.fields().entrySet(),
                    y.fields().entrySet(),
                    Map.Entry.<String, TlaValue>comparingByKey().thenComparing(Map.Entry.comparingByValue()));
        }
        if (a instanceof TlaValue.Fun x && b instanceof TlaValue.Fun y) {
            return lists(
                    x.pairs().entrySet(),
                    y.pairs().entrySet(),
                    Map.Entry.<TlaValue, TlaValue>comparingByKey().thenComparing(Map.Entry.comparingByValue()));
        }
        return a.text().compareTo(b.text());
    }

    private static int rank(TlaValue value) {
        if (value instanceof TlaValue.Bool) {
            return 0;
        } else if (value instanceof TlaValue.Int) {
            return 1;
        } else if (value instanceof TlaValue.Str) {
            return 2;
        } else if (value instanceof TlaValue.Model) {
            return 3;
        } else if (value instanceof TlaValue.Tuple) {
            return 4;
        } else if (value instanceof TlaValue.Rec) {
            return 5;
        } else if (value instanceof TlaValue.Fun) {
            return 6;
        } else if (value instanceof TlaValue.SetOf) {
            return 7;
        }
        return 8;
    }

    /** n2 before n10. */
    private static int natural(String a, String b) {
        int byStem = a.replaceAll("\\d+$", "").compareTo(b.replaceAll("\\d+$", ""));
        if (byStem != 0) {
            return byStem;
        }
        int byLength = Integer.compare(a.length(), b.length());
        return byLength != 0 ? byLength : a.compareTo(b);
    }

    private static <T> int lists(Iterable<T> a, Iterable<T> b, Comparator<T> order) {
        Iterator<T> left = a.iterator();
        Iterator<T> right = b.iterator();
        while (left.hasNext() && right.hasNext()) {
            int c = order.compare(left.next(), right.next());
            if (c != 0) {
                return c;
            }
        }
        return Boolean.compare(left.hasNext(), right.hasNext());
    }
}
