/**
 * The outside of a member or client: everything that it does beyond computing goes through four interfaces.
 *
 * <ul>
 *   <li>{@link io.godwit.environment.Clock}: time, timers, random numbers.
 *   <li>{@link io.godwit.environment.Executor}: where tasks run; one executor stands for one thread.
 *   <li>{@link io.godwit.environment.Transport}: connections that carry ordered bytes.
 *   <li>{@link io.godwit.environment.Storage}: a sorted map on disk, with atomic batches, and files of partition copies.
 * </ul>
 *
 * <p>A process has real threads, sockets and disks behind them; the simulation has others, which fail on purpose and whose
 * every choice comes from a seed. Implementations decide nothing about the protocol. No method waits for another task: a task
 * that has to wait ends, and another one goes on when it is time.
 */
package io.godwit.environment;
