package io.godwit.protocol.classic;

import io.godwit.protocol.Guard;
import io.godwit.protocol.Rules;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The rules of the classic protocol. Those with a name in {@code spec/classic} are rules or constants there; the
 * others are conditions without which the action has no meaning. Most are preconditions. Repairs, generations and
 * {@code FINALISE_BEFORE_COPY} are variants of the design, which change what an action does. Where another GUARD is no
 * precondition but part of an effect, the protocol has it always, and mutants replace the module.
 */
public enum ClassicRule implements Guard {
    // Generations of the protocol: neither value is a mistake.
    /** Since 4.1 every partition has a version of its own; without it all versions move together. */
    VERSION_PER_PARTITION("GlobalVersion", Kind.OLD_GENERATION),
    /** Since 3.12 what is published is the completed migrations, before that the table. */
    PUBLISH_BY_DELTA("PublishByDelta", Kind.GENERATION),
    /** Since 3.12 completed migrations are published in batches, before that one by one. */
    BATCHED_PUBLISH("BatchedPublish", Kind.GENERATION),
    /** Since 2024 no writes while a replica sync is served. */
    SYNC_BLOCKS_WRITES("SyncBlocksWrites", Kind.GENERATION),

    // How tables travel (PartitionVersioning).
    /** A completed migration is applied at its initial version only. */
    GAP_GUARD("GapGuard", Kind.GUARD),
    /** A failed migration raises the version by one more than a successful one. */
    FAILURE_FENCE("FailureFence", Kind.GUARD),
    /** A record is dropped only if its sender knows the outcome. */
    RETAIN_CHECKS_VERSION("RetainChecksVersion", Kind.FIX),
    /** A list about one partition drops no record of another. */
    RETAIN_CHECKS_SCOPE("RetainChecksScope", Kind.FIX),
    /** Tables and completed lists come from the master only. */
    TABLE_CHECKS_SENDER("TableChecksSender", Kind.GUARD),
    /** Who leads takes no table from others. */
    NOT_LEADING,
    /** No entry has the own version and other replicas. */
    NOT_DIVERGED,
    /** The member leads: it is its own master and has finished the fetch. */
    LEADS,
    /** The master has no promotion under way. */
    READY,
    /** There is a decided migration to tell of. */
    SOMETHING_COMPLETED,
    /** One publication at a time. */
    ONE_PUBLICATION,
    /** The answer is to a question that is still open. */
    ANSWER_EXPECTED,

    // Migrations (ParallelMigration).
    /** One migration of a partition at a time. */
    NOT_IN_FLIGHT,
    /** With one global version, one migration at a time. */
    GLOBAL_IS_SERIAL("GlobalIsSerial", Kind.GUARD),
    /** The table names nobody who left, and every partition has an owner. */
    REPAIRED,
    /** The destination is a member. */
    DESTINATION_IS_MEMBER,
    /** Who is about to leave may only be a source. */
    DESTINATION_STAYS,
    /** The step fits the partition's replicas. */
    STEP_FITS,
    /** The destination of a MOVE is not yet a replica. */
    DESTINATION_IS_NEW("DestinationIsNew", Kind.GUARD),
    /** No member takes part in more migrations at once than it may. */
    PARALLEL_CAP,
    /** ... and the source's part counts. */
    CAP_COUNTS_SOURCE("CapCountsSource", Kind.GUARD),
    /** ... and the destination's part counts. */
    CAP_COUNTS_DESTINATION("CapCountsDestination", Kind.GUARD),
    /** Participants take part for the master that they know. */
    PARTICIPANT_CHECKS_MASTER("ParticipantChecksMaster", Kind.GUARD),
    /** Participants take part at the initial version only. */
    PARTICIPANT_CHECKS_VERSION("ParticipantChecksVersion", Kind.GUARD),
    /** A master takes part only in what it has in flight. */
    MASTER_CHECKS_FLIGHT("MasterChecksFlight", Kind.GUARD),
    /** The flag belongs to a sync or to a migration, not to both. */
    FLAG_IS_EXCLUSIVE("FlagIsExclusive", Kind.WAITING_GUARD),
    /** The source drops its data only after the decision. */
    DROP_AFTER_DECISION("DropAfterDecision", Kind.GUARD),
    /** Older finalisations run before a newer copy; without it they are queued, for {@code CleanUpLate}. */
    FINALISE_BEFORE_COPY("FinaliseBeforeCopy", Kind.GUARD),
    /** A commit is applied at the initial version only. */
    COMMIT_CHECKS_VERSION("CommitChecksVersion", Kind.GUARD),
    /** The destination serves when the master decided. */
    SERVE_AFTER_DECISION("ServeAfterDecision", Kind.FIX),
    /** A master as destination waits for the source. */
    SELF_COMMIT_WAITS("SelfCommitWaits", Kind.FIX),
    /** A participant of the migration or promotion has left. */
    PARTICIPANT_LEFT,
    /** The migration is being copied. */
    COPYING,
    /** The migration's destination was told to commit. */
    COMMITTING,

