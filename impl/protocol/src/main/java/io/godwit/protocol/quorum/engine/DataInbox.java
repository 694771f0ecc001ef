package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Members;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Operation.ReadChanges;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.QuorumMessage.ForwardedCommit;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Fenced;
import io.godwit.protocol.quorum.data.message.DataMessage.Lease;
import io.godwit.protocol.quorum.data.message.DataMessage.LeaseRequest;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;

/** Receives the messages of the data plane and the clients' calls, and takes the actions that they make possible. */
final class DataInbox {
    private final Decisions decisions;

    DataInbox(Decisions decisions) {
        this.decisions = decisions;
    }

    void receive(StepContext context, int from, DataMessage message) {
        FencedReplication replication = context.quorum.replication();
        if (message instanceof Sync sync) {
            Received<Sync> event = new Received<>(from, sync);
            if (context.dataAction("HandleSync", sync.partition(), event, s -> replication.handleSync(s, from, sync))) {
                context.activate(sync.partition());
            } else {
                repeat(context, from, sync);
            }
            forwardNewerDecision(context, from, sync);
        } else if (message instanceof Append append) {
            Received<Append> event = new Received<>(from, append);
            if (!context.dataAction(
                    "HandleAppend", append.partition(), event, s -> replication.handleAppend(s, from, append))) {
                repeat(context, from, append);
            }
            forwardNewerDecision(context, from, append);
        } else if (message instanceof Ack ack) {
            int before = Retransmitter.acknowledged(context, ack.partition(), from);
            Received<Ack> event = new Received<>(from, ack);
            if (context.dataAction("handleAck", ack.partition(), event, s -> replication.handleAck(s, from, ack))) {
                Retransmitter.sendMissing(context, ack.partition(), from, before);
                LeaseRenewal.release(context, ack.partition(), from);
                proceed(context, ack.partition());
            }
        } else if (message instanceof Probe probe) {
            Received<Probe> event = new Received<>(from, probe);
            context.dataAction("HandleProbe", probe.partition(), event, s -> replication.handleProbe(s, from, probe));
            forwardNewerDecision(context, from, probe);
        } else if (message instanceof Confirm confirm) {
            int p = confirm.partition();
            Received<Confirm> event = new Received<>(from, confirm);
            if (context.dataAction("handleConfirm", p, event, s -> replication.handleConfirm(s, from, confirm))) {
                answer(context, p, confirm.client());
            }
        } else if (message instanceof LeaseRequest request) {
            int p = request.partition();
            Received<LeaseRequest> event = new Received<>(from, request);
            context.dataAction(
                    "HandleLeaseRequest", p, event, s -> context.quorum.leases().handleLeaseRequest(s, from, request));
            forwardNewerDecision(context, from, request);
        } else if (message instanceof Lease lease) {
            Received<Lease> event = new Received<>(from, lease);
            context.dataAction("handleLease", lease.partition(), event, s -> context.quorum
                    .leases()
                    .handleLease(s, from, lease));
        } else if (message instanceof CaughtUp caughtUp) {
            decisions.caughtUp(context, from, caughtUp);
        } else if (message instanceof Released released) {
            release(context, from, released);
        }
    }

    private static void repeat(StepContext context, int from, Fenced message) {
        int p = message.partition();
        context.dataAction(
                "repeatAck", p, message, s -> context.quorum.replication().repeatAck(s, from, p, message.version()));
    }

    private static void forwardNewerDecision(StepContext context, int from, Fenced message) {
        forwardNewerDecision(context, from, message.partition(), message.version());
    }

    /** Sends a primary the decision that it may have missed, if one is newer than its version. */
    private static void forwardNewerDecision(StepContext context, int from, int p, Version version) {
        Entry decided = context.control().committed().get(p);
        if (decided.version().newerThan(version)) {
            context.output.send(from, new ForwardedCommit(new Commit(p, decided)));
        }
    }

    /** A restarted primary waits for a newer version. */
    void resumed(StepContext context, int from, Resumed report) {
        decisions.resumed(context, from, report);
        forwardNewerDecision(context, from, report.partition(), report.version());
    }

