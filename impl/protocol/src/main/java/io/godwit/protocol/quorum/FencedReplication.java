package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.ACK_NAMES_EPOCH;
import static io.godwit.protocol.quorum.QuorumRule.ACTIVATES_NEWER;
import static io.godwit.protocol.quorum.QuorumRule.CALL_IS_NEW;
import static io.godwit.protocol.quorum.QuorumRule.CALL_PENDING;
import static io.godwit.protocol.quorum.QuorumRule.CONCERNS_MEMBER;
import static io.godwit.protocol.quorum.QuorumRule.DEDUPLICATES;
import static io.godwit.protocol.quorum.QuorumRule.DROPS_WHEN_COMPLETE;
import static io.godwit.protocol.quorum.QuorumRule.EXECUTED;
import static io.godwit.protocol.quorum.QuorumRule.FROM_PARTICIPANT;
import static io.godwit.protocol.quorum.QuorumRule.HELD;
import static io.godwit.protocol.quorum.QuorumRule.IN_SYNC;
import static io.godwit.protocol.quorum.QuorumRule.IS_BACKUP;
import static io.godwit.protocol.quorum.QuorumRule.KEEPS_NEWER;
import static io.godwit.protocol.quorum.QuorumRule.NOT_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.OF_THIS_VERSION;
import static io.godwit.protocol.quorum.QuorumRule.OTHER_MEMBER;
import static io.godwit.protocol.quorum.QuorumRule.OTHER_VERSION;
import static io.godwit.protocol.quorum.QuorumRule.POSITION_NAMES_EPOCH;
import static io.godwit.protocol.quorum.QuorumRule.PROMISE_DELAYS_READ;
import static io.godwit.protocol.quorum.QuorumRule.PROMISE_DELAYS_WRITE;
import static io.godwit.protocol.quorum.QuorumRule.READ_CONFIRMS;
import static io.godwit.protocol.quorum.QuorumRule.READ_WAITS_FOR_PREFIX;
import static io.godwit.protocol.quorum.QuorumRule.REFUSES_DUPLICATE;
import static io.godwit.protocol.quorum.QuorumRule.REFUSES_GAP;
import static io.godwit.protocol.quorum.QuorumRule.REFUSES_NEWER_EPOCH;
import static io.godwit.protocol.quorum.QuorumRule.REFUSES_OLDER_EPOCH;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PendingCall.ForWrite;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.ArrayList;
import java.util.List;

/**
 * Primary-backup replication inside a decided configuration: every message names the version under which it was sent, and a
 * member accepts it only while it has activated that very version. {@code spec/quorum/FencedReplication.tla}.
 */
public class FencedReplication extends DataModule {
    private final ReadLeases leases;

    /** The module under these rules. */
    public FencedReplication(Rules rules, ReadLeases leases) {
        super(rules);
        this.leases = leases;
    }

    // Activation

    /** {@code Learned}: what a member acts on is what it knows to be decided. */
    public Entry learned(ControlState control, int partition) {
        return control.committed().get(partition);
    }

    /** Is there a configuration to activate? Asked of each decision that the member learns: most do not concern it. */
    public final boolean isActivationDue(DataState state, int partition, View view) {
        Replica replica = state.replica(partition);
        return rules.holds(OTHER_VERSION, !view.version().equals(replica.epoch()))
                && rules.holds(ACTIVATES_NEWER, !replica.epoch().newerThan(view.version()))
                && rules.holds(CONCERNS_MEMBER, concerns(state.self(), replica, view.configuration()));
    }

    /**
     * A member activates a decided configuration that makes it primary, or in which it has no part any more. It may skip
     * versions.
     *
     * <p>A primary sends its log to all other participants: a new one does not know what the others hold, an old one only
     * confirms what they have. Backups and learners activate a version only with that copy ({@link #handleSync}), so that for
     * them activation and reconciliation are one step.
     *
     * @param view the configuration and its version
     */
    @SpecAction({
        "quorum/FencedReplication!Activate",
        "quorum/DurableDataPlane!ActivateAndStore",
        "quorum/ReadLeases!ActivateNoLease",
        "quorum/DeclareLost!ActivateDeclared",
        "quorum/ClusterStates!ActivateInAnyState",
        "quorum/ChangeStream!ActivateUnread"
    })
    public Step<DataState> activate(DataState state, int partition, View view) {
        Replica replica = state.replica(partition);
        Configuration c = view.configuration();
        int order = view.version().compareTo(replica.epoch());
        requireUp(state);
        rules.require(OTHER_VERSION, order != 0, "{} is activated", replica.epoch());
        rules.require(ACTIVATES_NEWER, order > 0, "{} is before {}", view.version(), replica.epoch());
        rules.require(CONCERNS_MEMBER, concerns(state.self(), replica, c), "{} waits for {}", state.self(), c);
        assert isActivationDue(state, partition, view) : "not due: " + view;
        return c.primary() == state.self() ? startLeading(state, partition, view) : retire(state, partition, view);
    }

