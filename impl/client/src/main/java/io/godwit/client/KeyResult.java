package io.godwit.client;

import java.util.Optional;
import java.util.function.Function;

/**
 * The outcome for one key of a call for many keys.
 *
 * @param <T> type of the result
 */
public final class KeyResult<T> {
    private final T value;
    private final RuntimeException failure;

    private KeyResult(T value, RuntimeException failure) {
        this.value = value;
        this.failure = failure;
    }

    static <T> KeyResult<T> done(T value) {
        return new KeyResult<>(value, null);
    }

    static <T> KeyResult<T> failed(RuntimeException failure) {
        return new KeyResult<>(null, failure);
    }

    /** Whether the call for the key has a result. */
    public boolean isDone() {
        return failure == null;
    }

    /**
     * Returns the result.
     *
     * @throws RuntimeException the failure of the call, if it has failed: {@link CallException} or {@link WrongKindException}
     */
    public T get() {
        if (failure != null) {
            throw failure;
        }
        return value;
    }

    /** With another form of the result; what the function throws is the failure then. */
    <U> KeyResult<U> map(Function<T, U> function) {
        if (failure != null) {
            return failed(failure);
        }
        try {
            return done(function.apply(value));
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    /** Why the call for the key has failed; empty if it has not. */
    public Optional<RuntimeException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public String toString() {
        return failure == null ? String.valueOf(value) : failure.toString();
    }
}
