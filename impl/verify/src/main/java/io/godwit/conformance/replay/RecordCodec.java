package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * A record of both sides: what the components of the engine's are called in the specification's.
 *
 * @param <T> the engine's record
 */
public final class RecordCodec<T> implements Codec<T> {
    private final ValueTable values;
    private final Constructor<T> constructor;
    private final List<Method> accessors;
    private final List<Field> fields;
    private final Map<String, ToIntFunction<T>> derived = new HashMap<>();
    private Shape shape;

    /**
     * A field of the specification's record.
     *
     * @param name its name
     * @param codec of its values
     */
    public record Field(String name, Codec<?> codec) {
        /** A field. */
        public static Field field(String name, Codec<?> codec) {
            return new Field(name, codec);
        }
    }

    /**
     * A record of both sides.
     *
     * @param type the engine's
     * @param fields those of the specification's, in the order of the engine's components
     */
    public RecordCodec(ValueTable values, Class<T> type, Field... fields) {
        this.values = values;
        this.fields = List.of(fields);
        RecordComponent[] components = type.getRecordComponents();
        accessors = Stream.of(components).map(RecordComponent::getAccessor).toList();
        accessors.forEach(accessor -> accessor.setAccessible(true));
        shape = new Shape(this.fields.stream().map(Field::name).sorted().toList(), List.of());
        try {
            constructor = type.getDeclaredConstructor(
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(e);
        }
        constructor.setAccessible(true);
        if (fields.length != components.length) {
            throw new IllegalArgumentException(this.fields + " are not " + Arrays.toString(components));
        }
    }

    /** Adds a field that follows from the components: it is written and not read. */
    public <V> RecordCodec<T> derived(String name, Codec<V> codec, Function<T, V> get) {
        derived.put(name, what -> codec.encode(get.apply(what)));
        shape = new Shape(
                Stream.concat(shape.fields().stream(), Stream.of(name)).sorted().toList(), List.of());
        return this;
    }

    @Override
    public T decode(int id) {
        return decode(name -> values.field(id, name));
    }

    /**
     * Makes the engine's record.
     *
     * @param value the ids of the values of the fields, by name
     */
    public T decode(ToIntFunction<String> value) {
        try {
            return constructor.newInstance(fields.stream()
                    .map(field -> field.codec().decode(value.applyAsInt(field.name())))
                    .toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    fields.stream()
                            .map(field -> field.name() + " |-> " + values.show(value.applyAsInt(field.name())))
                            .toList()
                            .toString(),
                    e);
        }
    }

    @Override
    public int encode(T what) {
        int[] items = new int[shape.fields().size()];
        write(what, shape.fields(), items);
        derived.forEach((name, value) -> items[shape.fields().indexOf(name)] = value.applyAsInt(what));
        return values.ofShape(shape, items, -1);
    }

    /**
     * Puts the fields where they are in a record of the specification, or the variables where they are in a state.
     *
     * @param names all names there, in their order
     */
    public void write(Object what, List<String> names, int[] items) {
        for (int i = 0; i < accessors.size(); i++) {
            items[names.indexOf(fields.get(i).name())] = write(fields.get(i).codec(), accessors.get(i), what);
        }
    }

    /** The component's type is that of the codec: whoever declares the codec sees to it. */
    @SuppressWarnings("unchecked")
    private static <V> int write(Codec<V> codec, Method accessor, Object what) {
        try {
            return codec.encode((V) accessor.invoke(what));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(String.valueOf(what), e);
        }
    }
}
