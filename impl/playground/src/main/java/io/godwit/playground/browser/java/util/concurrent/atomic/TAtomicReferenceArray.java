package io.godwit.playground.browser.java.util.concurrent.atomic;

/** There is one thread. */
public final class TAtomicReferenceArray<E> {
    private final Object[] elements;

    /** So many nulls. */
    public TAtomicReferenceArray(int length) {
        elements = new Object[length];
    }

    /** The element at an index. */
    @SuppressWarnings("unchecked")
    public E get(int i) {
        return (E) elements[i];
    }

    /** Replaces the element at an index. */
    public void set(int i, E element) {
        elements[i] = element;
    }
}