    // Repair (PromotionCommit).
    /** Repair waits until no migration is in flight. */
    REPAIR_WAITS("RepairWaits", Kind.GUARD),
    /** The table names somebody who left, or a surviving replica can be promoted. */
    REPAIR_NEEDED,
    /** A failed promotion raises the version by one more than a successful one. */
    PROMOTION_FENCE("PromotionFence", Kind.GUARD),
    /** A promotion is under way. */
    PROMOTING,
    /** No migration is in flight. */
    NOTHING_IN_FLIGHT,
    /** All replicas are gone. */
    LOST,

    // A new master (MasterFailover).
    /** The member runs. */
    UP,
    /** The member is not master yet. */
    NOT_MASTER,
    /** Nobody older is left. */
    OLDEST,
    /** A new master fetches before it changes anything. */
    FETCH_BEFORE_UPDATE("FetchBeforeUpdate", Kind.GUARD),
    /** Who claims is a member. */
    CLAIMANT_IS_MEMBER(Kind.WAITING_CONDITION),
    /** A claim is accepted when all older members are gone. */
    CLAIM_CHECKS_VIEW("ClaimChecksView", Kind.WAITING_GUARD),
    /** The new master is fetching. */
    FETCHING,
    /** Every member of the view answers the fetch or leaves. */
    FETCH_WAITS_FOR_ALL("FetchWaitsForAll", Kind.GUARD),
    /** The fetch never lowers a version. */
    FETCH_TAKES_MAX("FetchTakesMax", Kind.FIX),

    // Membership.
    /** It is a member, and another one. */
    IS_MEMBER,
    /** It is no member yet. */
    NEWCOMER,
    /** The process has not joined yet. */
    NOT_JOINED,

    // Data (Replication).
    /** The member is the partition's owner by its own table. */
    OWNER,
    /** Nothing but a migration holds the partition's flag. */
    NO_SYNC,
    /** No writes while a migration is active. */
    FREEZE_BLOCKS_WRITES("FreezeBlocksWrites", Kind.GUARD),
    /** No reads either. */
    FREEZE_BLOCKS_READS("FreezeBlocksReads", Kind.FIX),
    /** The member is a backup by its own table. */
    BACKUP,
    /** The copy's counter does not go back. */
    NOT_OLDER,
    /** A backup comes from the owner. */
    BACKUP_CHECKS_SENDER("BackupChecksSender", Kind.FIX),
    /** A backup from a newer table waits for that table. */
    BACKUP_WAITS_FOR_TABLE("BackupChecksSender", Kind.WAITING_FIX),
    /** No success for a write whose backups did not answer. */
    ACK_WAITS_FOR_BACKUPS("AckWaitsForBackups", Kind.GUARD),
    /** A write waits for backups. */
    WRITE_PENDING,
    /** The partition's flag is not set. */
    NOT_FROZEN,
    /** One sync of a partition at a time. */
    NOT_SERVING,
    /** The asked member is a backup and a member. */
    BACKUP_IS_MEMBER,
    /** The owner asks, by the backup's own table. */
    ASKED_BY_OWNER,
    /** The copies differ, or the backup has seen a gap. */
    OUT_OF_LINE,
    /** A sync is being served. */
    SERVING,
    /** A sync reads the versions before the data. */
    VERSIONS_BEFORE_DATA("VersionsBeforeData", Kind.GUARD),
    /** A sync response comes from the owner. */
    SYNC_CHECKS_SENDER("SyncChecksSender", Kind.GUARD),
    /** A clean-up is queued. */
    CLEAN_UP_QUEUED,

    // Stamps (StampCheck).
    /** An idle master compares its stamp with those of the others now and then. */
    STAMP_CHECKS("StampChecks", Kind.GUARD),
    /** The stamp is recomputed when a table comes from the master. */
    STAMP_FOLLOWS_TABLE("StampFollowsTable", Kind.GUARD),
    /** The stamp covers the replicas, not only the versions. */
    STAMP_HASHES_REPLICAS("StampHashesReplicas", Kind.FIX),
    /** No stamp check while a migration runs. */
    STAMP_CHECKS_WHEN_IDLE("StampChecksWhenIdle", Kind.GUARD),
    /** There are other members. */
    NOT_ALONE,

