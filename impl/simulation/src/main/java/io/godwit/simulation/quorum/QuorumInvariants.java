package io.godwit.simulation.quorum;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.ClusterInvariants;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.quorum.ClusterPlanes.PlaneAccess;
import java.util.List;

/** What must hold in quorum. ReadFresh is not here: linearizability says more, and is judged from what clients saw. */
final class QuorumInvariants<S> implements ClusterInvariants<S> {
    private final PlaneAccess<S> parts;
    private ProposalHistory decisions;
    private DurabilityCheck<S> durability;
    private PassiveCheck<S> passive;
    private List<PropertyCheck<S>> checks;

    QuorumInvariants(PlaneAccess<S> parts) {
        this.parts = parts;
    }

    @Override
    public List<String> names() {
        return List.of(
                "OneMasterPerTerm",
                "OnlyMasterMutates",
                "VersionUnique",
                "VersionMonotonic",
                "Agreement",
                "ReplicasDistinct",
                "StampConsistent",
                "StampSound",
                "QuorumsIntersect",
                "VotersHoldRegisters",
                "OneServer",
                "BackupMonotonic",
                "AckedDurable",
                "SourceDropsOnlyAfterDecision",
                "CopiesNonDecreasing",
                "PassiveIsQuiet",
                "StoppedKeepsReplicas",
                "VersionStays",
                "ShutdownOnlyWhenEmpty");
    }

    @Override
    public Violation started(Cluster<S> cluster, MemberView<S> member) {
        ControlState control = parts.control(member.state());
        if (checks == null) {
            decisions = new ProposalHistory(control.partitions());
            AnsweredWrites effects = new AnsweredWrites(control.partitions());
            passive = new PassiveCheck<>(decisions, effects);
            durability = new DurabilityCheck<>(decisions, effects, passive);
            checks = List.of(
                    new TableCheck<>(decisions),
                    new VoterCheck<>(),
                    new ReplicaCheck<>(decisions),
                    durability,
                    passive,
                    new StopCheck<>(decisions),
                    new VersionCheck<>());
        }
        Violation found = null;
        for (int p = 0; found == null && p < control.partitions(); p++) {
            decisions.start(p, control.committed().get(p));
            decisions.back(p, member.number(), control.accepted().get(p));
            found = decisions.accept(p, member.number(), control.accepted().get(p));
        }
        return found;
    }

    @Override
    public Violation stepped(Cluster<S> cluster, MemberView<S> member, S before, Event event, Step<S> step) {
        StateChange change = StateChange.of(parts, member.number(), before, step);
        if (change.isNothing() && step.commands().isEmpty()) {
            return null;
        }
        ClusterPlanes<S> members = new ClusterPlanes<>(cluster, parts);
        for (PropertyCheck<S> check : checks) {
            Violation found = check.stepped(members, change);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Override
    public Violation answered(Cluster<S> cluster, MemberView<S> member, Command.Answer answer) {
        Violation found = durability.answered(new ClusterPlanes<>(cluster, parts), member.number(), answer);
        return found == null ? passive.answered(member.number()) : found;
    }

    @Override
    public void lost(int partition) {
        decisions.lost(partition);
    }

    @Override
    public Beginning begun(int partition) {
        return durability.begun(partition);
    }

    @Override
    public String unsettled(Cluster<S> cluster) {
        return new QuorumQuiescence<>(new ClusterPlanes<>(cluster, parts), decisions).missing();
    }

    /** Some properties that belong together. It may remember what it saw in the run that it belongs to. */
    interface PropertyCheck<S> {
        /**
         * Looks at what a step has changed.
         *
         * @return what is wrong, or null
         */
        Violation stepped(ClusterPlanes<S> members, StateChange change);
    }
}
