package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import tlc2.value.impl.FcnRcdValue;
import tlc2.value.impl.IntValue;
import tlc2.value.impl.RecordValue;
import tlc2.value.impl.SetEnumValue;
import tlc2.value.impl.StringValue;
import tlc2.value.impl.TupleValue;
import tlc2.value.impl.Value;
import util.UniqueString;

/** Values of TLC. */
final class V {
    static final Value NONE = text("-");
    static final Value EMPTY_SET = new SetEnumValue(new Value[0], true);
    static final Value EMPTY_SEQUENCE = new TupleValue(new Value[0]);
    static final Value NO_MIGRATION = record("source", NONE, "destination", NONE);
    static final Value NO_CONFIGURATION =
            record("primary", NONE, "backups", EMPTY_SET, "inSync", EMPTY_SET, "migration", NO_MIGRATION);

    private V() {}

    static Value number(long number) {
        return IntValue.gen(Math.toIntExact(number));
    }

    static Value text(String text) {
        return new StringValue(text);
    }

    /** A member, by its number; nobody is 0. */
    static Value member(int number) {
        return number == 0 ? NONE : text("m" + number);
    }

    /** The number of a member. */
    static int memberNumber(Value member) {
        return Integer.parseInt(((StringValue) member).val.toString().substring(1));
    }

    /** A record; names and values in turn. */
    static Value record(Object... namesAndValues) {
        int size = namesAndValues.length / 2;
        UniqueString[] names = new UniqueString[size];
        Value[] values = new Value[size];
        for (int i = 0; i < size; i++) {
            names[i] = UniqueString.uniqueStringOf((String) namesAndValues[2 * i]);
            values[i] = (Value) namesAndValues[2 * i + 1];
        }
        return new RecordValue(names, values, false).normalize();
    }

    /** That record with another value for a name that it has. */
    static Value with(Value record, String name, Value value) {
        RecordValue before = (RecordValue) record.normalize();
        UniqueString changed = UniqueString.uniqueStringOf(name);
        Value[] values = before.values.clone();
        for (int i = 0; i < values.length; i++) {
            values[i] = before.names[i].equals(changed) ? value : values[i];
        }
        return new RecordValue(before.names, values, true);
    }

    static Value set(Collection<Value> elements) {
        return new SetEnumValue(elements.toArray(Value[]::new), false).normalize();
    }

    static Value sequence(Value... elements) {
        return new TupleValue(elements);
    }

    /** The function that maps the only partition. */
    static Value single(Value value) {
        return new FcnRcdValue(new Value[] {number(1)}, new Value[] {value}, true);
    }

    /** A function. */
    static Value function(Map<Integer, Value> byMember) {
        Map<Integer, Value> sorted = new TreeMap<>(byMember);
        Value[] domain = sorted.keySet().stream().map(V::member).toArray(Value[]::new);
        return new FcnRcdValue(domain, sorted.values().toArray(Value[]::new), false).normalize();
    }

    /** A function of numbers. */
    static Value numbered(Map<Integer, Value> byNumber) {
        if (byNumber.isEmpty()) {
            return EMPTY_SEQUENCE;
        }
        Map<Integer, Value> sorted = new TreeMap<>(byNumber);
        Value[] domain = sorted.keySet().stream().map(V::number).toArray(Value[]::new);
        return new FcnRcdValue(domain, sorted.values().toArray(Value[]::new), true);
    }

    /** That function of members with another value for one of them. */
    static Value replaced(Value function, int member, Value value) {
        FcnRcdValue before = (FcnRcdValue) function;
        Value[] values = before.values.clone();
        Value[] domain = before.getDomainAsValues();
        for (int i = 0; i < values.length; i++) {
            values[i] = domain[i].equals(member(member)) ? value : values[i];
        }
        return new FcnRcdValue(domain, values, true);
    }

    /** What a function gives for an argument, or a record for a name. */
    static Value at(Value function, Value argument) {
        return function instanceof FcnRcdValue fcn ? fcn.select(argument) : select(function, argument);
    }

    private static Value select(Value function, Value argument) {
        if (function instanceof RecordValue record) {
            return record.select(argument);
        }
        return ((TupleValue) function).select(argument);
    }

    static Value field(Value record, String name) {
        return ((RecordValue) record).select(text(name));
    }

    static int number(Value number) {
        return ((IntValue) number).val;
    }

    static Value[] elements(Value set) {
        SetEnumValue elements = (SetEnumValue) set.toSetEnum().normalize();
        return elements.elems.toArray();
    }

    /** A sequence's elements, however TLC has made it. */
    static Value[] items(Value sequence) {
        return ((TupleValue) sequence.toTuple()).elems;
    }

    static Value members(JsonNode numbers) {
        java.util.List<Value> members = new java.util.ArrayList<>();
        numbers.forEach(it -> members.add(member(it.asInt())));
        return set(members);
    }

    /** A configuration from {@code [replicas], [in sync], source, destination}, which begin at that index. */
    static Value configuration(JsonNode array, int at) {
        JsonNode replicas = array.get(at);
        java.util.List<Value> backups = new java.util.ArrayList<>();
        for (int i = 1; i < replicas.size(); i++) {
            backups.add(member(replicas.get(i).asInt()));
        }
        return record(
                "primary",
                member(replicas.get(0).asInt()),
                "backups",
                set(backups),
                "inSync",
                members(array.get(at + 1)),
                "migration",
                record(
                        "source",
                        member(array.get(at + 2).asInt()),
                        "destination",
                        member(array.get(at + 3).asInt())));
    }
}
