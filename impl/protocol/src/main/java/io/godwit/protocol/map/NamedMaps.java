package io.godwit.protocol.map;

import io.godwit.protocol.map.Cell.Elements;
import io.godwit.protocol.map.Cell.Items;
import io.godwit.protocol.map.Cell.Single;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.Unmet;
import io.godwit.protocol.map.Result.WrongKind;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The named maps of a partition. Immutable. A map comes into being with its first key and is gone with its last.
 *
 * @param maps by name; none of them is empty
 */
public record NamedMaps(BytesMap<BytesMap<Cell>> maps) {
    /** No map. */
    public static final NamedMaps EMPTY = new NamedMaps(BytesMap.empty());

    private static final Result DONE = new Done(List.of());
    private static final Result UNMET = new Unmet();
    private static final Result WRONG_KIND = new WrongKind();

    /** Refuses missing maps. */
    public NamedMaps {
        Objects.requireNonNull(maps, "maps");
    }

    /**
     * What a write has led to.
     *
     * @param maps after it; the same object as before if it has changed nothing
     * @param result what the client hears
     */
    public record Applied(NamedMaps maps, Result result) {}

    /** Is there no map? */
    public boolean isEmpty() {
        return maps.isEmpty();
    }

    /** Number of keys of a map. */
    public int size(Bytes map) {
        return map(map).size();
    }

    /** The bytes of the keys and values of a map. */
    public long bytes(Bytes map) {
        return map(map).bytes();
    }

    /** What a key holds, or null. */
    public Cell cell(Bytes map, Bytes key) {
        return map(map).get(key);
    }

    /** Whether a key holds this single value. */
    public boolean holds(Bytes map, Bytes key, Bytes value) {
        Cell cell = cell(map, key);
        return cell != null && value.equals(cell.single());
    }

    /**
     * The key of a map, with what it holds, that a number selects: {@link BytesMap#pick}.
     *
     * @throws java.util.NoSuchElementException if the map has no key
     */
    public BytesMap.Entry<Cell> pick(Bytes map, long choice) {
        return map(map).pick(choice);
    }

    /** With something for a key. */
    public NamedMaps with(Bytes map, Bytes key, Cell cell) {
        return new NamedMaps(maps.with(map, map(map).with(key, cell)));
    }

    /** Calls the consumer with each map, by its name. */
    public void forEach(BiConsumer<Bytes, BytesMap<Cell>> consumer) {
        maps.forEach(consumer);
    }

    /** Calls the consumer with each key of a map, in the order of {@link BytesMap#forEach}. */
    public void forEachOf(Bytes map, Consumer<BytesMap.Entry<Cell>> consumer) {
        map(map).iterator().forEachRemaining(consumer);
    }

    private BytesMap<Cell> map(Bytes name) {
        BytesMap<Cell> found = maps.get(name);
        return found == null ? BytesMap.empty() : found;
    }

    /** What an operation that changes nothing returns. */
    Result read(OnMap read) {
        if (read.verb() == Operation.Verb.SIZE) {
            return number(size(read.map()));
        }
        Cell cell = cell(read.map(), read.keyBytes());
        return new Found(cell == null ? List.of() : cell.values());
    }

    /**
     * What a write leads to.
     *
     * @throws IllegalArgumentException if it is none that a log has
     */
    public Applied apply(OnMap write) {
        Cell before = cell(write.map(), write.keyBytes());
        return switch (write.verb()) {
            case PUT -> put(write, new Single(write.value()), DONE);
            case PUT_IF_ABSENT -> before == null ? put(write, new Single(write.value()), DONE) : unchanged(UNMET);
            case PUT_UNTIL -> putUntil(write);
            case PUT_IF_ABSENT_UNTIL -> before == null ? putUntil(write) : unchanged(UNMET);
            case REPLACE -> holds(write.map(), write.keyBytes(), write.expected())
                    ? put(write, new Single(write.value()), DONE)
                    : unchanged(UNMET);
            case REMOVE -> before == null ? unchanged(number(0)) : remove(write);
            case INCREMENT -> increment(write, before);
            case APPEND -> append(write, before);
            case ADD -> add(write, before);
            case CLEAR -> clear(write);
            case EXPIRE_SESSIONS -> unchanged(DONE);
            case REMOVE_EXPIRED -> before == null
                            || before.due() > write.value().number()
                    ? unchanged(number(0))
                    : remove(write);
            case TOUCH -> touch(write, before);
            case GET, SIZE, READ_CHANGES, SCAN, PUT_FOR, PUT_IF_ABSENT_FOR -> throw new IllegalArgumentException(
                    "not a write: " + write);
        };
    }

    private Applied put(OnMap write, Cell cell, Result result) {
        return new Applied(with(write.map(), write.keyBytes(), cell), result);
    }

    private Applied putUntil(OnMap write) {
        return put(write, Cell.single(write.value(), write.due(), write.latest()), DONE);
    }

    /** A value without a due time gets one. */
    private Applied touch(OnMap write, Cell before) {
        if (before == null || before.single() == null) {
            return unchanged(DONE);
        }
        long due = Math.min(before.latest(), write.value().number());
        return before.due() == Cell.NEVER || due > before.due()
                ? put(write, Cell.single(before.single(), due, before.latest()), DONE)
                : unchanged(DONE);
    }

    private Applied unchanged(Result result) {
        return new Applied(this, result);
    }

    private Applied remove(OnMap write) {
        BytesMap<Cell> rest = map(write.map()).without(write.keyBytes());
        return new Applied(
                new NamedMaps(rest.isEmpty() ? maps.without(write.map()) : maps.with(write.map(), rest)), number(1));
    }

    private Applied increment(OnMap write, Cell before) {
        long old = 0;
        if (before != null && before.single() != null && before.single().isNumber()) {
            old = before.single().number();
        } else if (before != null) {
            return unchanged(WRONG_KIND);
        }
        long sum = old + write.value().number();
        long due = before == null ? Cell.NEVER : before.due();
        long latest = before == null ? Cell.NEVER : before.latest();
        return put(write, Cell.single(Bytes.ofNumber(sum), due, latest), number(sum));
    }

    private Applied append(OnMap write, Cell before) {
        if (before != null && !(before instanceof Items)) {
            return unchanged(WRONG_KIND);
        }
        Items items = Items.append((Items) before, write.value());
        return put(write, items, number(items.size()));
    }

    private Applied add(OnMap write, Cell before) {
        if (before != null && !(before instanceof Elements)) {
            return unchanged(WRONG_KIND);
        }
        Elements set = before == null ? Elements.NONE : (Elements) before;
        if (set.elements().get(write.value()) != null) {
            return unchanged(number(0));
        }
        return put(write, set.with(write.value()), number(1));
    }

    private Applied clear(OnMap write) {
        return new Applied(new NamedMaps(maps.without(write.map())), number(size(write.map())));
    }

    private static Result number(long number) {
        return new Done(List.of(number));
    }

    @Override
    public String toString() {
        return maps.toString();
    }
}