    /** Does the configuration make the member primary, or leave out a member that has data or had a part? */
    private static boolean concerns(int self, Replica replica, Configuration newer) {
        boolean involved =
                replica.configuration().isParticipant(self) || !replica.log().isEmpty();
        return newer.primary() == self || (involved && !newer.isParticipant(self));
    }

    /** Under a new version, a primary keeps the writes that wait, and gives up the reads. */
    private static Step<DataState> startLeading(DataState state, int partition, View view) {
        Replica replica = state.replica(partition);
        List<Command> commands = new ArrayList<>(replica.primaryState().redirectReads(state.self()));
        toOthers(commands, state.self(), view.configuration(), new Sync(partition, view, replica.log()));
        MemberSet others = view.configuration().participants().without(state.self());
        PrimaryState primaryState =
                replica.primaryState().renewed(replica.log()).releaseSynced(others);
        return Step.to(state.with(partition, replica.activated(view).withPrimaryState(primaryState)), commands);
    }

    private Step<DataState> retire(DataState state, int partition, View view) {
        Replica replica = state.replica(partition);
        Configuration c = view.configuration();
        Replica retired = replica.activated(view);
        boolean drops = rules.holds(
                DROPS_WHEN_COMPLETE, c.inSyncSize() >= state.copies().of(partition));
        return Step.to(
                state.with(partition, drops ? retired.withLog(Log.EMPTY) : retired),
                replica.primaryState().redirectReads(c.primary()));
    }

    // Writes

    /**
     * A client's write reaches a member that considers itself the primary: it becomes the log's next entry and goes to all
     * other participants. The answer comes later ({@link #answerWrite}). A call that comes late, after its client had its
     * answer from another primary, is taken in the same way.
     */
    @SpecAction({
        "quorum/FencedReplication!Write",
        "quorum/CallsAgain!WriteAgain",
        "quorum/DurableDataPlane!WriteAndStore",
        "quorum/ReadLeases!WriteNoLease",
        "quorum/DeclareLost!WriteAsBefore",
        "quorum/ChangeStream!WriteUnread"
    })
    public Step<DataState> write(DataState state, Call call) {
        Replica replica = state.replica(call.partition());
        requireUp(state);
        requireLeads(state, replica);
        rules.require(
                DEDUPLICATES,
                !replica.log().hasExecuted(call.client(), call.call()),
                "call {} of {} is in the log",
                call.call(),
                call.client());
        LogEntry entry = new LogEntry(replica.epoch(), call.client(), call.call(), call.operation());
        Log log = replica.log().append(entry);
        List<Command> commands = new ArrayList<>();
        Append append = new Append(call.partition(), replica.epoch(), log.length(), entry);
        toOthers(commands, state.self(), replica.configuration(), append);
        PrimaryState primaryState = replica.primaryState().waiting(call.client(), new ForWrite(call.call()));
        return Step.to(state.with(call.partition(), replica.withLog(log).withPrimaryState(primaryState)), commands);
    }

    /**
     * A client repeats a write that is in the log, because it had no answer, or asked another primary. It is not executed again,
     * but its client waits here now.
     */
    @SpecStutter("in the specification any primary may answer any client, here the one that the client asked")
    public Step<DataState> repeatWrite(DataState state, Call call) {
        Replica replica = state.replica(call.partition());
        requireUp(state);
        requirePrimary(state, replica);
        requireExecuted(replica.log().executed(call.client()), call.call());
        PrimaryState primaryState = replica.primaryState().waiting(call.client(), new ForWrite(call.call()));
        return Step.to(state.withPrimaryState(call.partition(), primaryState));
    }

    private void requireExecuted(Executed executed, long call) {
        rules.require(EXECUTED, executed != null && executed.call() == call, "call {} is not in the log", call);
    }

    /**
     * {@code Current}: a member takes messages of the version that it has activated, from that version's primary, and no
     * others.
     */
    private void requireCurrent(DataState state, int from, int partition, Version version) {
        Replica replica = state.replica(partition);
        int order = version.compareTo(replica.epoch());
        requireUp(state);
        rules.require(REFUSES_OLDER_EPOCH, order >= 0, "{} is before {}", version, replica.epoch());
        rules.require(REFUSES_NEWER_EPOCH, order <= 0, "{} is after {}", version, replica.epoch());
        requireFromPrimary(replica.configuration(), from);
        rules.require(OTHER_MEMBER, from != state.self(), "a message of {} to itself", from);
    }

