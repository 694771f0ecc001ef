package io.godwit.conformance.quorum;

import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Compares what the engine holds beyond the variables of the specification (answers that it has counted, calls that wait)
 * with what follows from the messages and calls of the specification's next state.
 *
 * <p>The specification knows all messages that were ever sent, the engine those that it has received in its present role.
 * So in three places the engine may have less: who has accepted a value that it decided in an earlier term, who goes by the
 * voter set, and who has confirmed a read that comes again. It never has more.
 */
final class EngineOnlyState {
    private final List<Difference> differences = new ArrayList<>();

    private EngineOnlyState() {}

    /**
     * Of the control plane.
     *
     * @param engine the state that the engine has made
     * @param rebuilt the state that follows from the messages
     */
    static List<Difference> of(ControlState engine, ControlState rebuilt) {
        EngineOnlyState engineOnly = new EngineOnlyState();
        if (engine.role() == Role.CANDIDATE) {
            engineOnly.same("ballot", rebuilt.ballot(), engine.ballot());
        } else if (engine.role() == Role.MASTER) {
            for (int p = 0; p < engine.partitions(); p++) {
                Acceptances answers = engine.answers().get(p);
                Acceptances all = rebuilt.answers().get(p);
                engineOnly.same("accepted what is outstanding in " + p, all.outstanding(), answers.outstanding());
                engineOnly.among("accepted what is decided in " + p, all.committed(), answers.committed());
            }
            engineOnly.among("goes by the voter set", rebuilt.installed(), engine.installed());
        }
        return engineOnly.differences;
    }

    /**
     * Of the data plane.
     *
     * @param before the state before the step
     * @param engine the state that the engine has made
     * @param rebuilt the state that follows from messages and calls
     */
    static List<Difference> of(DataState before, DataState engine, DataState rebuilt) {
        EngineOnlyState engineOnly = new EngineOnlyState();
        // A member that has stopped hears nothing and answers nobody.
        for (int p = 0; engine.isUp() && p < engine.replicas().size(); p++) {
            engineOnly.replica(p, before.replica(p), engine.replica(p), rebuilt.replica(p));
        }
        return engineOnly.differences;
    }

    private void replica(int p, Replica before, Replica engine, Replica rebuilt) {
        same(
                "acknowledgements in " + p,
                rebuilt.primaryState().acks(),
                engine.primaryState().acks());
        TreeSet<Long> clients = new TreeSet<>();
        for (PrimaryState primaryState : List.of(engine.primaryState(), rebuilt.primaryState())) {
            for (long client : primaryState.calls().keys()) {
                clients.add(client);
            }
        }
        for (long client : clients) {
            PendingCall waits = engine.primaryState().calls().get(client);
            PendingCall should = rebuilt.primaryState().calls().get(client);
            String place = "call of client " + client + " in " + p;
            if (waits instanceof ForRead read && should instanceof ForRead all) {
                same(place, all.seen(), read.seen());
                among(place + " is confirmed by", all.confirmed(), read.confirmed());
            } else if (waits != null || should instanceof ForRead || isLost(client, before, engine)) {
                same(place, should, waits);
            }
        }
    }

    /** Did the write wait before, under the same version? A primary that is replaced forgets it; its client calls again. */
    private static boolean isLost(long client, Replica before, Replica engine) {
        return before.primaryState().calls().get(client) != null
                && before.epoch().equals(engine.epoch());
    }

    private void same(String place, Object specification, Object engine) {
        if (specification == null ? engine != null : !specification.equals(engine)) {
            differences.add(new Difference(place, words(specification), words(engine)));
        }
    }

    private void among(String place, MemberSet specification, MemberSet engine) {
        if (!specification.containsAll(engine)) {
            differences.add(new Difference(place, words(specification), words(engine)));
        }
    }

    private static String words(Object value) {
        return value == null ? "nothing" : value.toString();
    }
}
