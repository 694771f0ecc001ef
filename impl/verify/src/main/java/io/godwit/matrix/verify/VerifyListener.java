package io.godwit.matrix.verify;

import io.godwit.modelcheck.run.CheckListener;
import java.util.function.Supplier;

/** Told how a verification goes on, from several threads. */
public interface VerifyListener extends CheckListener {
    /**
     * Something else than models runs.
     *
     * @param line says how far it is, whenever it is asked
     */
    default void doing(Supplier<String> line) {}

    /** A rung is done. */
    default void finished(RungResult rung) {}
}
