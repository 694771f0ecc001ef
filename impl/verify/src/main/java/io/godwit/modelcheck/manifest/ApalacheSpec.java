package io.godwit.modelcheck.manifest;

/**
 * How Apalache checks an entry.
 *
 * @param cinit operator that gives the constants their values; null to take them from the cfg
 * @param init initial predicate
 * @param next next-state relation
 * @param inv the one invariant
 * @param length how many steps
 * @param assumed the first states satisfy the invariant by definition, so that it is not checked there: the step of an induction
 */
public record ApalacheSpec(String cinit, String init, String next, String inv, int length, boolean assumed) {}
