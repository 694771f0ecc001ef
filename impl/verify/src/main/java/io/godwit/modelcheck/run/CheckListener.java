package io.godwit.modelcheck.run;

/** Told how a check goes on. Called from several threads at once; must be quick. */
public interface CheckListener {
    /** A listener that does not listen. */
    CheckListener NONE = new CheckListener() {};

    /** The jobs are known, none has begun. */
    default void planned(int jobs) {}

    /** A job begins. */
    default void started(CheckJob job) {}

    /** A job goes on. */
    default void progress(CheckJob job, CheckProgress progress) {}

    /** A job is done. */
    default void finished(CheckJob job, EntryResult result) {}

    /** Something that people should read while it runs. */
    default void note(String text) {}

    /**
     * How far a running checker is.
     *
     * @param generated states generated
     * @param distinct distinct states found
     * @param queue states left to expand
     * @param heapMb memory in use, in MiB
     * @param peakHeapMb the most that it was, in MiB
     */
    record CheckProgress(long generated, long distinct, long queue, long heapMb, long peakHeapMb) {}
}
