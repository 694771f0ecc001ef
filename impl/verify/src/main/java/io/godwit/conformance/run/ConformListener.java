package io.godwit.conformance.run;

/** Told how far the checks are, from several threads. */
public interface ConformListener {
    /** So much is to be replayed. */
    default void planned(int models, long transitions) {}

    /** A model begins. */
    default void started(String model) {}

    /** So many more transitions of a model were replayed. */
    default void progress(String model, int transitions) {}

    /** A check is done. */
    default void finished(ConformRow row) {}
}
