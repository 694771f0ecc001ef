/** Checks a run against the specification, from the event logs of its members. {@code docs/verify/event-log.md} describes it. */
package io.godwit.tracecheck;
