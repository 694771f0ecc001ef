/**
 * Whole members and clients around the protocol engine, in one thread and in virtual time.
 *
 * <p>Everything that happens is drawn from one number, the seed: two runs of a seed are equal to the last byte of their
 * logs. The world knows no protocol; a {@link io.godwit.simulation.subject.Subject} tells it what to run and what must hold.
 */
package io.godwit.simulation;
