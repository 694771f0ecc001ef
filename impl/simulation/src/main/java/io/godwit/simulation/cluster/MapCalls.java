package io.godwit.simulation.cluster;

import io.godwit.protocol.Copies;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.Workload;
import io.godwit.transport.frame.Maps;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The calls of a plan as calls of named maps: a numbered key lies in the map of one range, and its number is the key there.
 *
 * @param maps backups of each map: range {@code n} has the map {@code r<n>}
 * @param width partitions of a range
 * @param large bytes of large values; 0 if all are small
 */
record MapCalls(Maps maps, int width, int large) {
    /** Three of this many keys have large values: a register and a set with a quarter of the bytes, and a list. */
    private static final int KEYS = 8;

    private static final int LARGEST = 2;
    private static final int PART = 4;
    /** Nobody writes it. */
    private static final long NOBODYS = Long.MIN_VALUE;

    /** For a plan. */
    static MapCalls of(RunPlan plan) {
        int large = plan.faults().stream()
                .filter(fault -> fault.kind() == FaultKind.LARGE_VALUES)
                .mapToInt(fault -> (int) fault.amount())
                .findFirst()
                .orElse(0);
        MapCalls small = of(plan.copies(), plan.partitions());
        return new MapCalls(small.maps, small.width, large);
    }

    /**
     * For the copies of a plan.
     *
     * @throws IllegalArgumentException if maps cannot be given these copies: those of further ranges ascend and differ
     */
    public static MapCalls of(Copies copies, int partitions) {
        Map<String, Integer> named = new TreeMap<>();
        for (int range = 1; range < copies.ranges(); range++) {
            named.put("r" + range, copies.ofRange(range) - 1);
        }
        MapCalls calls = new MapCalls(Maps.of(copies.ofRange(0) - 1, named), partitions / copies.ranges(), 0);
        for (int range = 0; range < copies.ranges(); range++) {
            if (calls.maps().range(name(range)) != range) {
                throw new IllegalArgumentException(
                        "copies of ranges have to differ, and to ascend from the second on: " + copies);
            }
        }
        return calls;
    }

    /** The partition of a key. */
    public int partition(long key) {
        return maps.partition(map(key), Bytes.ofNumber(key), width);
    }

    /** A key's number modulo the number of kinds says its kind, and the rest its map, so that each map has keys of all kinds. */
    private Bytes map(long key) {
        return name(key / Workload.Kind.values().length % maps.ranges());
    }

    private static Bytes name(long range) {
        return Bytes.owning(("r" + range).getBytes(StandardCharsets.UTF_8));
    }

    /** The operation of a call. */
    OnMap of(Operation operation) {
        if (operation instanceof Operation.Get) {
            return call(Verb.GET, operation, Bytes.EMPTY, Bytes.EMPTY);
        } else if (operation instanceof Operation.Put put) {
            return call(Verb.PUT, operation, value(operation, put.value()), Bytes.EMPTY);
        } else if (operation instanceof Operation.CompareAndSet cas) {
            return cas.expected() == 0
                    ? call(Verb.PUT_IF_ABSENT, operation, value(operation, cas.value()), Bytes.EMPTY)
                    : call(Verb.REPLACE, operation, value(operation, cas.value()), value(operation, cas.expected()));
        } else if (operation instanceof Operation.AddToSet add) {
            return call(Verb.ADD, operation, value(operation, add.element()), Bytes.EMPTY);
        } else if (operation instanceof Operation.Append append) {
            return call(Verb.APPEND, operation, value(operation, append.element()), Bytes.EMPTY);
        } else if (operation instanceof Operation.Increment increment) {
            return call(Verb.INCREMENT, operation, Bytes.ofNumber(increment.by()), Bytes.EMPTY);
        }
        throw new IllegalArgumentException("not for clients: " + operation);
    }

    private OnMap call(Verb verb, Operation operation, Bytes value, Bytes expected) {
        return new OnMap(verb, map(operation.key()), Bytes.ofNumber(operation.key()), value, expected);
    }

    /** The number, again and again until there are as many bytes as values under that key have. */
    private Bytes value(Operation operation, long number) {
        long which = operation.key() % KEYS;
        int size = which > LARGEST ? 0 : which == LARGEST ? large : large / PART;
        ByteBuffer bytes = ByteBuffer.allocate(Math.max(size - size % Long.BYTES, Long.BYTES));
        while (bytes.hasRemaining()) {
            bytes.putLong(number);
        }
        return Bytes.owning(bytes.array());
    }

    /** The values of a key, in numbers. */
    List<Long> values(long key, MapContent content) {
        Result found = content.read(of(new Operation.Get(key)));
        return result(found) instanceof Result.Done done ? done.values() : List.of();
    }

    /** The result of a call, in numbers. */
    static Result result(Result heard) {
        if (!(heard instanceof Result.Found found)) {
            return heard;
        }
        List<Long> values = new ArrayList<>();
        found.values().forEach(value -> values.add(number(value)));
        return new Result.Done(values);
    }

    /** The number that a value stands for; {@link #NOBODYS} if it is not as it was written. */
    private static long number(Bytes value) {
        ByteBuffer bytes = ByteBuffer.wrap(value.shared());
        long number = bytes.getLong();
        while (bytes.remaining() >= Long.BYTES) {
            if (bytes.getLong() != number) {
                return NOBODYS;
            }
        }
        return bytes.hasRemaining() ? NOBODYS : number;
    }
}