    /**
     * A backup or learner activates a version with the primary's log under it, which replaces its own (reconciliation). From
     * now on it refuses all others. No client was answered for what only this member had.
     */
    @SpecAction({
        "quorum/FencedReplication!HandleSync",
        "quorum/DurableDataPlane!HandleSyncAndStore",
        "quorum/ReadLeases!HandleSyncNoLease",
        "quorum/DeclareLost!HandleSyncAsBefore",
        "quorum/ClusterStates!HandleSyncInAnyState",
        "quorum/ChangeStream!HandleSyncUnread"
    })
    public Step<DataState> handleSync(DataState state, int from, Sync m) {
        Replica replica = state.replica(m.partition());
        int order = m.version().compareTo(replica.epoch());
        requireUp(state);
        rules.require(ACTIVATES_NEWER, order >= 0, "{} is before {}", m.version(), replica.epoch());
        rules.require(KEEPS_NEWER, order != 0, "{} is activated", replica.epoch());
        requireFromPrimary(m.view().configuration(), from);
        Replica activated = replica.activated(m.view());
        List<Command> commands = new ArrayList<>(replica.primaryState().redirectReads(from));
        commands.add(new Send(from, new Ack(m.partition(), m.version(), m.log().length())));
        return Step.to(
                state.with(m.partition(), skips(replica.log(), m.log()) ? activated : activated.withLog(m.log())),
                commands);
    }

    /**
     * {@code Skips}: are the logs taken as equal, so that nothing has to be transferred? The same length, and the same version of
     * the last entry: a version has one primary, which appends all its entries to one log.
     */
    private boolean skips(Log mine, Log sent) {
        return mine.length() == sent.length()
                && rules.holds(POSITION_NAMES_EPOCH, mine.lastEpoch().equals(sent.lastEpoch()));
    }

    /**
     * A replica or learner that has activated a version appends the next entry. {@code ReconcilesFirst} holds because a member
     * activates a version with {@link #handleSync}, and accepts no entry of it before.
     */
    @SpecAction({
        "quorum/FencedReplication!HandleAppend",
        "quorum/DurableDataPlane!HandleAppendAndStore",
        "quorum/ReadLeases!HandleAppendNoLease",
        "quorum/DeclareLost!HandleAppendAsBefore",
        "quorum/ClusterStates!HandleAppendInAnyState",
        "quorum/ChangeStream!HandleAppendUnread"
    })
    public Step<DataState> handleAppend(DataState state, int from, Append m) {
        requireCurrent(state, from, m.partition(), m.version());
        Replica replica = state.replica(m.partition());
        int length = replica.log().length();
        rules.require(REFUSES_GAP, m.number() <= length + 1, "entry {} behind {}", m.number(), length);
        rules.require(REFUSES_DUPLICATE, m.number() > length, "entry {} of {}", m.number(), length);
        Log log = replica.log().append(m.entry());
        assert holds(log.length() == m.number()) : m + " is entry " + log.length();
        return Step.to(
                state.with(m.partition(), replica.withLog(log)),
                new Send(from, new Ack(m.partition(), m.version(), m.number())));
    }

    /**
     * The primary sends something that the replica has already, or cannot append yet: the replica reports the length of its log
     * again. So the primary stops sending what is there, and sends what is missing.
     *
     * @param version under which it was sent
     */
    @SpecStutter("messages are never lost there, so that nothing has to be said twice")
    public Step<DataState> repeatAck(DataState state, int from, int partition, Version version) {
        requireCurrent(state, from, partition, version);
        int length = state.replica(partition).log().length();
        return sending(state, from, new Ack(partition, version, length));
    }

    /** A primary records an acknowledgement, which {@code Acked} looks up. */
    @SpecStutter("the specification looks acknowledgements up among all messages when it needs them")
    public Step<DataState> handleAck(DataState state, int from, Ack m) {
        Replica replica = state.replica(m.partition());
        requireUp(state);
        requireLeads(state, replica);
        rules.require(
                ACK_NAMES_EPOCH, m.version().equals(replica.epoch()), "{} is not {}", m.version(), replica.epoch());
        rules.require(
                FROM_PARTICIPANT,
                replica.configuration().isParticipant(from),
                "{} has no part in {}",
                from,
                replica.configuration());
        MemberSet others = replica.configuration().participants().without(state.self());
        PrimaryState acknowledged = replica.primaryState().acknowledged(from, m.number());
        return Step.to(state.withPrimaryState(m.partition(), acknowledged.releaseSynced(others)));
    }

