package io.godwit.simulation.disk;

/** Ends the task that waited for a disk while its process ended. */
public final class ProcessEndedError extends Error {
    private static final long serialVersionUID = 1;

    ProcessEndedError() {
        super("the process has ended", null, false, false);
    }
}
