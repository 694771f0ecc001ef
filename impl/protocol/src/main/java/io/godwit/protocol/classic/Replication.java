package io.godwit.protocol.classic;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.DataMessage.Backup;
import io.godwit.protocol.classic.DataMessage.BackupAck;
import io.godwit.protocol.classic.DataMessage.SyncCheck;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.classic.DataMessage.SyncResponse;
import io.godwit.protocol.classic.data.Acknowledged;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.Pending;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.data.Serving;
import io.godwit.protocol.classic.data.Update;
import io.godwit.protocol.map.MapContent;
import java.util.ArrayList;
import java.util.List;

/**
 * Partition data: writes at the owner, synchronous backups, the client's acknowledgement, reads, and anti-entropy from owner to
 * backup. {@code spec/classic/Replication.tla}.
 */
public class Replication extends ClassicModule {
    /** The module under these rules. */
    public Replication(Rules rules) {
        super(rules);
    }

    // Clients

    /**
     * The owner applies a write and waits for the backups that are in its table and in its view: a backup that is missing is
     * one acknowledgement less.
     */
    @SpecAction("classic/Replication!Write")
    public Step<ClassicState> write(ClassicState state, int partition, Update update) {
        rules.require(
                ClassicRule.WRITE_CHECKS_STATE, state.transition().state().allowsWrites(), "{}", state.transition());
        requireServes(state, partition);
        Replica before = state.replicas().get(partition);
        int version = before.version() + 1;
        MapContent content = update.applyTo(before.content());
        ClassicEdit written =
                state.but().replica(partition, new Replica(content, version, before.dirty(), before.late()));
        MemberSet backups = state.table().get(partition).backups().intersect(state.others());
        Pending pending = new Pending(update, content.executed(update.client()).result(), backups);
        if (backups.isEmpty()) {
            return Step.to(written.done(), pending.answer());
        }
        List<Pending> waiting = new ArrayList<>();
        if (state.pending().has(partition)) {
            waiting.addAll(state.pending().get(partition));
        }
        waiting.add(pending);
        return Step.to(
                written.pending(state.pending().with(partition, List.copyOf(waiting)))
                        .done(),
                toEach(backups, new Backup(partition, state.version(partition), version, update)));
    }

    /** {@code Serves}: the member may change the partition's data and acknowledge. */
    private void requireServes(ClassicState state, int partition) {
        requireOwner(state, partition);
        rules.require(
                ClassicRule.FREEZE_BLOCKS_WRITES,
                !state.frozen().get(partition),
                "partition {} is frozen by {}",
                partition,
                state.active().get(partition));
    }

    /** The member is the owner, and nothing but a migration holds the partition's flag. */
    private void requireOwner(ClassicState state, int partition) {
        rules.require(ClassicRule.UP, state.up(), "{}", state.life());
        rules.require(
                ClassicRule.OWNER,
                state.table().owner(partition) == state.self(),
                "the owner of partition {} is {}",
                partition,
                state.table().owner(partition));
        rules.require(
                ClassicRule.NO_SYNC,
                !state.frozen().get(partition) || state.active().has(partition),
                "a sync of partition {} is served",
                partition);
    }

    /**
     * The owner answers a read from its own copy and asks nobody ({@code AnswersReads}). As published it also does so while the
     * partition is being moved away, so that the answer may be stale (finding N10).
     */
    @SpecStutter("what a member would answer is a function of the state, so that the specification has no step for it")
    public Step<ClassicState> read(ClassicState state, int partition, Update call) {
        requireOwner(state, partition);
        rules.require(
                ClassicRule.FREEZE_BLOCKS_READS,
                !state.frozen().get(partition),
                "partition {} is frozen by {}",
                partition,
                state.active().get(partition));
        MapContent content = state.replicas().get(partition).content();
        return Step.to(state, new Command.Answer(call.client(), call.call(), content.read(call.operation())));
    }