    // The state of the cluster (ClusterStateChange).
    /** A member has one change under way at a time. */
    ONE_CHANGE,
    /** The cluster is in another state. */
    OTHER_STATE,
    /** No failover that makes the member master is under way. */
    NOT_CLAIMING,
    /** A member is locked for one change at a time. */
    LOCK_IS_EXCLUSIVE("LockIsExclusive", Kind.GUARD),
    /** A member with a migration under way is not locked. */
    LOCK_CHECKS_MIGRATION("LockChecksMigration", Kind.GUARD),
    /** ... nor one whose view is not the initiator's. */
    LOCK_CHECKS_MEMBERS("LockChecksMembers", Kind.GUARD),
    /** ... nor one whose table has another stamp, or with one version for all partitions another version. */
    LOCK_CHECKS_STAMP("LockChecksStamp", Kind.GUARD),
    /** With a version per partition the stamps are compared, not the greatest versions. */
    COMPARES_BY_GENERATION("ComparesByGeneration", Kind.GUARD),
    /** The decision is stored at a second member before the first commit. */
    RECORD_BEFORE_COMMIT("RecordBeforeCommit", Kind.GUARD),
    /** A commit is for the change for which the member is locked. */
    COMMIT_CHECKS_LOCK("CommitChecksLock", Kind.GUARD),
    /** So is a rollback. */
    ROLLBACK_CHECKS_LOCK("RollbackChecksLock", Kind.GUARD),
    /** The initiator has told the others to commit. */
    COMMITTING_STATE,
    /** A change in which a member is lost before the first commit is rolled back. */
    LOSS_ENDS_PREPARE("LossEndsPrepare", Kind.GUARD),
    /** A locked member whose initiator is gone asks what was decided. */
    LOCKED_ASKS("LockedAsks", Kind.GUARD),
    /** Nobody answers that before it has found the initiator gone itself. */
    RESOLVE_WAITS("ResolveWaits", Kind.WAITING_GUARD),
    /** Migrations need a cluster that is ACTIVE. */
    MIGRATION_CHECKS_STATE("MigrationChecksState", Kind.GUARD),
    /** Repair needs one that is neither FROZEN nor PASSIVE. */
    REPAIR_CHECKS_STATE("RepairChecksState", Kind.GUARD),
    /** So does joining. */
    JOIN_CHECKS_STATE("JoinChecksState", Kind.GUARD),
    /** Writes need one that is not PASSIVE. */
    WRITE_CHECKS_STATE("WriteChecksState", Kind.GUARD),

    // A restart from some of the disks (PartialRestart).
    /** The member has not stopped. */
    NOT_STOPPED,
    /** The partition has another owner. */
    OTHER_OWNER,
    /** The member has stored another entry than the master's. */
    NOT_TOLD,
    /** A member stops when it has been told every change: a proper shutdown. */
    STOP_KNOWS_ALL("StopKnowsAll", Kind.GUARD),
    /** All members have stopped. */
    ALL_STOPPED,
    /** Nobody has started again. */
    NOT_STARTED,
    /** The member returns. */
    RETURNS,
    /** No table of those who return is preferred to this one. */
    PREFERRED_MOST,
    /** MOST_RECENT compares the sums of versions. */
    RECENT_BY_SUM("RecentBySum", Kind.GUARD),
    /** ... over all partitions. */
    RECENT_SUMS_ALL("RecentSumsAll", Kind.GUARD),
    /** MOST_COMPLETE compares the sizes of groups. */
    COMPLETE_BY_SIZE("CompleteBySize", Kind.GUARD),
    /** A member at another address is replaced in the table. */
    MOVE_REPLACES("MoveReplaces", Kind.GUARD),
    /** ... which needs a greater version. */
    MOVE_RAISES_VERSION("MoveRaisesVersion", Kind.GUARD),
    /** ... and partitions that do not name it keep theirs. */
    MOVE_RAISES_TOUCHED_ONLY("MoveRaisesTouchedOnly", Kind.GUARD),

