package io.godwit.protocol.map;

import io.godwit.protocol.map.Operation.AddToSet;
import io.godwit.protocol.map.Operation.Append;
import io.godwit.protocol.map.Operation.CompareAndSet;
import io.godwit.protocol.map.Operation.Increment;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.map.Operation.Remove;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Differs;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Value.Elements;
import io.godwit.protocol.map.Value.Items;
import io.godwit.protocol.map.Value.Scalar;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A partition's content: what the keys hold, and what was answered to whom. Immutable; applying a write costs O(log n)
 * time and memory, and keeping the content before it costs nothing.
 *
 * <p>A key holds one kind of thing at a time. An operation of another kind finds nothing and puts its own kind in its
 * place; registers and counters are of one kind.
 *
 * <p>For each client its last write is remembered with its result, so that a repeated call is answered again and not
 * executed again. That is enough under one condition: <b>a client makes its calls one after the other, with growing
 * numbers</b>, and does not repeat an earlier one once it has made the next. And it does not repeat one
 * after its last write was made to {@linkplain Verb#EXPIRE_SESSIONS expire}, which is a write like any other, so that all copies forget the same.
 */
public final class MapContent {
    /** Nothing was written. */
    public static final MapContent EMPTY = new MapContent(LongMap.empty(), NamedMaps.EMPTY, LongMap.empty(), 0);

    private static final Result DONE = new Done(List.of());

    private final LongMap<Value> values;
    private final NamedMaps maps;
    private final LongMap<Executed> executed;
    private final int applied;

    private MapContent(LongMap<Value> values, NamedMaps maps, LongMap<Executed> executed, int applied) {
        this.values = values;
        this.maps = maps;
        this.executed = executed;
        this.applied = applied;
    }

    /**
     * A content that consists of named maps only, put together from its parts.
     *
     * @param maps what the keys hold
     * @param executed each client's last write
     * @param applied how many writes have led to it
     */
    public static MapContent restored(NamedMaps maps, LongMap<Executed> executed, int applied) {
        return new MapContent(LongMap.empty(), maps, executed, applied);
    }

    /** The named maps. */
    public NamedMaps maps() {
        return maps;
    }

    /** Calls the consumer with each client and its last write. */
    public void forEachExecuted(BiConsumer<Long, Executed> consumer) {
        executed.forEach(consumer);
    }

    /** Each client's last write. */
    public LongMap<Executed> executed() {
        return executed;
    }

    /** Number of writes that were applied. */
    public int applied() {
        return applied;
    }

    /** The client's last write, or null when it has made none. */
    public Executed executed(long client) {
        return executed.get(client);
    }

    /**
     * What an operation that changes nothing returns.
     *
     * @throws IllegalArgumentException if the operation might change something
     */
    public Result read(Operation operation) {
        if (!operation.readOnly()) {
            throw new IllegalArgumentException("not a read: " + operation);
        }
        if (operation instanceof OnMap onMap) {
            return maps.read(onMap);
        }
        Value value = values.get(operation.key());
        return value == null ? DONE : new Done(value.told());
    }

    /**
     * The content after a write, which is the client's last one from now on.
     *
     * @param client who calls
     * @param call the client's number for the call
     * @param write what is to be done
     * @throws IllegalArgumentException if the operation never changes anything
     */
    public MapContent apply(long client, long call, Operation write) {
        if (write instanceof OnMap onMap) {
            NamedMaps.Applied after = maps.apply(onMap);
            MapContent rest =
                    onMap.verb() == Verb.EXPIRE_SESSIONS ? without(onMap.value().number()) : this;
            return new MapContent(values, after.maps(), rest.answered(client, call, after.result()), applied + 1);
        }
        LongMap<Value> changed = changed(write);
        return new MapContent(changed, maps, answered(client, call, result(write, changed)), applied + 1);
    }

    /** Without the clients whose last write was at a position or before. Whoever repeats one of these writes now does it again. */
    private MapContent without(long position) {
        LongMap<Executed> rest = executed;
        for (long client : executed.keys()) {
            if (executed.get(client).position() <= position) {
                rest = rest.without(client);
            }
        }
        return new MapContent(values, maps, rest, applied);
    }

    private LongMap<Executed> answered(long client, long call, Result result) {
        return executed.with(client, new Executed(call, applied + 1, result));
    }

    private LongMap<Value> changed(Operation write) {
        long key = write.key();
        if (write instanceof Put put) {
            return values.with(key, new Scalar(put.value()));
        } else if (write instanceof CompareAndSet cas) {
            return number(values, key) == cas.expected() ? values.with(key, new Scalar(cas.value())) : values;
        } else if (write instanceof AddToSet add) {
            Elements set = values.get(key) instanceof Elements found ? found : Elements.NONE;
            return values.with(key, new Elements(set.elements().with(add.element(), true)));
        } else if (write instanceof Append append) {
            return values.with(key, new Items(values.get(key) instanceof Items found ? found : null, append.element()));
        } else if (write instanceof Increment increment) {
            return values.with(key, new Scalar(number(values, key) + increment.by()));
        } else if (write instanceof Remove) {
            return values.without(key);
        }
        throw new IllegalArgumentException("not a write: " + write);
    }

    private Result result(Operation write, LongMap<Value> changed) {
        if (write instanceof CompareAndSet cas && number(values, write.key()) != cas.expected()) {
            return new Differs(number(values, write.key()));
        }
        return write instanceof Increment ? new Done(List.of(number(changed, write.key()))) : DONE;
    }

    /** 0 for a register that was never written. */
    private static long number(LongMap<Value> values, long key) {
        return values.get(key) instanceof Scalar scalar ? scalar.value() : 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MapContent content
                && applied == content.applied
                && values.equals(content.values)
                && maps.equals(content.maps)
                && executed.equals(content.executed);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * values.hashCode() + maps.hashCode()) + executed.hashCode();
    }

    @Override
    public String toString() {
        return (maps.isEmpty() ? values.toString() : maps.toString()) + " after " + applied;
    }
}
