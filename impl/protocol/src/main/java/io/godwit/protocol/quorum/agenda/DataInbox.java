package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Members;
import io.godwit.protocol.Received;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.QuorumMessage.PassedOn;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Waiting.ForRead;
import io.godwit.protocol.quorum.data.message.DataMessage;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Fenced;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;

/** Receives the messages of the data plane and the clients' calls, and does what they make possible. */
final class DataInbox {
    private final Decisions decisions;

    DataInbox(Decisions decisions) {
        this.decisions = decisions;
    }

    void receive(Turn turn, int from, DataMessage message) {
        FencedReplication replication = turn.quorum.replication();
        if (message instanceof Sync sync) {
            Received<Sync> event = new Received<>(from, sync);
            if (turn.data("HandleSync", sync.partition(), event, s -> replication.handleSync(s, from, sync))) {
                turn.activate(sync.partition());
            } else {
                repeat(turn, from, sync);
            }
            tell(turn, from, sync);
        } else if (message instanceof Append append) {
            Received<Append> event = new Received<>(from, append);
            if (!turn.data("HandleAppend", append.partition(), event, s -> replication.handleAppend(s, from, append))) {
                repeat(turn, from, append);
            }
            tell(turn, from, append);
        } else if (message instanceof Ack ack) {
            int before = Repeats.acknowledged(turn, ack.partition(), from);
            Received<Ack> event = new Received<>(from, ack);
            if (turn.data("handleAck", ack.partition(), event, s -> replication.handleAck(s, from, ack))) {
                Repeats.goOn(turn, ack.partition(), from, before);
                proceed(turn, ack.partition());
            }
        } else if (message instanceof Probe probe) {
            Received<Probe> event = new Received<>(from, probe);
            turn.data("HandleProbe", probe.partition(), event, s -> replication.handleProbe(s, from, probe));
            tell(turn, from, probe);
        } else if (message instanceof Confirm confirm) {
            int p = confirm.partition();
            Received<Confirm> event = new Received<>(from, confirm);
            if (turn.data("handleConfirm", p, event, s -> replication.handleConfirm(s, from, confirm))) {
                answer(turn, p, confirm.client());
            }
        } else if (message instanceof CaughtUp caughtUp) {
            decisions.caughtUp(turn, from, caughtUp);
        } else if (message instanceof Released released) {
            release(turn, from, released);
        }
    }

    private static void repeat(Turn turn, int from, Fenced message) {
        int p = message.partition();
        turn.data("repeatAck", p, message, s -> turn.quorum.replication().repeatAck(s, from, p, message.version()));
    }

    private static void tell(Turn turn, int from, Fenced message) {
        tell(turn, from, message.partition(), message.version());
    }

    /** Tells a primary that something was decided after its version: it may have missed that. */
    private static void tell(Turn turn, int from, int p, Version version) {
        Entry decided = turn.control.committed().get(p);
        if (decided.version().newerThan(version)) {
            turn.send(from, new PassedOn(new Commit(p, decided)));
        }
    }

    /** A primary that has started again waits for a newer version. */
    void resumed(Turn turn, int from, Resumed word) {
        decisions.resumed(turn, from, word);
        tell(turn, from, word.partition(), word.version());
    }

    /** A client calls. */
    void call(Turn turn, Call call) {
        int p = call.partition();
        if (!turn.data.isPrimary(p)) {
            int primary = turn.control.committed().get(p).configuration().primary();
            turn.add(new Command.Answer(call.client(), call.call(), new NotHere(primary)));
            return;
        }
        FencedReplication replication = turn.quorum.replication();
        boolean taken = call.operation().readOnly()
                ? turn.data("StartRead", p, call, s -> replication.startRead(s, call))
                : turn.data("Write", p, call, s -> replication.write(s, call))
                        || turn.data("repeatWrite", p, call, s -> replication.repeatWrite(s, call));
        if (taken) {
            answer(turn, p, call.client());
        } else if (turn.data.replica(p).resumed()) {
            turn.add(new Command.Answer(call.client(), call.call(), new NotHere(Members.NONE)));
        }
    }

    /** Does what more acknowledgements make possible: answers, and members that have caught up. */
    static void proceed(Turn turn, int p) {
        for (long client : turn.data.replica(p).lead().calls().keys()) {
            answer(turn, p, client);
        }
        Replica replica = turn.data.replica(p);
        Configuration c = replica.configuration();
        for (int i = 1; i < c.size(); i++) {
            if (!c.isInSync(c.replica(i))) {
                propose(turn, p, c.replica(i));
            }
        }
        if (c.isMigrating()) {
            propose(turn, p, c.destination());
        }
    }

    private static void propose(Turn turn, int p, int member) {
        if (turn.quorum.migration().isProposalDue(turn.data, p, member)) {
            About event = new About(p, member);
            turn.data("ProposeMember", p, event, s -> turn.quorum.migration().proposeMember(s, p, member));
        }
    }

    private static void answer(Turn turn, int p, long client) {
        FencedReplication replication = turn.quorum.replication();
        if (!replication.isAnswerDue(turn.data, p, client)) {
            return;
        }
        About event = new About(p, client);
        if (turn.data.replica(p).lead().calls().get(client) instanceof ForRead) {
            turn.data("AnswerRead", p, event, s -> replication.answerRead(s, p, client));
        } else {
            turn.data("AnswerWrite", p, event, s -> replication.answerWrite(s, p, client));
        }
    }

    /**
     * A member that still has a part in some partition, as far as it knows, or a vote, is not released: a later master may not
     * have known that it wants to leave.
     */
    private static void release(Turn turn, int from, Released message) {
        if (turn.isVoter()) {
            return;
        }
        for (int p = 0; p < turn.setup.partitions(); p++) {
            if (turn.data.replica(p).configuration().isParticipant(turn.self())) {
                return;
            }
        }
        Received<Released> event = new Received<>(from, message);
        turn.data("HandleReleased", 0, event, s -> turn.quorum.drain().handleReleased(s, from, message));
    }
}
