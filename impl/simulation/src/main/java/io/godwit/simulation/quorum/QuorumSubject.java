package io.godwit.simulation.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.simulation.cluster.ClusterSimulation;
import io.godwit.simulation.subject.Assumption;
import io.godwit.simulation.subject.Identity;
import io.godwit.simulation.subject.Invariants;
import io.godwit.simulation.subject.Portrait;
import io.godwit.simulation.subject.Runner;
import io.godwit.simulation.subject.Subject;
import io.godwit.simulation.subject.Window;
import java.util.List;

/** The quorum protocol, whole or without some of its guards. */
public final class QuorumSubject implements Subject<QuorumState> {
    private static final Parts<QuorumState> PARTS = new Parts<>() {
        @Override
        public ControlState control(QuorumState state) {
            return state.control();
        }

        @Override
        public DataState data(QuorumState state) {
            return state.data();
        }

        @Override
        public MemberSet leaving(QuorumState state) {
            return state.watch().peers().leaving();
        }
    };

    private final Guards guards;
    private final QuorumProtocol protocol;

    /** With these guards. */
    public QuorumSubject(Guards guards) {
        this.guards = guards;
        this.protocol = new QuorumProtocol(guards);
    }

    @Override
    public String name() {
        return "quorum";
    }

    @Override
    public Protocol<QuorumState> protocol() {
        return protocol;
    }

    @Override
    public Identity identity() {
        return guards.has(QuorumGuard.FRESH_IDENTITY) ? Identity.OWN : Identity.NUMBER;
    }

    @Override
    public Invariants<QuorumState> invariants() {
        return new QuorumInvariants<>(PARTS);
    }

    @Override
    public List<Window<QuorumState>> windows() {
        return new QuorumWindows<>(PARTS).all();
    }

    @Override
    public Assumption<QuorumState> assumption() {
        return new QuorumAssumption<>(PARTS);
    }

    @Override
    public Runner<QuorumState> runner() {
        return (subject, plan, observer) -> ClusterSimulation.run(
                subject, plan, observer, new QuorumProcesses(subject.protocol(), Moments.of(plan.seed())));
    }

    @Override
    public Portrait<QuorumState> portrait() {
        return new QuorumPortrait<>(PARTS);
    }
}
