package io.godwit.trace;

import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.jexl3.JexlArithmetic;
import org.apache.commons.jexl3.JexlEngine;
import org.apache.commons.jexl3.JexlScript;

/**
 * What the operators of {@link Expr} do with TLA+ values, and its functions. Integers, strings and booleans are Java's while an expression is
 * evaluated, so that JEXL compares and adds them. Public because JEXL calls it.
 */
public final class TlaArithmetic extends JexlArithmetic {
    /** The functions that an expression may call. */
    static final Set<String> FUNCTIONS = Set.of("size", "first", "last", "sum", "domain", "cons", "map", "any");

    TlaArithmetic() {
        super(false);
    }

    /** The value as expressions see it. */
    static Object plain(TlaValue value) {
        if (value instanceof TlaValue.Int i) {
            return i.value();
        } else if (value instanceof TlaValue.Str s) {
            return s.value();
        } else if (value instanceof TlaValue.Bool b) {
            return b.value();
        }
        return value;
    }

    /** The TLA+ value of what an expression gave; null for null. */
    static TlaValue tla(Object plain) {
        if (plain == null || plain instanceof TlaValue) {
            return (TlaValue) plain;
        } else if (plain instanceof Boolean truth) {
            return TlaValue.of(truth);
        } else if (plain instanceof Number number) {
            return new TlaValue.Int(new BigInteger(number.toString()));
        } else if (plain instanceof Collection<?> list) {
            return tuple(list.toArray());
        } else if (plain.getClass().isArray()) {
            Object[] array = new Object[Array.getLength(plain)];
            Arrays.setAll(array, i -> Array.get(plain, i));
            return tuple(array);
        }
        return TlaValue.of(plain.toString());
    }

    private static TlaValue tuple(Object[] elements) {
        return new TlaValue.Tuple(Arrays.stream(elements)
                .filter(it -> it != null)
                .map(TlaArithmetic::tla)
                .toList());
    }

    private static List<TlaValue> elements(Object collection) {
        TlaValue value = tla(collection);
        return value == null ? List.of() : value.elementsOrDomain();
    }

    /** {@code function[argument]}. */
    public Object arrayGet(TlaValue function, Object argument) {
        return argument == null ? null : plain(function.at(tla(argument)).orElse(null));
    }

    /** {@code record.field}. */
    public Object propertyGet(TlaValue record, Object field) {
        return arrayGet(record, field);
    }

    /** {@code element =~ collection}. */
    @Override
    public Boolean contains(Object collection, Object element) {
        return element != null && elements(collection).contains(tla(element));
    }

    /** How many elements, or arguments. */
    public Integer size(TlaValue collection) {
        return elements(collection).size();
    }

    /** The first element. */
    public Object first(Object collection) {
        return plain(elements(collection).stream().findFirst().orElse(null));
    }

    /** The last element. */
    public Object last(Object collection) {
        List<TlaValue> all = elements(collection);
        return all.isEmpty() ? null : plain(all.get(all.size() - 1));
    }

    /** The sum of the integers that a function gives. */
    public BigInteger sum(Object function) {
        TlaValue value = tla(function);
        return value == null || value.asFunction().isEmpty()
                ? BigInteger.ZERO
                : value.asFunction().get().values().stream()
                        .map(it -> it instanceof TlaValue.Int i ? i.value() : BigInteger.ZERO)
                        .reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** The arguments of a function. */
    public TlaValue domain(Object function) {
        TlaValue value = tla(function);
        return value == null ? null : value.domain().map(TlaValue.SetOf::new).orElse(null);
    }

    /** A sequence with an element before the others. */
    public TlaValue cons(Object first, Object rest) {
        if (first == null) {
            return null;
        }
        List<TlaValue> all = new ArrayList<>(elements(rest));
        all.add(0, tla(first));
        return new TlaValue.Tuple(all);
    }

    /** The function that gives, for each element, what the lambda gives for it. */
    public TlaValue map(Object collection, JexlScript lambda) {
        Map<TlaValue, TlaValue> pairs = new LinkedHashMap<>();
        for (TlaValue element : elements(collection)) {
            TlaValue value = apply(lambda, element);
            if (value != null) {
                pairs.put(element, value);
            }
        }
        return TlaValue.function(pairs);
    }

    /** Whether the lambda gives TRUE for an element. */
    public boolean any(Object collection, JexlScript lambda) {
        return elements(collection).stream().anyMatch(it -> TlaValue.of(true).equals(apply(lambda, it)));
    }

    private static TlaValue apply(JexlScript lambda, TlaValue element) {
        return tla(lambda.execute(JexlEngine.getThreadContext(), plain(element)));
    }
}
