/**
 * The protocol engine: pure functions {@code (state, event) -> (state, commands)}.
 *
 * <p>Nothing here does I/O, reads a clock, starts a thread, draws a random number, logs or uses reflection, and nothing
 * but the JDK is needed. States, events, messages and commands are immutable values, so that all of it may be used from
 * any thread.
 *
 * <p>One action of the specification is one {@link io.godwit.protocol.Handler} of the same name. A handler that refuses
 * its event returns the very state that it was given: a stutter.
 */
package io.godwit.protocol;
