package io.godwit.conformance.binding;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What values mean, by the id of the value, each made once. Ids are small and dense, so that a list will do.
 *
 * @param <T> what a value means
 */
public final class ValueCache<T> {
    private final List<T> known = new ArrayList<>();

    /**
     * What a value means; the same object each time.
     *
     * @param id of the value
     * @param make makes it, when it is asked for the first time; never null
     */
    public T of(int id, IntFunction<T> make) {
        T found = id < known.size() ? known.get(id) : null;
        if (found == null) {
            found = make.apply(id);
            while (known.size() <= id) {
                known.add(null);
            }
            known.set(id, found);
        }
        return found;
    }
}
