package io.godwit.simulation.linear;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One object that serves one call at a time.
 *
 * @param <T> its state: immutable, with {@code equals} and {@code hashCode}
 */
public interface SequentialModel<T> {
    /** The state before any call. */
    T initial();

    /**
     * The state after an operation, if it may give that result.
     *
     * @param result what the client heard, or null when it heard nothing
     * @return the state after, or null when the operation could not have had that result
     */
    T after(T state, Operation operation, Result result);

    /**
     * A counter: increment, which returns the value after it, and read.
     *
     * @param initial its value before any call
     */
    record CounterModel(Long initial) implements SequentialModel<Long> {
        /** That begins with 0. */
        public CounterModel() {
            this(0L);
        }

        @Override
        public Long after(Long state, Operation operation, Result result) {
            if (operation instanceof Operation.Get) {
                return result == null || (ResultValues.done(result) && ResultValues.value(result) == state)
                        ? state
                        : null;
            } else if (operation instanceof Operation.Increment increment) {
                long next = state + increment.by();
                return result == null || (ResultValues.done(result) && ResultValues.value(result) == next)
                        ? (Long) next
                        : null;
            } else if (operation instanceof Operation.Remove) {
                return 0L;
            }
            return null;
        }
    }

    /**
     * A list: append, and read of all elements in their order.
     *
     * @param initial its elements before any call
     */
    record ListModel(List<Long> initial) implements SequentialModel<List<Long>> {
        /** That begins empty. */
        public ListModel() {
            this(List.of());
        }

        @Override
        public List<Long> after(List<Long> state, Operation operation, Result result) {
            if (operation instanceof Operation.Get) {
                return result == null
                                || (ResultValues.done(result)
                                        && ResultValues.values(result).equals(state))
                        ? state
                        : null;
            } else if (operation instanceof Operation.Append append) {
                return result == null || ResultValues.done(result) ? with(state, append.element()) : null;
            } else if (operation instanceof Operation.Remove) {
                return List.of();
            }
            return null;
        }

        private static List<Long> with(List<Long> state, long element) {
            List<Long> longer = new ArrayList<>(state);
            longer.add(element);
            return List.copyOf(longer);
        }
    }

    /**
     * A register: read, write, compare-and-set.
     *
     * @param initial its value before any call; 0 if it was never written
     */
    record RegisterModel(Long initial) implements SequentialModel<Long> {
        /** That was never written. */
        public RegisterModel() {
            this(0L);
        }

        @Override
        public Long after(Long state, Operation operation, Result result) {
            if (operation instanceof Operation.Get) {
                return result == null || (ResultValues.done(result) && ResultValues.value(result) == state)
                        ? state
                        : null;
            } else if (operation instanceof Operation.Put put) {
                return result == null || ResultValues.done(result) ? put.value() : null;
            } else if (operation instanceof Operation.CompareAndSet cas) {
                return afterCas(state, cas, result);
            } else if (operation instanceof Operation.Remove) {
                return 0L;
            }
            return null;
        }

        private static Long afterCas(long state, Operation.CompareAndSet cas, Result result) {
            boolean hit = state == cas.expected();
            if (result == null) {
                return hit ? cas.value() : state;
            } else if (result instanceof Result.Differs differs) {
                return !hit && differs.found() == state ? state : null;
            } else if (result instanceof Result.Unmet) {
                return hit ? null : state;
            }
            return hit && ResultValues.done(result) ? cas.value() : null;
        }
    }

    /**
     * A set: add, and read of all elements. The state is the elements in ascending order.
     *
     * @param initial its elements before any call
     */
    record SetModel(List<Long> initial) implements SequentialModel<List<Long>> {
        /** That begins empty. */
        public SetModel() {
            this(List.of());
        }

        /** With the elements in any order. */
        public SetModel {
            initial = sorted(initial);
        }

        @Override
        public List<Long> after(List<Long> state, Operation operation, Result result) {
            if (operation instanceof Operation.Get) {
                return result == null
                                || (ResultValues.done(result)
                                        && sorted(ResultValues.values(result)).equals(state))
                        ? state
                        : null;
            } else if (operation instanceof Operation.AddToSet add) {
                return result == null || ResultValues.done(result) ? with(state, add.element()) : null;
            } else if (operation instanceof Operation.Remove) {
                return List.of();
            }
            return null;
        }

        /** A list, not a set: an element that is there twice is wrong. */
        private static List<Long> sorted(List<Long> values) {
            List<Long> ascending = new ArrayList<>(values);
            ascending.sort(null);
            return ascending;
        }

        private static List<Long> with(List<Long> state, Long element) {
            int at = Collections.binarySearch(state, element);
            if (at >= 0) {
                return state;
            }
            List<Long> larger = new ArrayList<>(state.size() + 1);
            larger.addAll(state);
            larger.add(-at - 1, element);
            return List.copyOf(larger);
        }
    }

    /** What answers say. */
    final class ResultValues {
        private ResultValues() {}

        /** The one value of a register or counter, which is 0 when it was never written. */
        static long value(Result result) {
            List<Long> values = values(result);
            return values.isEmpty() ? 0 : values.get(0);
        }

        static List<Long> values(Result result) {
            return result instanceof Result.Done done ? done.values() : List.of();
        }

        static boolean done(Result result) {
            return result instanceof Result.Done;
        }
    }
}
