package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Step;
import io.godwit.protocol.Trail;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Fetch;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.QuorumMessage.PassedOn;
import io.godwit.protocol.quorum.QuorumMessage.Poll;
import io.godwit.protocol.quorum.QuorumMessage.PollReply;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.message.DataMessage;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;

/** Takes the actions that an event leads to, and then tries what has become possible. */
public final class Agenda {
    /**
     * A master shows itself so often, in microseconds of the clock of {@link Event.Tick}. All other times of the protocol are some
     * such periods, so that a clock that goes slower makes all of them longer.
     */
    public static final long HEARTBEAT_MICROS = Timing.HEARTBEAT;

    private final Quorum quorum;
    private final Decisions decisions = new Decisions();
    private final Mastership mastership = new Mastership(new Rounds(decisions));
    private final ControlInbox control = new ControlInbox(mastership);
    private final DataInbox data = new DataInbox(decisions);
    private final Repeats repeats = new Repeats();

    /** An agenda for members with these modules. */
    public Agenda(Quorum quorum) {
        this.quorum = quorum;
    }

    /** The voters of a new cluster: the oldest founders. */
    public static MemberSet firstVoters(MemberSet founders) {
        return MemberSet.of(founders.stream().limit(Timing.MAX_VOTERS).toArray());
    }

    /** A process has started. */
    public DataState started(DataState unborn) {
        return Step.of(unborn, quorum.dataPlane()::restart).state();
    }

    /** A process has started again with what it has stored. */
    public DataState startedAgain(DataState found) {
        return Step.of(found, quorum.durable()::restartFromDisk).state();
    }

    /** The same for the control plane. */
    public ControlState rebooted(int self, ControlState kept) {
        return Step.of(kept, s -> quorum.failover().reboot(s, self)).state();
    }

    /** The stamp of a table. */
    public long stampOf(PartitionVector<Entry> registers) {
        return quorum.stamps().of(registers);
    }

    /**
     * One step of a member. Who has left says so again: its process may have died before it could stop, and started anew.
     *
     * @param trail is told what happens, or null
     */
    public Step<QuorumState> step(QuorumState state, Event event, Trail trail) {
        Turn turn = new Turn(quorum, decisions, state, trail);
        if (turn.data.status() == Status.LEFT) {
            return Step.to(state, new Command.Stop());
        }
        if (event instanceof Event.Tick tick) {
            tick(turn, tick.now());
        } else if (event instanceof Event.Deliver deliver) {
            receive(turn, deliver.from(), deliver.message());
        } else if (event instanceof Event.Call call) {
            data.call(turn, call);
        } else if (event instanceof Event.Suspect suspect) {
            MemberSet suspects = turn.peers.suspects().with(suspect.member());
            turn.peers = new Watch.Peers(suspects, turn.peers.leaving());
            mastership.suspect(turn, suspect.member());
            lookSoon(turn);
        } else if (event instanceof Event.Trust trust) {
            MemberSet suspects = turn.peers.suspects().without(trust.member());
            turn.peers = new Watch.Peers(suspects, turn.peers.leaving());
            turn.copies = turn.copies.heard(trust.member());
        } else if (event instanceof Event.Leave) {
            turn.leaving(MemberSet.of(turn.self()));
        } else if (event instanceof Event.Balance balance) {
            turn.balancing = balance.allowed();
            lookSoon(turn);
        } else if (event instanceof Event.Forget forget) {
            turn.data("forget", forget.partition(), forget, s -> quorum.replication()
                    .forget(s, forget));
        }
        return turn.end();
    }

    /** What a master does now and then it does with the next tick: something has changed. */
    private static void lookSoon(Turn turn) {
        if (turn.isMaster()) {
            turn.office = turn.office.lookingAt(turn.now());
        }
    }

    private void tick(Turn turn, long now) {
        boolean first = !turn.clock.ticking();
        turn.clock = new Watch.Clock(true, now, first ? now : turn.clock.nextRepeat());
        if (first) {
            mastership.start(turn);
        }
        mastership.tick(turn);
        repeats.tick(turn);
    }

    private void receive(Turn turn, int from, Message message) {
        if (message instanceof Batch batch) {
            for (Message each : batch.messages()) {
                receive(turn, from, each);
            }
        } else if (message instanceof DataMessage dataMessage) {
            data.receive(turn, from, dataMessage);
        } else if (message instanceof ControlMessage controlMessage) {
            control.receive(turn, from, controlMessage);
        } else if (message instanceof PassedOn passedOn) {
            ControlInbox.passedOn(turn, from, passedOn.commit());
        } else if (message instanceof Heartbeat heartbeat) {
            mastership.heartbeat(turn, from, heartbeat);
        } else if (message instanceof HeartbeatReply reply) {
            mastership.reply(turn, from, reply);
        } else if (message instanceof Fetch fetch) {
            mastership.fetch(turn, from, fetch);
        } else if (message instanceof Resumed resumed) {
            data.resumed(turn, from, resumed);
        } else if (message instanceof Poll poll) {
            mastership.poll(turn, from, poll);
        } else if (message instanceof PollReply reply) {
            mastership.answer(turn, from, reply);
        }
    }
}
