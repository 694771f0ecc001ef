package io.godwit.environment;

/**
 * Everything outside of one process.
 *
 * @param clock time, timers and random numbers
 * @param executors makes the threads of the process
 * @param transport its connections
 * @param storage its disk; null for a member that keeps nothing beyond the process, and for clients
 * @param heap its heap; null for a process that does not watch how much of it is free
 */
public record Environment(Clock clock, Executor.Factory executors, Transport transport, Storage storage, Heap heap) {
    /** The environment of a process that does not watch its heap. */
    public Environment(Clock clock, Executor.Factory executors, Transport transport, Storage storage) {
        this(clock, executors, transport, storage, null);
    }
}