    // From one version of the table to a version for each partition (RollingUpgrade).
    /** Without a version for each partition, one migration at a time. */
    SERIAL_BEFORE_UPGRADE("SerialBeforeUpgrade", Kind.GUARD),
    /** The cluster version rises when all members have the newer build. */
    RAISE_CHECKS_BUILDS("RaiseChecksBuilds", Kind.GUARD),
    /** ... and from then on nobody else joins. */
    JOIN_CHECKS_VERSION("JoinChecksVersion", Kind.GUARD),
    /** The versions of partitions start at the last global one. */
    VERSIONS_START_AT_GLOBAL("VersionsStartAtGlobal", Kind.GUARD),
    /** A member that commits the newer version writes its table to disk in the newer format. */
    UPGRADE_REWRITES_DISK("UpgradeRewritesDisk", Kind.GUARD),
    /** A member that joins writes its table to disk in the format of the cluster version. */
    JOINER_WRITES_FORMAT("JoinerWritesFormat", Kind.GUARD),
    /** A table with a version for each partition waits until its receiver goes by these. */
    NEWER_TABLE_WAITS("NewerTableWaits", Kind.WAITING_GUARD),
    /** A member in the middle of an upgrade finishes it before it becomes master. */
    COMMIT_BEFORE_CLAIM("CommitBeforeClaim", Kind.GUARD),
    /** The member still has the older build. */
    OLDER_BUILD,
    /** The member has the newer build. */
    NEWER_BUILD,
    /** The cluster version has not risen yet. */
    NOT_RAISED,
    /** All members have the same version of the table. */
    EQUAL_TABLES,
    /** The member is locked by the transaction that raises the cluster version. */
    LOCKED,
    /** Nobody is locked by it; for a migration, the master is not. */
    UNLOCKED,
    /** The destination does not own the partition. */
    DESTINATION_IS_ANOTHER,
    /** The migration is under way. */
    IN_FLIGHT,
    /** There is a table to be received. */
    TABLE_UNDER_WAY,

    // Leaving (GracefulShutdown).
    /** The member has not asked to leave yet. */
    STAYS,
    /** The member wants to leave. */
    LEAVES,
    /** Who wants to leave asks again until it is answered. */
    LEAVER_REPEATS("LeaverRepeats", Kind.GUARD),
    /** There is another master to ask. */
    HAS_MASTER,
    /** The slot belongs to somebody who wants to leave. */
    LEAVERS_SLOT,
    /** A leaver is released when no entry of the table names it. */
    RELEASE_WHEN_EMPTY("ReleaseWhenEmpty", Kind.GUARD),
    /** ... and everybody has heard of the migrations that emptied it. */
    RELEASE_AFTER_PUBLISH("ReleaseAfterPublish", Kind.GUARD),
    /** A release is for one incarnation, not for an address. */
    LEAVER_CHECKS_INCARNATION("LeaverChecksIncarnation", Kind.GUARD);

    private enum Kind {
        GUARD,
        FIX,
        GENERATION,
        OLD_GENERATION,
        CONDITION,
        WAITING_GUARD,
        WAITING_FIX,
        WAITING_CONDITION
    }

    private final String spec;
    private final Kind kind;

    ClassicRule() {
        this("", Kind.CONDITION);
    }

    ClassicRule(Kind kind) {
        this("", kind);
    }

    ClassicRule(String spec, Kind kind) {
        this.spec = spec;
        this.kind = kind;
    }

    @Override
    public String spec() {
        return spec;
    }

    /** Is it a repair that the published design lacks? */
    public boolean isFix() {
        return kind == Kind.FIX || kind == Kind.WAITING_FIX;
    }

    /** Is it one of two generations of the design, so that lacking it is no mistake? */
    public boolean isGeneration() {
        return kind == Kind.GENERATION || kind == Kind.OLD_GENERATION;
    }

    /** Does a message that is refused for it stay at the head of its channel, and is it offered again later? */
    public boolean waits() {
        return kind == Kind.WAITING_GUARD || kind == Kind.WAITING_FIX || kind == Kind.WAITING_CONDITION;
    }

    /** The protocol as it was published: without the repairs. */
    public static Rules published() {
        return without(ClassicRule::isFix);
    }

    /**
     * The rules of a model.
     *
     * @param constants the constants of {@code ClassicState} by their names; what is missing is in force
     */
    public static Rules of(Map<String, Boolean> constants) {
        return without(guard -> {
            Boolean value = constants.get(guard.spec);
            return value != null && value == (guard.kind == Kind.OLD_GENERATION);
        });
    }

    private static Rules without(Predicate<ClassicRule> absent) {
        return Rules.without(Arrays.stream(values()).filter(absent).toList());
    }
}
