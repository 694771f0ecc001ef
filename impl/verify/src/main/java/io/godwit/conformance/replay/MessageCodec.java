package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.replay.Codec.ValueCache;
import io.godwit.conformance.replay.RecordCodec.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * The messages of a channel. In the specification all have one shape and a type, and fields that a type has no use for are neutral;
 * in the engine each type is a record of its own, by the type's name.
 *
 * @param <M> the engine's messages
 */
public final class MessageCodec<M> {
    private final ValueTable values;
    private final SortedMap<String, Integer> neutral = new TreeMap<>(Map.of("src", -1, "dst", -1, "type", -1));
    private final Map<String, Codec<?>> fields = new HashMap<>();
    private final Map<String, ToIntFunction<M>> common = new HashMap<>();
    private final Map<String, RecordCodec<? extends M>> types = new HashMap<>();
    private final ValueCache<M> decoded = new ValueCache<>();
    private final ValueCache<String> typeOf = new ValueCache<>();
    private Shape shape;

    /** A channel whose messages have sender, receiver and type only. */
    public MessageCodec(ValueTable values) {
        this.values = values;
    }

    /**
     * Adds a field.
     *
     * @param none its value in messages that have no use for it
     */
    public MessageCodec<M> field(String name, Codec<?> codec, int none) {
        fields.put(name, codec);
        neutral.put(name, none);
        shape = new Shape(List.copyOf(neutral.keySet()), List.of());
        return this;
    }

    /** Adds a field that all messages have; in the engine it may follow from others. */
    public <V> MessageCodec<M> field(String name, Codec<V> codec, Function<M, V> get) {
        common.put(name, message -> codec.encode(get.apply(message)));
        return field(name, codec, -1);
    }

    /**
     * Adds a type of messages.
     *
     * @param names the fields, in the order of the components
     */
    public MessageCodec<M> with(Class<? extends M> type, String... names) {
        Field[] its =
                Stream.of(names).map(it -> Field.field(it, fields.get(it))).toArray(Field[]::new);
        types.put(type.getSimpleName(), new RecordCodec<>(values, type, its));
        return this;
    }

    /** Is that a message of this channel? */
    public boolean has(int id) {
        return values.shape(id).equals(shape);
    }

    /** The type of a message. */
    public String type(int id) {
        return typeOf.of(id, it -> values.text(values.field(it, "type")));
    }

    /**
     * The message that a value is; the same object each time.
     *
     * @throws IllegalArgumentException if there is no such type
     */
    public M decode(int id) {
        return decoded.of(id, it -> {
            RecordCodec<? extends M> codec = types.get(type(it));
            if (codec == null) {
                throw new IllegalArgumentException("a message of type " + type(it));
            }
            return codec.decode(it);
        });
    }

    /**
     * The value of a message.
     *
     * @param from the value of its sender
     * @param to the value of its receiver
     */
    public int encode(int from, int to, M message) {
        String type = message.getClass().getSimpleName();
        if (!types.containsKey(type)) {
            return values.ofText("a message that the specification does not have: " + message);
        }
        int[] items = neutral.values().stream().mapToInt(Integer::intValue).toArray();
        common.forEach((name, value) -> items[place(name)] = value.applyAsInt(message));
        types.get(type).write(message, shape.fields(), items);
        items[place("src")] = from;
        items[place("dst")] = to;
        items[place("type")] = values.ofText(type);
        return values.ofShape(shape, items, -1);
    }

    private int place(String field) {
        return shape.fields().indexOf(field);
    }
}