    /**
     * {@code operation.backup.timeout}, 5 s in the product, passes and the writes of a partition succeed without their backups.
     * It is what the rule {@code ACK_WAITS_FOR_BACKUPS} forbids.
     */
    @SpecAction("classic/Replication!AckWithoutBackups")
    public Step<ClassicState> ackWithoutBackups(ClassicState state, int partition) {
        rules.require(ClassicRule.ACK_WAITS_FOR_BACKUPS, false);
        List<Pending> writes = requirePending(state, partition);
        return Step.to(
                state.but().pending(state.pending().without(partition)).done(),
                writes.stream().map(Pending::answer).toList());
    }

    private List<Pending> requirePending(ClassicState state, int partition) {
        rules.require(ClassicRule.WRITE_PENDING, state.pending().has(partition), "none of partition {}", partition);
        return state.pending().get(partition);
    }

    // Backups

    /**
     * A backup takes a write when it is a backup by its own table and the counter does not go back; a jump of more than one is
     * applied all the same and makes it want a sync. The product does not look at the sender (finding N7): with
     * {@code BACKUP_CHECKS_SENDER} a backup behind the sender's table waits for it, and one with another owner refuses. A
     * refused write is not answered. The owner's part of the acknowledgement is {@link #handleBackupAck}.
     */
    @SpecAction("classic/Replication!HandleBackup")
    public Step<ClassicState> handleBackup(ClassicState state, int from, Backup m) {
        int p = m.partition();
        PartitionEntry entry = state.table().get(p);
        Replica replica = state.replicas().get(p);
        rules.require(
                ClassicRule.BACKUP_WAITS_FOR_TABLE,
                m.at() <= entry.version(),
                "table version {} is after {}",
                m.at(),
                entry.version());
        requireBackup(state, p);
        rules.require(
                ClassicRule.NOT_OLDER,
                m.version() >= replica.version(),
                "write {} is before {}",
                m.version(),
                replica.version());
        rules.require(
                ClassicRule.BACKUP_CHECKS_SENDER,
                from == entry.owner(),
                "a write of {}, the owner is {}",
                from,
                entry.owner());
        boolean gap = m.version() > replica.version() + 1;
        Replica written =
                new Replica(m.update().applyTo(replica.content()), m.version(), replica.dirty() || gap, replica.late());
        return sending(state.but().replica(p, written).done(), from, new BackupAck(p, m.update()));
    }

    private void requireBackup(ClassicState state, int partition) {
        PartitionEntry entry = state.table().get(partition);
        rules.require(ClassicRule.BACKUP, entry.isBackup(state.self()), "{} is no backup of {}", state.self(), entry);
    }

    /** A backup has the write: the owner waits for one less, and answers the client when it waits for nobody. */
    @SpecPart(
            value = "classic/Replication!HandleBackup",
            why = "the owner hears of it in the step of the backup, since acknowledging earlier only adds obligations")
    public Step<ClassicState> handleBackupAck(ClassicState state, int from, BackupAck m) {
        requirePending(state, m.partition());
        Acknowledged rest = Acknowledged.confirmed(state.pending(), m.partition(), m.update(), from);
        return Step.to(state.but().pending(rest.pending()).done(), rest.answers());
    }

    // Anti-entropy

    /**
     * Anti-entropy begins: the owner tells a backup its counter. The specification has one step for that, the comparison at the
     * backup ({@link #handleSyncCheck}) and the begin of the sync at the owner ({@link #handleSyncRequest}), since it needs
     * both to agree on who they are, and a request that comes late only makes a needless sync.
     *
     * <p>In a model without {@code SyncInSteps} the step contains {@link #finishSync} as well.
     */
    @SpecAction("classic/Replication!StartSync")
    public Step<ClassicState> startSync(ClassicState state, int partition, int backup) {
        requireSyncSource(state, partition, backup);
        return sending(
                state,
                backup,
                new SyncCheck(partition, state.replicas().get(partition).version()));
    }

