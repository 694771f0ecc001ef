/**
 * The protocol engine: pure functions {@code (state, event) -> (state, commands)}.
 *
 * <p>Nothing here does I/O, reads a clock, starts a thread, draws a random number, logs or uses reflection, and nothing
 * but the JDK is needed. States, events, messages and commands are immutable values, so that all of it may be used from
 * any thread.
 *
 * <p>An action of the specification is a method of its module's class and has its name. An action that refuses leaves the very
 * state that it was given: a stutter.
 */
package io.godwit.protocol;