    /**
     * A primary answers a write when all members for which it has to wait hold it. The result is that of the log up to the
     * write, which from now on survives as long as one in-sync member does. A client that calls again, here or at another
     * primary, is answered in the same way.
     */
    @SpecAction({
        "quorum/FencedReplication!AnswerWrite",
        "quorum/CallsAgain!AnswerAgain",
        "quorum/DurableDataPlane!AnswerWriteWhenSynced",
        "quorum/ReadLeases!AnswerWriteWhenDue",
        "quorum/DeclareLost!AnswerWriteOrLate",
        "quorum/ClusterStates!AnswerWriteInAnyState",
        "quorum/ChangeStream!AnswerWriteUnread"
    })
    public Step<DataState> answerWrite(DataState state, int partition, long client) {
        Replica replica = state.replica(partition);
        PendingCall waiting = replica.primaryState().calls().get(client);
        requireUp(state);
        requireLeads(state, replica);
        rules.require(CALL_PENDING, waiting instanceof ForWrite, "{} waits for no write", client);
        Executed executed = replica.log().executed(client);
        requireExecuted(executed, waiting.call());
        assert executed.position() <= replica.log().length()
                : executed + " of " + replica.log().length();
        requireHeld(HELD, state, replica, executed.position());
        leases.requireMayAnswer(PROMISE_DELAYS_WRITE, state, replica, executed.position());
        return answer(state, partition, client, waiting, executed.result(), executed.position());
    }

    /** Has a call all that it waits for? Asked first: most acknowledgements and confirmations are not the last ones. */
    public final boolean isAnswerDue(DataState state, int partition, long client) {
        Replica replica = state.replica(partition);
        if (replica.primaryState().calls().get(client) instanceof ForRead read) {
            return leases.isConfirmedOrLeased(state, replica, read);
        }
        Executed executed = replica.log().executed(client);
        return executed != null && waits.isHeld(state.self(), replica, executed.position());
    }

    // Reads

    /**
     * A client's read reaches a member that considers itself the primary: it notes where the log ends, and asks all other
     * participants whether they have activated a newer version, unless it holds leases.
     *
     * <p>A call that is repeated while the read waits changes nothing. If it is repeated later, because its answer was lost or
     * is late, the read begins again; under the same version the confirmations of the first time count.
     */
    @SpecAction({
        "quorum/FencedReplication!StartRead",
        "quorum/CallsAgain!ReadAgain",
        "quorum/DurableDataPlane!StartReadAndStore",
        "quorum/ReadLeases!StartReadNoLease",
        "quorum/ClusterStates!StartReadInAnyState",
        "quorum/ChangeStream!StartScan"
    })
    public Step<DataState> startRead(DataState state, Call call) {
        Replica replica = state.replica(call.partition());
        PendingCall before = replica.primaryState().calls().get(call.client());
        requireUp(state);
        requireLeads(state, replica);
        rules.require(CALL_IS_NEW, before == null || before.call() != call.call(), "call {} waits", call.call());
        List<Command> commands = new ArrayList<>();
        if (!leases.holdsLeases(state, call.partition())) {
            Probe probe = new Probe(call.partition(), replica.epoch(), call.client(), call.call());
            toOthers(commands, state.self(), replica.configuration(), probe);
        }
        PendingCall read = new ForRead(call.call(), call.operation(), replica.log(), MemberSet.of());
        return Step.to(
                state.withPrimaryState(call.partition(), replica.primaryState().waiting(call.client(), read)),
                commands);
    }

    /**
     * A member that has activated this version, and no newer one, confirms it. Others say nothing. A question that comes twice
     * is answered twice, because the first answer may be lost.
     */
    @SpecAction({
        "quorum/FencedReplication!HandleProbe",
        "quorum/DurableDataPlane!HandleProbeAndStore",
        "quorum/ReadLeases!HandleProbeNoLease",
        "quorum/ClusterStates!HandleProbeInAnyState",
        "quorum/ChangeStream!HandleProbeUnread"
    })
    public Step<DataState> handleProbe(DataState state, int from, Probe m) {
        requireCurrent(state, from, m.partition(), m.version());
        return sending(state, from, new Confirm(m.partition(), m.version(), m.client(), m.call()));
    }

