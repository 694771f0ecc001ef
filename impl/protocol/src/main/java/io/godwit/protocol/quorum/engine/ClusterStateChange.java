package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.ClusterStates;
import io.godwit.protocol.quorum.QuorumMessage.PassiveReport;
import io.godwit.protocol.quorum.QuorumMessage.PassiveRequest;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.QuorumMessage.StateRequest;
import io.godwit.protocol.quorum.data.decision.PassiveReports;
import io.godwit.protocol.quorum.registers.Voting;

/**
 * Changes the state of the cluster, and collects what has to be known before {@code PASSIVE} or {@code STOPPING} is acknowledged: in each round the
 * master asks the primaries that have not reported yet. No member remembers what it has reported.
 */
final class ClusterStateChange {
    private ClusterStateChange() {}

    /** The operator asks this member for another state. */
    static void ask(StepContext context, ClusterState state) {
        StateRequest request = new StateRequest(context.voting().version(), state);
        if (context.isMaster()) {
            change(context, request);
        } else if (context.follower().master() != Members.NONE) {
            context.output.send(context.follower().master(), request);
        }
    }

    /** The master is asked for another state. If it is too early, or too late, nothing happens. */
    static void change(StepContext context, StateRequest request) {
        if (context.isMaster()
                && context.voting().state() != request.state()
                && context.controlAction(
                        "ChangeState", request, s -> context.quorum.states().changeState(s, request))) {
            context.master = context.master
                    .with(none(context))
                    .withQueue(MigrationQueue.NONE)
                    .withNextRound(context.now());
        }
    }

    private static PassiveReports none(StepContext context) {
        return PassiveReports.none(context.voting().version(), context.setup.partitions());
    }

    /** One round of the master. */
    static void round(StepContext context) {
        Voting voting = context.voting();
        if (voting.state().allowsWrites() || context.master.passive().acknowledged()) {
            return;
        }
        if (!context.master.passive().state().equals(voting.version())) {
            context.master = context.master.with(none(context));
        }
        receive(context, report(context));
        ask(context);
        acknowledge(context);
    }

    private static void ask(StepContext context) {
        ClusterStates states = context.quorum.states();
        MemberSet asked = MemberSet.of();
        for (int p = 0; p < context.setup.partitions(); p++) {
            if (!states.isReported(context.control(), context.master.passive(), p)) {
                asked = asked.with(
                        context.control().committed().get(p).configuration().primary());
            }
        }
        asked.without(context.self())
                .without(Members.NONE)
                .forEach(m -> context.output.send(
                        m, new PassiveRequest(context.voting().version())));
    }

    private static void acknowledge(StepContext context) {
        ClusterStates states = context.quorum.states();
        if (states.isAcknowledgementDue(context.master.passive(), context.control())) {
            Step<PassiveReports> step = context.take(
                    "AcknowledgePassive",
                    context.voting().version(),
                    context.master.passive(),
                    r -> states.acknowledgePassive(r, context.control()));
            context.master = context.master.with(step.state());
        }
    }

    /** The master asks this member what it can report. */
    static void asked(StepContext context, int from, PassiveRequest request) {
        if (request.state().equals(context.voting().version())) {
            PassiveReport report = report(context);
            if (!report.versions().isEmpty()) {
                context.output.send(from, report);
            }
        }
    }

    private static PassiveReport report(StepContext context) {
        ClusterStates states = context.quorum.states();
        PassiveReport report = new PassiveReport(context.voting().version(), LongMap.empty());
        for (int p = 0; p < context.setup.partitions(); p++) {
            if (states.isReportDue(context.data(), p)) {
                int partition = p;
                report = Step.of(report, r -> states.reportPassive(context.data(), context.voting(), partition, r))
                        .state();
            }
        }
        return report;
    }

    /** Primaries report. */
    static void receive(StepContext context, PassiveReport report) {
        if (context.isMaster() && report.versions().size() > 0) {
            context.master = context.master.with(Step.of(
                            context.master.passive(),
                            r -> context.quorum.states().handlePassiveReport(r, report))
                    .state());
        }
    }

    /** How far this master is. */
    static StateProgress progress(StepContext context) {
        Voting voting = context.voting();
        int all = context.setup.partitions();
        int waiting = 0;
        if (!voting.isMajority(context.control().installed())) {
            waiting = all;
        } else if (!voting.state().allowsWrites() && !context.master.passive().acknowledged()) {
            boolean begun = context.master.passive().state().equals(voting.version());
            waiting = begun
                    ? Math.max(1, context.quorum.states().unreported(context.control(), context.master.passive()))
                    : all;
        }
        return new StateProgress(voting.version(), waiting);
    }
}