    private void requireSyncSource(ClassicState state, int partition, int backup) {
        PartitionEntry entry = state.table().get(partition);
        requireServes(state, partition);
        rules.require(ClassicRule.NOT_FROZEN, !state.frozen().get(partition), "partition {} is frozen", partition);
        rules.require(
                ClassicRule.NOT_SERVING,
                !state.serving().has(partition),
                "partition {}: {}",
                partition,
                state.serving().get(partition));
        rules.require(
                ClassicRule.BACKUP_IS_MEMBER,
                state.others().contains(backup) && entry.isBackup(backup),
                "{} of {}",
                backup,
                entry);
    }

    /** A backup compares its copy with the owner's counter, and asks for a sync when they differ or when it has seen a gap. */
    @SpecPart(value = "classic/Replication!StartSync", why = "the comparison at the backup, see StartSync")
    public Step<ClassicState> handleSyncCheck(ClassicState state, int from, SyncCheck m) {
        int p = m.partition();
        PartitionEntry entry = state.table().get(p);
        Replica replica = state.replicas().get(p);
        rules.require(
                ClassicRule.ASKED_BY_OWNER, entry.owner() == from, "{} asks, the owner is {}", from, entry.owner());
        requireBackup(state, p);
        rules.require(
                ClassicRule.OUT_OF_LINE,
                replica.version() != m.version() || replica.dirty(),
                "both have {} writes",
                m.version());
        return sending(state, from, new SyncRequest(p));
    }

    /**
     * The owner begins to serve a sync: it reads the counter, and sets the partition's flag, so that no writes run and no
     * migration starts before {@link #finishSync}.
     */
    @SpecPart(value = "classic/Replication!StartSync", why = "the begin of the sync at the owner, see StartSync")
    public Step<ClassicState> handleSyncRequest(ClassicState state, int from, SyncRequest m) {
        int p = m.partition();
        requireSyncSource(state, p, from);
        Serving serving = new Serving(from, state.replicas().get(p).version(), MapContent.EMPTY);
        return Step.to(state.but()
                .serving(state.serving().with(p, serving))
                .frozen(p, rules.has(ClassicRule.SYNC_BLOCKS_WRITES))
                .done());
    }

    /**
     * The second half of a sync at the owner: the whole copy, with the counter that was read before it
     * ({@code VERSIONS_BEFORE_DATA}). The flag is shared with migrations (hazelcast issue 20682), hence
     * {@code FLAG_IS_EXCLUSIVE}.
     */
    @SpecAction("classic/Replication!FinishSync")
    public Step<ClassicState> finishSync(ClassicState state, int partition) {
        rules.require(ClassicRule.SERVING, state.serving().has(partition), "none of partition {}", partition);
        Serving serving = state.serving().get(partition);
        MapContent content = state.replicas().get(partition).content();
        return sending(
                state.but()
                        .serving(state.serving().without(partition))
                        .frozen(partition, false)
                        .done(),
                serving.to(),
                new SyncResponse(partition, state.version(partition), serving.version(), content));
    }

    /** The backup takes the whole content, if it still is a backup and the sender still its owner. */
    @SpecAction("classic/Replication!HandleSyncResponse")
    public Step<ClassicState> handleSyncResponse(ClassicState state, int from, SyncResponse m) {
        int p = m.partition();
        int owner = state.table().owner(p);
        requireBackup(state, p);
        rules.require(ClassicRule.SYNC_CHECKS_SENDER, from == owner, "a copy of {}, the owner is {}", from, owner);
        Replica loaded = state.replicas().get(p).loaded(m.content(), m.version());
        return Step.to(state.but().replica(p, loaded).done());
    }

    /** A clean-up that was queued runs at last. None is queued while {@code FINALISE_BEFORE_COPY} is in force. */
    @SpecAction("classic/Replication!CleanUpLate")
    public Step<ClassicState> cleanUpLate(ClassicState state, int partition) {
        rules.require(
                ClassicRule.CLEAN_UP_QUEUED, state.replicas().get(partition).late(), "none of partition {}", partition);
        return Step.to(state.but().replica(partition, Replica.EMPTY).done());
    }
}