    /** A client calls. */
    void call(StepContext context, Call call) {
        int p = call.partition();
        if (!context.data().isPrimary(p)) {
            int primary = context.control().committed().get(p).configuration().primary();
            context.output.add(new Command.Answer(call.client(), call.call(), new NotHere(primary)));
            return;
        }
        if (call.operation() instanceof ReadChanges) {
            readChanges(context, call);
            return;
        }
        FencedReplication replication = context.quorum.replication();
        ClusterState obeyed = context.voting().state();
        boolean taken = call.operation().readOnly()
                ? context.dataAction("StartRead", p, call, s -> replication.startRead(s, call))
                : context.dataAction(
                                "Write", p, call, s -> context.quorum.states().writeUnlessPassive(s, obeyed, call))
                        || context.dataAction("repeatWrite", p, call, s -> replication.repeatWrite(s, call));
        if (taken && call.operation().readOnly()) {
            LeaseRenewal.read(context, p);
        }
        if (taken) {
            answer(context, p, call.client());
        } else if (context.data().replica(p).resumed()) {
            context.output.add(new Command.Answer(call.client(), call.call(), new NotHere(Members.NONE)));
        } else if (!call.operation().readOnly() && !obeyed.allowsWrites()) {
            context.output.add(new Command.Answer(call.client(), call.call(), new Refused("the cluster is " + obeyed)));
        }
    }

    /** Shows a reader the writes after its position. This does not change the state, so the listener is not told. */
    private static void readChanges(StepContext context, Call call) {
        Step<DataState> step =
                Step.of(context.data(), s -> context.quorum.changes().readChanges(s, call));
        step.commands().forEach(context.output::add);
        if (!step.accepted()) {
            context.output.add(new Command.Answer(call.client(), call.call(), new NotHere(Members.NONE)));
        }
    }

    /** Takes the actions that more acknowledgements make possible: answers, and proposals of members that have caught up. */
    static void proceed(StepContext context, int p) {
        for (long client : context.data().replica(p).primaryState().calls().keys()) {
            answer(context, p, client);
        }
        Replica replica = context.data().replica(p);
        Configuration c = replica.configuration();
        for (int i = 1; i < c.size(); i++) {
            if (!c.isInSync(c.replica(i))) {
                propose(context, p, c.replica(i));
            }
        }
        if (c.isMigrating()) {
            propose(context, p, c.destination());
        }
    }

    private static void propose(StepContext context, int p, int member) {
        if (context.quorum.migration().isProposalDue(context.data(), p, member)) {
            ActionSubject event = new ActionSubject(p, member);
            if (!context.dataAction(
                    "ProposeMember", p, event, s -> context.quorum.migration().proposeMember(s, p, member))) {
                LeaseRenewal.refused(context, p);
            }
        }
    }

    private static void answer(StepContext context, int p, long client) {
        FencedReplication replication = context.quorum.replication();
        if (!replication.isAnswerDue(context.data(), p, client)) {
            return;
        }
        ActionSubject event = new ActionSubject(p, client);
        boolean read = context.data().replica(p).primaryState().calls().get(client) instanceof ForRead;
        boolean answered = read
                ? context.dataAction("AnswerRead", p, event, s -> replication.answerRead(s, p, client))
                : context.dataAction("AnswerWrite", p, event, s -> replication.answerWrite(s, p, client));
        if (!answered) {
            LeaseRenewal.refused(context, p);
        }
    }

    /**
     * A member that still has a part in some partition, as far as it knows, or a vote, is not released: a later master may not
     * have known that it wants to leave.
     */
    private static void release(StepContext context, int from, Released message) {
        if (context.isVoter()) {
            return;
        }
        for (int p = 0; p < context.setup.partitions(); p++) {
            if (context.data().replica(p).configuration().isParticipant(context.self())) {
                return;
            }
        }
        Received<Released> event = new Received<>(from, message);
        context.dataAction(
                "HandleReleased", 0, event, s -> context.quorum.drain().handleReleased(s, from, message));
    }
}
