package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Members;
import io.godwit.protocol.Received;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.QuorumMessage.PassedOn;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Fenced;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.data.replication.AnswerRead;
import io.godwit.protocol.quorum.data.replication.AnswerWrite;
import io.godwit.protocol.quorum.data.replication.ProposeMember;
import io.godwit.protocol.quorum.data.replication.RepeatAck;
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
        if (message instanceof Sync sync) {
            if (turn.data(
                    "HandleSync",
                    sync.partition(),
                    new Received<>(from, sync),
                    s -> turn.handlers.handleSync.handle(s, new Received<>(from, sync)))) {
                turn.activate(sync.partition());
            } else {
                repeat(turn, from, sync);
            }
            tell(turn, from, sync);
        } else if (message instanceof Append append) {
            if (!turn.data(
                    "HandleAppend",
                    append.partition(),
                    new Received<>(from, append),
                    s -> turn.handlers.handleAppend.handle(s, new Received<>(from, append)))) {
                repeat(turn, from, append);
            }
            tell(turn, from, append);
        } else if (message instanceof Ack ack) {
            int before = Repeats.acknowledged(turn, ack.partition(), from);
            if (turn.data(
                    "handleAck",
                    ack.partition(),
                    new Received<>(from, ack),
                    s -> turn.handlers.handleAck.handle(s, new Received<>(from, ack)))) {
                Repeats.goOn(turn, ack.partition(), from, before);
                proceed(turn, ack.partition());
            }
        } else if (message instanceof Probe probe) {
            turn.data(
                    "HandleProbe",
                    probe.partition(),
                    new Received<>(from, probe),
                    s -> turn.handlers.handleProbe.handle(s, new Received<>(from, probe)));
            tell(turn, from, probe);
        } else if (message instanceof Confirm confirm) {
            int p = confirm.partition();
            if (turn.data(
                    "handleConfirm",
                    p,
                    new Received<>(from, confirm),
                    s -> turn.handlers.handleConfirm.handle(s, new Received<>(from, confirm)))) {
                answer(turn, p, confirm.client());
            }
        } else if (message instanceof CaughtUp caughtUp) {
            decisions.caughtUp(turn, new Received<>(from, caughtUp));
        } else if (message instanceof Released released) {
            release(turn, new Received<>(from, released));
        }
    }

    private static void repeat(Turn turn, int from, Fenced message) {
        int p = message.partition();
        turn.data(
                "repeatAck",
                p,
                message,
                s -> turn.handlers.repeatAck.handle(s, new RepeatAck.Asked(from, p, message.version())));
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
    void resumed(Turn turn, Received<Resumed> event) {
        decisions.resumed(turn, event);
        tell(turn, event.from(), event.message().partition(), event.message().version());
    }

    /** A client calls. */
    void call(Turn turn, Call call) {
        int p = call.partition();
        if (!turn.data.isPrimary(p)) {
            int primary = turn.control.committed().get(p).configuration().primary();
            turn.add(new Command.Answer(call.client(), call.call(), new NotHere(primary)));
            return;
        }
        boolean taken = call.operation().readOnly()
                ? turn.data("StartRead", p, call, s -> turn.handlers.startRead.handle(s, call))
                : turn.data("Write", p, call, s -> turn.handlers.write.handle(s, call))
                        || turn.data("repeatWrite", p, call, s -> turn.handlers.repeatWrite.handle(s, call));
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
        if (!turn.data.replica(p).waits().contains(member)) {
            ProposeMember.Candidate event = new ProposeMember.Candidate(p, member);
            turn.data("ProposeMember", p, event, s -> turn.handlers.proposeMember.handle(s, event));
        }
    }

    private static void answer(Turn turn, int p, long client) {
        AnswerWrite.Due write = new AnswerWrite.Due(p, client);
        AnswerRead.Due read = new AnswerRead.Due(p, client);
        if (!turn.data("AnswerWrite", p, write, s -> turn.handlers.answerWrite.handle(s, write))) {
            turn.data("AnswerRead", p, read, s -> turn.handlers.answerRead.handle(s, read));
        }
    }

    /**
     * A member that still has a part in some partition, as far as it knows, or a vote, is not released: a later master may not
     * have known that it wants to leave.
     */
    private static void release(Turn turn, Received<Released> event) {
        if (turn.isVoter()) {
            return;
        }
        for (int p = 0; p < turn.setup.partitions(); p++) {
            if (turn.data.replica(p).configuration().isParticipant(turn.self())) {
                return;
            }
        }
        turn.data("HandleReleased", 0, event, s -> turn.handlers.handleReleased.handle(s, event));
    }
}
