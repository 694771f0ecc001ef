package io.godwit.simulation.quorum;

import io.godwit.member.runtime.EventRecorder;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.ForwardingSubject;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.Subject;
import io.godwit.simulation.cluster.ClusterSimulation;

/**
 * The quorum protocol, with members that record events. For one run. Its members confirm reads: the check of event logs does not
 * know read leases, nor partitions that are declared lost.
 */
public final class RecordedSubject extends ForwardingSubject<QuorumState> {
    private final EventRecorder.Factory recorders;

    /**
     * A subject with recorders.
     *
     * @param recorders of the members' events, such as the event logs of processes
     */
    public RecordedSubject(Subject<QuorumState> subject, EventRecorder.Factory recorders) {
        super(subject);
        this.recorders = recorders;
    }

    @Override
    public Runner<QuorumState> runner() {
        return (recorded, plan, observer) -> ClusterSimulation.run(
                recorded, confirming(plan), observer, new QuorumProcesses(recorded.protocol(), recorders));
    }

    private static RunPlan confirming(RunPlan plan) {
        return plan.withFaults(plan.faults().stream()
                .filter(fault -> fault.kind() != FaultKind.LEASES && fault.kind() != FaultKind.LOST_PARTITION)
                .toList());
    }
}
