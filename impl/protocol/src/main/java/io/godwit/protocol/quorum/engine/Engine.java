package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Fetch;
import io.godwit.protocol.quorum.QuorumMessage.ForwardedCommit;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.QuorumMessage.PassiveReport;
import io.godwit.protocol.quorum.QuorumMessage.PassiveRequest;
import io.godwit.protocol.quorum.QuorumMessage.PreVoteReply;
import io.godwit.protocol.quorum.QuorumMessage.PreVoteRequest;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.QuorumMessage.StateRequest;
import io.godwit.protocol.quorum.QuorumMessage.VersionRequest;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.message.DataMessage;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;

/** Takes the actions that an event leads to, and then those that have become possible. */
public final class Engine {
    /**
     * Interval of heartbeats, in microseconds of the clock of {@link Event.Tick}. All other timeouts of the protocol are
     * multiples of it, so that a slower clock makes all of them longer.
     */
    public static final long HEARTBEAT_MICROS = Timing.HEARTBEAT_INTERVAL;

    private final Quorum quorum;
    private final Decisions decisions = new Decisions();
    private final MasterElection election = new MasterElection(new MasterRound(decisions));
    private final ControlInbox control = new ControlInbox(election, decisions);
    private final DataInbox data = new DataInbox(decisions);
    private final Retransmitter retransmitter = new Retransmitter();
    private final LeaseRenewal renewal = new LeaseRenewal();

    /** An engine for members with these modules. */
    public Engine(Quorum quorum) {
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

    /** A process has started that may have promised something before. */
    public DataState promisedAtStart(DataState founded) {
        return quorum.durable().promisedAtStart(founded);
    }

    /** A process has restarted with its stored data. */
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
     * One step of a member. A member that has left returns {@link Command.Stop} again: its process may have died before it
     * could stop, and been started again.
     *
     * @param actionListener the listener, or null
     */
    public Step<QuorumState> step(QuorumState state, Event event, ActionListener actionListener) {
        if (event instanceof Event.Timed timed) {
            DataState data = state.data().at(timed.now());
            Step<QuorumState> step = step(state.with(data), timed.event(), actionListener);
            return Step.to(step.state().with(step.state().data().at(LeaseTimes.UNKNOWN)), step.commands());
        }
        StepContext context = new StepContext(quorum, decisions, state, actionListener);
        if (context.data().status() == Status.LEFT) {
            return Step.to(state, new Command.Stop());
        }
        if (event instanceof Event.Tick tick) {
            tick(context, tick.now());
        } else if (event instanceof Event.Deliver deliver) {
            receive(context, deliver.from(), deliver.message());
        } else if (event instanceof Event.Call call) {
            data.call(context, call);
        } else if (event instanceof Event.Suspect suspect) {
            MemberSet suspects = context.peers().suspects().with(suspect.member());
            context.local = context.local.with(context.peers().withSuspects(suspects));
            election.suspect(context, suspect.member());
            runRoundSoon(context);
        } else if (event instanceof Event.Trust trust) {
            MemberSet suspects = context.peers().suspects().without(trust.member());
            context.local = context.local.with(context.peers().withSuspects(suspects));
            context.local = context.local.with(context.local.retransmissions().heard(trust.member()));
        } else if (event instanceof Event.Leave) {
            context.leaving(MemberSet.of(context.self()));
        } else if (event instanceof Event.ChangeState change) {
            ClusterStateChange.ask(context, change.state());
        } else if (event instanceof Event.DeclareLost declared) {
            decisions.declareLost(context, declared.partition(), declared.member());
        } else if (event instanceof Event.RaiseVersion raise) {
            VersionChange.ask(context, raise.clusterVersion());
        } else if (event instanceof Event.VersionsKnown known) {
            context.local = context.local.with(context.peers().withVersions(known.greatest()));
        } else if (event instanceof Event.ZonesKnown known) {
            context.local = context.local.with(context.peers().withZones(known.zones()));
            runRoundSoon(context);
        } else if (event instanceof Event.Forget forget) {
            context.dataAction("forget", forget.partition(), forget, s -> quorum.dataPlane()
                    .forget(s, forget));
        }
        Step<QuorumState> step = context.end();
        // Invariants are not checked while a rule is off.
        assert !quorum.rules().off().isEmpty() || Invariants.hold(state, step.state());
        return step;
    }

    /** Makes the next tick run a round, because something has changed. */
    private static void runRoundSoon(StepContext context) {
        if (context.isMaster()) {
            context.master = context.master.withNextRound(context.now());
        }
    }

    private void tick(StepContext context, long now) {
        boolean first = !context.local.time().ticking();
        context.local = context.local.with(new LocalState.Time(
                true, now, first ? now : context.local.time().nextRepeat()));
        if (first) {
            election.start(context);
        }
        election.tick(context);
        retransmitter.tick(context);
        renewal.tick(context);
    }

    private void receive(StepContext context, int from, Message message) {
        if (message instanceof Batch batch) {
            for (Message each : batch.messages()) {
                receive(context, from, each);
            }
        } else if (message instanceof DataMessage dataMessage) {
            data.receive(context, from, dataMessage);
        } else if (message instanceof ControlMessage controlMessage) {
            control.receive(context, from, controlMessage);
        } else if (message instanceof ForwardedCommit forwarded) {
            ControlInbox.forwarded(context, from, forwarded.commit());
        } else if (message instanceof Heartbeat heartbeat) {
            election.heartbeat(context, from, heartbeat);
        } else if (message instanceof HeartbeatReply reply) {
            election.reply(context, from, reply);
        } else if (message instanceof Fetch fetch) {
            election.fetch(context, from, fetch);
        } else if (message instanceof Resumed resumed) {
            data.resumed(context, from, resumed);
        } else if (message instanceof StateRequest request) {
            ClusterStateChange.change(context, request);
        } else if (message instanceof VersionRequest request) {
            VersionChange.change(context, request);
        } else if (message instanceof PassiveRequest request) {
            ClusterStateChange.asked(context, from, request);
        } else if (message instanceof PassiveReport report) {
            ClusterStateChange.receive(context, report);
        } else if (message instanceof PreVoteRequest request) {
            election.preVoteRequest(context, from, request);
        } else if (message instanceof PreVoteReply reply) {
            election.preVoteReply(context, from, reply);
        }
    }
}
