package io.godwit.simulation.quorum;

import io.godwit.member.runtime.EventRecorder;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.Assumption;
import io.godwit.simulation.ClusterInvariants;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Subject.RestartIdentity;
import io.godwit.simulation.Subject.Runner;
import io.godwit.simulation.TraceView;
import io.godwit.simulation.Window;
import io.godwit.simulation.cluster.ClusterSimulation;
import java.util.List;

/** The quorum protocol, with members that record events. For one run. */
public final class RecordedSubject implements Subject<QuorumState> {
    private final Subject<QuorumState> subject;
    private final EventRecorder.Factory recorders;

    /**
     * A subject with recorders.
     *
     * @param recorders of the members' events, such as the event logs of processes
     */
    public RecordedSubject(Subject<QuorumState> subject, EventRecorder.Factory recorders) {
        this.subject = subject;
        this.recorders = recorders;
    }

    @Override
    public Runner<QuorumState> runner() {
        return (recorded, plan, observer) ->
                ClusterSimulation.run(recorded, plan, observer, new QuorumProcesses(recorded.protocol(), recorders));
    }

    @Override
    public String name() {
        return subject.name();
    }

    @Override
    public Protocol<QuorumState> protocol() {
        return subject.protocol();
    }

    @Override
    public RestartIdentity identity() {
        return subject.identity();
    }

    @Override
    public ClusterInvariants<QuorumState> invariants() {
        return subject.invariants();
    }

    @Override
    public List<Window<QuorumState>> windows() {
        return subject.windows();
    }

    @Override
    public Assumption<QuorumState> assumption() {
        return subject.assumption();
    }

    @Override
    public boolean counts(String property) {
        return subject.counts(property);
    }

    @Override
    public TraceView<QuorumState> traceView() {
        return subject.traceView();
    }
}
