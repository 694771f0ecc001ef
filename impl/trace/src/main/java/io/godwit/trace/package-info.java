/**
 * Counterexamples in one form, with TLA+ values as data. {@link io.godwit.trace.TlcStates} and {@link
 * io.godwit.trace.ItfTrace} read the states that TLC and Apalache print; {@link io.godwit.trace.TraceBuilder} works out who acted,
 * what was sent and received, and what changed; a {@link io.godwit.trace.Lens}, which is a file next to the specification,
 * defines how the pages show a state. {@link io.godwit.trace.TraceJson} reads and writes traces; {@code
 * docs/verify/trace-format.md} describes them.
 */
package io.godwit.trace;