    /** A primary records a confirmation, which {@code Confirmed} looks up. */
    @SpecStutter("the specification looks confirmations up among all messages when it needs them")
    public Step<DataState> handleConfirm(DataState state, int from, Confirm m) {
        Replica replica = state.replica(m.partition());
        PendingCall waiting = replica.primaryState().calls().get(m.client());
        requireUp(state);
        rules.require(
                OF_THIS_VERSION, m.version().equals(replica.epoch()), "{} is not {}", m.version(), replica.epoch());
        rules.require(
                CALL_PENDING,
                waiting instanceof ForRead && waiting.call() == m.call(),
                "read {} of {} does not wait",
                m.call(),
                m.client());
        PendingCall read = ((ForRead) waiting).confirmedBy(from);
        return Step.to(
                state.withPrimaryState(m.partition(), replica.primaryState().waiting(m.client(), read)));
    }

    /**
     * A primary answers a read: no member for which a write would have to wait has activated a newer version since the read
     * started, or can serve under one while its lease runs, and what the read saw is as durable as an answered write. A read belongs to one version: it is given up with it
     * ({@link #activate}, {@link #handleSync}), so that one that is still there is of the activated version.
     */
    @SpecAction({
        "quorum/FencedReplication!AnswerRead",
        "quorum/DurableDataPlane!AnswerReadWhenSynced",
        "quorum/ReadLeases!AnswerReadWhenDue",
        "quorum/ClusterStates!AnswerReadInAnyState",
        "quorum/ChangeStream!AnswerScan"
    })
    public Step<DataState> answerRead(DataState state, int partition, long client) {
        Replica replica = state.replica(partition);
        PendingCall waiting = replica.primaryState().calls().get(client);
        requireUp(state);
        requireNotResumed(replica);
        rules.require(CALL_PENDING, waiting instanceof ForRead, "{} waits for no read", client);
        ForRead read = (ForRead) waiting;
        int seen = read.seen().length();
        rules.require(
                READ_CONFIRMS,
                leases.isConfirmedOrLeased(state, replica, read),
                "{} have confirmed, of {}",
                read.confirmed(),
                replica.configuration());
        requireHeld(READ_WAITS_FOR_PREFIX, state, replica, seen);
        leases.requireMayAnswer(PROMISE_DELAYS_READ, state, replica, seen);
        return answer(state, partition, client, read, ChangeStream.result(replica, read), seen);
    }

    // The in-sync set shrinks, by decision

    /**
     * The master takes a backup out of the in-sync set, so that nobody waits for it. It stays a replica and may come back.
     *
     * @param base the decided entry for which this was planned
     */
    @SpecAction({
        "quorum/FencedReplication!EvictBackup",
        "quorum/DurableDataPlane!EvictBackupNoWrite",
        "quorum/ReadLeases!EvictBackupNoLease",
        "quorum/DeclareLost!EvictBackupAsBefore",
        "quorum/ClusterStates!EvictBackupIfAllowed",
        "quorum/ChangeStream!EvictBackupUnread"
    })
    public Step<MasterView> evictBackup(MasterView view, Entry base, int backup) {
        Configuration c = base.configuration();
        requireOnTop(view, base);
        rules.require(IN_SYNC, c.isInSync(backup), "{} is not in sync in {}", backup, c);
        rules.require(NOT_PRIMARY, backup != c.primary(), "{} is the primary of {}", backup, c);
        return decide(view, c.withoutInSync(backup));
    }

    /** Is an eviction due? A dead backup is evicted without delay, for answers wait for it. */
    public boolean isEvictionDue(MasterView view, int backup) {
        return view.cluster().isDead(backup);
    }

    /**
     * A backup leaves the configuration, and a migration away from it ends.
     *
     * @param base the decided entry for which this was planned
     */
    @SpecAction({
        "quorum/FencedReplication!RemoveReplica",
        "quorum/DurableDataPlane!RemoveReplicaNoWrite",
        "quorum/ReadLeases!RemoveReplicaNoLease",
        "quorum/ClusterStates!RemoveReplicaIfAllowed"
    })
    public Step<MasterView> removeReplica(MasterView view, Entry base, int backup) {
        Configuration c = base.configuration();
        requireOnTop(view, base);
        rules.require(IS_BACKUP, c.isBackup(backup), "{} is no backup in {}", backup, c);
        return decide(view, c.withoutBackup(backup));
    }

    /** Is a removal due? The backup is dead, or one more than wanted. */
    public final boolean isRemovalDue(MasterView view, Entry base, int backup) {
        return view.cluster().isDead(backup) || isSurplus(view, base.configuration(), backup);
    }
}
