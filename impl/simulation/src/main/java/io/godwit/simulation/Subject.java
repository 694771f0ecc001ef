package io.godwit.simulation;

import io.godwit.member.runtime.MapSettings;
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

    /** What its members set for maps, beside backups. */
    default MapSettings mapSettings() {
        return MapSettings.NONE;
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

    /** Who a process is that starts where another one died or left. */
    enum RestartIdentity {
        /** Another member, with a number of its own; what was sent to the dead one is lost. */
        OWN,
        /** It takes the number of its predecessor: the world without {@code FreshIdentity}. */
        NUMBER,
        /** Another member, but what was sent to its predecessor reaches it: the address decides. */
        ADDRESS
    }

    /**
     * Lets members live through plans.
     *
     * @param <S> the state of one member
     */
    @FunctionalInterface
    interface Runner<S> {
        /** Runs a plan. */
        RunResult run(Subject<S> subject, RunPlan plan, Observer<S> observer);
    }
}
