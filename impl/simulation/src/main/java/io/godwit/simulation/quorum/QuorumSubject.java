package io.godwit.simulation.quorum;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.simulation.cluster.ClusterSimulation;
import io.godwit.simulation.subject.Assumption;
import io.godwit.simulation.subject.ClusterInvariants;
import io.godwit.simulation.subject.RestartIdentity;
import io.godwit.simulation.subject.Runner;
import io.godwit.simulation.subject.Subject;
import io.godwit.simulation.subject.TraceView;
import io.godwit.simulation.subject.Window;
import java.util.List;

/** The quorum protocol, whole or without some of its rules. */
public final class QuorumSubject implements Subject<QuorumState> {
    private static final PlaneAccess<QuorumState> PARTS = new PlaneAccess<>() {
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
            return state.local().peers().leaving();
        }
    };

    private final Quorum quorum;
    private final QuorumProtocol protocol;

    /** Of these modules. */
    public QuorumSubject(Quorum quorum) {
        this.quorum = quorum;
        this.protocol = new QuorumProtocol(quorum);
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
    public RestartIdentity identity() {
        return quorum.rules().has(QuorumRule.FRESH_IDENTITY) ? RestartIdentity.OWN : RestartIdentity.NUMBER;
    }

    @Override
    public ClusterInvariants<QuorumState> invariants() {
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
                subject, plan, observer, new QuorumProcesses(subject.protocol(), ClockRecorder.of(plan.seed())));
    }

    @Override
    public TraceView<QuorumState> traceView() {
        return new QuorumTraceView<>(PARTS);
    }
}
