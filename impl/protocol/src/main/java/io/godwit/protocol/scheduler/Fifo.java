package io.godwit.protocol.scheduler;

import java.util.NoSuchElementException;

/** An immutable queue. Adding, looking at the first and removing it take constant time on average. */
final class Fifo<T> {
    private static final Fifo<?> EMPTY = new Fifo<>(null, null);

    private record Cell<T>(T first, Cell<T> rest) {}

    /** In order; empty only when the queue is. */
    private final Cell<T> front;

    /** What was added after that, the last first. */
    private final Cell<T> back;

    private Fifo(Cell<T> front, Cell<T> back) {
        this.front = front;
        this.back = back;
    }

    @SuppressWarnings("unchecked")
    static <T> Fifo<T> empty() {
        return (Fifo<T>) EMPTY;
    }

    boolean isEmpty() {
        return front == null;
    }

    Fifo<T> with(T element) {
        return isEmpty() ? new Fifo<>(new Cell<>(element, null), null) : new Fifo<>(front, new Cell<>(element, back));
    }

    T first() {
        if (isEmpty()) {
            throw new NoSuchElementException("an empty queue");
        }
        return front.first;
    }

    /** The queue without its first element. */
    Fifo<T> rest() {
        if (front.rest != null) {
            return new Fifo<>(front.rest, back);
        }
        Cell<T> turned = null;
        for (Cell<T> cell = back; cell != null; cell = cell.rest) {
            turned = new Cell<>(cell.first, turned);
        }
        return new Fifo<>(turned, null);
    }
}
