package io.godwit.simulation.subject;

import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.simulation.world.Simulation;
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
    Invariants<S> invariants();

    /** The dangerous moments; new objects for each run. */
    List<Window<S>> windows();

    /** Which faults it claims to survive. */
    Assumption<S> assumption();

    /** Who a process is that starts where another one was; anything but the default is a mutant. */
    default Identity identity() {
        return Identity.OWN;
    }

    /** Does a violation of that property count? Others are passed over. */
    default boolean counts(String property) {
        return true;
    }

    /**
     * How many entries of logs a message copies, 0 or more: large copies are long on their way.
     *
     * @param receiver who gets it, and need not be sent what it has
     */
    default long copied(Message message, S receiver) {
        return 0;
    }

    /** What is around the engines when a plan is run. */
    default Runner<S> runner() {
        return Simulation::runEngines;
    }

    /** How members are shown in traces. */
    default Portrait<S> portrait() {
        return Portrait.plain();
    }
}
