package io.godwit.environment;

/** The heap of a process. Any thread may call. */
public interface Heap {
    /** Maximum number of bytes for objects that live long. */
    long capacity();

    /** Bytes of all objects, also of those that are not used any more and not collected yet. */
    long used();

    /** Number of collections so far, of a part of the heap or of the whole heap. */
    long collections();

    /** Bytes of the objects that the last collection has left; {@link #used} before the first one. */
    long usedAfterCollection();

    /** Asks for a collection of the whole heap, and returns when it has ended, or at once if the process does without. */
    void collect();
}
