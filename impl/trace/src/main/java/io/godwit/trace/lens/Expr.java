package io.godwit.trace.lens;

import io.godwit.trace.TraceException;
import io.godwit.trace.value.TlaValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An expression of a lens, over the variables of a state and the names {@code m} (a member) and {@code p} (a partition).
 *
 * <p>A small part of TLA+: {@code table[m][p].version}, {@code =}, {@code #}, {@code <}, {@code <=}, {@code >}, {@code >=}, {@code in},
 * {@code notin}, {@code ~}, {@code /\}, {@code \/}, {@code ->} written as {@code if(c, a, b)}, {@code some x in S : e}, {@code every x in S : e},
 * {@code pick x in S : e} (the first), {@code select x in S : e} (a set), and the functions {@code size}, {@code sum}, {@code first}, {@code last}, {@code max},
 * {@code domain}, {@code keys}, {@code values}, {@code cons}. What is not there (an argument outside the domain, a missing field) is <em>absent</em>; a comparison
 * with something absent is false, so that a lens needs no guards.
 */
public final class Expr {
    private final String source;
    private final Node root;

    /** Evaluates in an environment; absent is null. */
    @FunctionalInterface
    interface Node {
        TlaValue eval(Env env);
    }

    /** Names in scope. */
    record Env(Map<String, TlaValue> state, Map<String, TlaValue> bound) {
        TlaValue get(String name) {
            TlaValue value = bound.get(name);
            return value != null ? value : state.get(name);
        }

        Env with(String name, TlaValue value) {
            Map<String, TlaValue> more = new HashMap<>(bound);
            more.put(name, value);
            return new Env(state, more);
        }
    }

    private Expr(String source, Node root) {
        this.source = source;
        this.root = root;
    }

    /** Reads an expression; an error names its column. */
    public static Expr parse(String source) {
        return new Expr(source, new ExprParser(source).parse());
    }

    /** The value, or nothing if it is absent. */
    public Optional<TlaValue> eval(Map<String, TlaValue> state, Map<String, TlaValue> bound) {
        return Optional.ofNullable(root.eval(new Env(state, bound)));
    }

    /** Whether the value is TRUE; FALSE and absent are false. */
    public boolean holds(Map<String, TlaValue> state, Map<String, TlaValue> bound) {
        return truth(root.eval(new Env(state, bound)));
    }

    @Override
    public String toString() {
        return source;
    }

    static boolean truth(TlaValue value) {
        return value instanceof TlaValue.Bool b && b.value();
    }

    static List<TlaValue> elements(TlaValue value) {
        if (value instanceof TlaValue.SetOf s) {
            return s.elements();
        } else if (value instanceof TlaValue.Tuple t) {
            return t.elements();
        } else if (value == null) {
            return List.of();
        }
        return value.domain().orElse(List.of());
    }

    static TlaValue call(String name, List<TlaValue> arguments) {
        TlaValue first = arguments.isEmpty() ? null : arguments.get(0);
        return switch (name) {
            case "if" -> truth(first) ? arguments.get(1) : arguments.get(2);
            case "size" -> first == null ? null : TlaValue.of(elements(first).size());
            case "last" -> {
                List<TlaValue> all = elements(first);
                yield all.isEmpty() ? null : all.get(all.size() - 1);
            }
            case "first" -> elements(first).stream().findFirst().orElse(null);
            case "max" -> elements(first).stream().max(TlaValue::compareTo).orElse(null);
            case "sum" -> TlaValue.of(elements(first).stream()
                    .mapToLong(e -> e instanceof TlaValue.Int i ? i.value().longValue() : 0)
                    .sum());
            case "domain" -> first == null
                    ? null
                    : first.domain().map(TlaValue.SetOf::new).orElse(null);
            case "keys" -> first == null || first.asFunction().isEmpty()
                    ? null
                    : new TlaValue.SetOf(first.asFunction().get().entrySet().stream()
                            .filter(e -> truth(e.getValue()))
                            .map(Map.Entry::getKey)
                            .toList());
            case "values" -> first == null || first.asFunction().isEmpty()
                    ? null
                    : new TlaValue.Tuple(
                            new ArrayList<>(first.asFunction().get().values()));
            case "cons" -> first == null ? null : cons(first, elements(arguments.get(1)));
            default -> throw new IllegalStateException(name);
        };
    }

    private static TlaValue cons(TlaValue first, List<TlaValue> rest) {
        List<TlaValue> all = new ArrayList<>(rest);
        all.add(0, first);
        return new TlaValue.Tuple(all);
    }

    static int arity(String function) {
        return switch (function) {
            case "if" -> 3;
            case "cons" -> 2;
            case "size", "sum", "last", "first", "max", "domain", "keys", "values" -> 1;
            default -> throw new TraceException("no function " + function
                    + "; there are if, cons, size, sum, first, last, max, domain, keys (where TRUE) and values");
        };
    }

    static TlaValue compare(String operator, TlaValue a, TlaValue b) {
        if (a == null || b == null) {
            return TlaValue.of(false);
        }
        return TlaValue.of(
                switch (operator) {
                    case "=" -> a.equals(b);
                    case "#" -> !a.equals(b);
                    case "<" -> a.compareTo(b) < 0;
                    case "<=" -> a.compareTo(b) <= 0;
                    case ">" -> a.compareTo(b) > 0;
                    case ">=" -> a.compareTo(b) >= 0;
                    case "in" -> elements(b).contains(a);
                    case "notin" -> !elements(b).contains(a);
                    default -> throw new IllegalStateException(operator);
                });
    }

    static TlaValue add(String operator, TlaValue a, TlaValue b) {
        if (a instanceof TlaValue.Int x && b instanceof TlaValue.Int y) {
            BigInteger right = operator.equals("-") ? y.value().negate() : y.value();
            return new TlaValue.Int(x.value().add(right));
        }
        return null;
    }
}
