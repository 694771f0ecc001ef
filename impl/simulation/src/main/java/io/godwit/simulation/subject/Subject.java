package io.godwit.simulation.subject;

import io.godwit.protocol.Protocol;
import java.util.List;

/**
 * A protocol and what is known of it.
 *
 * @param <S> the state of one member
 */
public interface Subject<S> {
    /** How users call it. */
    String name();

    /** How members behave. */
    Protocol<S> protocol();

    /** What must hold; a new object for each run, for it may remember what it saw. */
    ClusterInvariants<S> invariants();

    /** The dangerous moments; new objects for each run. */
    List<Window<S>> windows();

    /** Which faults it claims to survive. */
    Assumption<S> assumption();

    /** Who a process is that starts where another one was; anything but the default is a mutant. */
    default RestartIdentity identity() {
        return RestartIdentity.OWN;
    }

    /** Does a violation of that property count? Others are passed over. */
    default boolean counts(String property) {
        return true;
    }

    /** How its members are run. */
    Runner<S> runner();

    /** How members are shown in traces. */
    default TraceView<S> traceView() {
        return TraceView.plain();
    }
}
