/**
 * Checks a run against the specification, from the event logs of its members. {@code docs/verify/event-log.md} describes it.
 *
 * <p>{@link io.godwit.tracecheck.TraceCheck} starts {@link io.godwit.tracecheck.Worker} in a process of its own, with TLC on its class
 * path; there TLC evaluates the events of a run, one by one, as steps of the specification.
 */
package io.godwit.tracecheck;
