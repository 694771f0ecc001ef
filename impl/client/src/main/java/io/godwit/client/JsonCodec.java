package io.godwit.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/**
 * Values as JSON, by Jackson, which the application has to have among its dependencies. For keys it is fit only if equal keys
 * always have the same text.
 *
 * @param <T> type of the values
 */
public final class JsonCodec<T> implements Codec<T> {
    private static final ObjectMapper USUAL = new ObjectMapper();

    private final ObjectMapper mapper;
    private final JavaType type;

    private JsonCodec(ObjectMapper mapper, JavaType type) {
        this.mapper = mapper;
        this.type = type;
    }

    /** Values of a class, such as a record, as Jackson writes them by default. */
    public static <T> JsonCodec<T> of(Class<T> type) {
        return of(USUAL, type);
    }

    /** Values of a class, as a mapper writes them that is not changed any more. */
    public static <T> JsonCodec<T> of(ObjectMapper mapper, Class<T> type) {
        return new JsonCodec<>(mapper, mapper.constructType(type));
    }

    @Override
    public byte[] encode(T value) {
        try {
            return mapper.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON of " + type + ": " + e.getOriginalMessage(), e);
        }
    }

    @Override
    public T decode(byte[] bytes) {
        try {
            return mapper.readValue(bytes, type);
        } catch (IOException e) {
            throw new IllegalArgumentException("not the JSON of " + type + ": " + e.getMessage(), e);
        }
    }
}
