/**
 * Whole members and clients around the protocol engine, in one thread and in virtual time.
 *
 * <p>Everything that happens is drawn from one number, the seed: two runs of a seed are equal to the last byte of their
 * logs. The world knows no protocol; a {@link io.godwit.simulation.Subject} tells it what to run and what must hold.
 *
 * <p>This package holds what a run is made of: its plan ({@link io.godwit.simulation.RunPlan}: faults, their times, the calls of
 * clients), what the simulation is told of a protocol, and the result.
 */
package io.godwit.simulation;
