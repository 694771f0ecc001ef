package io.godwit.environment;

/**
 * Everything outside of one process.
 *
 * @param clock time, timers and random numbers
 * @param executors makes the threads of the process
 * @param transport its connections
 * @param storage its disk; null for a member that keeps nothing beyond the process, and for clients
 */
public record Environment(Clock clock, Executor.Factory executors, Transport transport, Storage storage) {}
