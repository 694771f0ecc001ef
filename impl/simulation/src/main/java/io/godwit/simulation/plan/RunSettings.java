package io.godwit.simulation.plan;

/**
 * What the user wants of every run.
 *
 * @param protocol the subject's name
 * @param members founders, 1 to 50
 * @param micros virtual length of a run
 * @param choice which faults
 */
public record RunSettings(String protocol, int members, long micros, FaultChoice choice) {}
