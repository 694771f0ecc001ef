package io.godwit.simulation.plan;

/**
 * Calls that a client leaves out; the others stay as they are.
 *
 * @param client from 1
 * @param from the first call that is left out, from 0
 * @param to the last one
 */
public record OmittedCalls(int client, int from, int to) {}
