package io.godwit.protocol.refusal;

import static io.godwit.protocol.refusal.Offers.any;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicFixture;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.DataMessage;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.ParallelMigration.Kind;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.classic.data.Fetch;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Promotion;
import io.godwit.protocol.classic.data.Publication;
import io.godwit.protocol.classic.data.Update;
import io.godwit.protocol.map.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Events for one member of the classic protocol, most of which fit to nothing: as published, and repaired. */
class ClassicRefusalTest {
    private static final int PARTITIONS = 2;
    private static final int SLOTS = 3;
    private static final int MEMBERS = 5;

    private static int member(Random random) {
        return 1 + random.nextInt(MEMBERS);
    }

    private static int partition(Random random) {
        return random.nextInt(PARTITIONS);
    }

    private static Migration migration(ClassicState state, Random random) {
        List<Migration> known = new ArrayList<>(state.completed().stream().toList());
        known.addAll(state.activeSet().stream().toList());
        state.inflight().values().forEach((MigrationProgress flight) -> known.add(flight.migration()));
        if (!known.isEmpty() && random.nextInt(4) > 0) {
            return any(random, known);
        }
        int p = partition(random);
        PartitionEntry entry = state.table().get(p);
        int from = entry.version() - (random.nextInt(4) == 0 ? 1 : 0);
        Migration drawn = new Migration(
                random.nextInt(5),
                p,
                entry.owner(),
                member(random),
                entry.owner(),
                state.master(),
                0,
                Migration.NO_SLOT,
                Migration.NO_SLOT,
                0,
                from,
                1,
                any(random, Status.values()));
        return drawn;
    }

    private static MigrationSet migrations(ClassicState state, Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> state.completed();
            case 1 -> MigrationSet.EMPTY;
            default -> MigrationSet.of(migration(state, random), migration(state, random));
        };
    }

    private static PartitionTable table(ClassicState state, Random random) {
        PartitionTable table = state.table();
        if (random.nextBoolean()) {
            int p = partition(random);
            table = table.with(p, table.get(p).raised(random.nextInt(2)).with(random.nextInt(SLOTS), member(random)));
        }
        return table;
    }

    private static Update update(Random random) {
        return ClassicFixture.update(1 + random.nextInt(4));
    }

    private static int sender(ClassicState state, Random random) {
        return random.nextBoolean() ? state.master() : member(random);
    }

    private static void tables(Offers<ClassicState> offers, Classic classic) {
        offers.to("HandlePartitionState", (s, r) -> classic.versioning()
                        .handlePartitionState(
                                s, sender(s, r), new ControlMessage.PartitionState(table(s, r), migrations(s, r))))
                .to("HandlePublishCompleted", (s, r) -> classic.versioning()
                        .handlePublishCompleted(
                                s,
                                sender(s, r),
                                new ControlMessage.PublishCompleted(migrations(s, r), migrations(s, r))))
                .to("HandlePublishReply", (s, r) -> classic.versioning()
                        .handlePublishReply(
                                s,
                                sender(s, r),
                                new ControlMessage.PublishReply(
                                        r.nextBoolean(),
                                        s.publication().map(Publication::list).orElse(MigrationSet.EMPTY))))
                .to("PublishCompleted", (s, r) -> classic.versioning().publishCompleted(s))
                .to("HandlePartitionStateCheck", (s, r) -> classic.stampCheck()
                        .handlePartitionStateCheck(
                                s,
                                sender(s, r),
                                new ControlMessage.PartitionStateCheck(s.stamp().value() + r.nextInt(2))))
                .to("HandlePartitionStateCheckReply", (s, r) -> classic.stampCheck()
                        .handlePartitionStateCheckReply(
                                s, sender(s, r), new ControlMessage.PartitionStateCheckReply(r.nextBoolean())))
                .to("SendStampCheck", (s, r) -> classic.stampCheck().sendStampCheck(s));
    }

    private static void migrating(Offers<ClassicState> offers, Classic classic) {
        offers.to("StartMigration", (s, r) -> classic.migration()
                        .startMigration(
                                s,
                                new Order(
                                        partition(r),
                                        any(r, Kind.values()),
                                        r.nextInt(SLOTS),
                                        r.nextInt(SLOTS),
                                        member(r))))
                .to("HandleMigrationRequest", (s, r) -> classic.migration()
                        .handleMigrationRequest(
                                s,
                                sender(s, r),
                                new ControlMessage.MigrationRequest(migration(s, r), migrations(s, r))))
                .to("HandleMigrationData", (s, r) -> classic.migration()
                        .handleMigrationData(
                                s,
                                sender(s, r),
                                new DataMessage.MigrationData(
                                        migration(s, r), migrations(s, r), r.nextInt(3), ClassicFixture.content(1))))
                .to("HandleMigrationReply", (s, r) -> classic.migration()
                        .handleMigrationReply(
                                s, sender(s, r), new ControlMessage.MigrationReply(migration(s, r), r.nextInt(4) > 0)))
                .to("HandleMigrationCommit", (s, r) -> classic.migration()
                        .handleMigrationCommit(
                                s,
                                sender(s, r),
                                new ControlMessage.MigrationCommit(
                                        migration(s, r).with(Status.SUCCESS))))
                .to("HandleCommitReply", (s, r) -> classic.migration()
                        .handleCommitReply(
                                s, sender(s, r), new ControlMessage.CommitReply(migration(s, r), r.nextBoolean())))
                .to("HandleMigrationDecision", (s, r) -> classic.migration()
                        .handleMigrationDecision(
                                s,
                                sender(s, r),
                                new ControlMessage.MigrationDecision(
                                        migration(s, r).with(Status.SUCCESS), migrations(s, r))))
                .to("AbortMigration", (s, r) -> classic.migration().abortMigration(s, partition(r)))
                .to("TimeoutMigration", (s, r) -> classic.migration().timeoutMigration(s, partition(r)))
                .to("ResendCommit", (s, r) -> classic.migration().resendCommit(s, partition(r)));
    }

    private static Promotion promotion(ClassicState state, Random random) {
        return random.nextInt(3) > 0 && state.promotion().isPresent()
                ? state.promotion().get()
                : new Promotion(member(random), List.of(partition(random)));
    }

    private static void repairing(Offers<ClassicState> offers, Classic classic) {
        offers.to("Repair", (s, r) -> classic.promotion().repair(s))
                .to("AssignLost", (s, r) -> classic.promotion().assignLost(s, partition(r), member(r)))
                .to("ClearSurplus", (s, r) -> classic.promotion().clearSurplus(s, partition(r), r.nextInt(SLOTS)))
                .to("HandlePromotionCommit", (s, r) -> classic.promotion()
                        .handlePromotionCommit(
                                s,
                                sender(s, r),
                                new ControlMessage.PromotionCommit(
                                        table(s, r), List.of(partition(r)), migrations(s, r))))
                .to("HandlePromotionReply", (s, r) -> {
                    Promotion promotion = promotion(s, r);
                    return classic.promotion()
                            .handlePromotionReply(
                                    s,
                                    promotion.destination(),
                                    new ControlMessage.PromotionReply(promotion.partitions(), r.nextBoolean()));
                })
                .to("ResendPromotion", (s, r) -> classic.promotion().resendPromotion(s))
                .to("AbortPromotion", (s, r) -> classic.promotion().abortPromotion(s));
    }

    private static void replicating(Offers<ClassicState> offers, Classic classic) {
        offers.to("Write", (s, r) -> classic.replication().write(s, partition(r), update(r)))
                .to("Read", (s, r) -> classic.replication()
                        .read(s, partition(r), new Update(1, 1, new Operation.Get(1))))
                .to("AckWithoutBackups", (s, r) -> classic.replication().ackWithoutBackups(s, partition(r)))
                .to("HandleBackup", (s, r) -> {
                    int p = partition(r);
                    int version = s.replicas().get(p).version() + r.nextInt(3) - 1;
                    int at = s.version(p) + (r.nextInt(4) == 0 ? 1 : 0);
                    int owner = s.table().get(p).owner();
                    return classic.replication()
                            .handleBackup(
                                    s, any(r, owner, member(r)), new DataMessage.Backup(p, at, version, update(r)));
                })
                .to("HandleBackupAck", (s, r) -> classic.replication()
                        .handleBackupAck(s, sender(s, r), new DataMessage.BackupAck(partition(r), update(r))))
                .to("StartSync", (s, r) -> classic.replication().startSync(s, partition(r), member(r)))
                .to("HandleSyncCheck", (s, r) -> {
                    int p = partition(r);
                    return classic.replication()
                            .handleSyncCheck(
                                    s,
                                    any(r, s.table().owner(p), member(r)),
                                    new DataMessage.SyncCheck(p, r.nextInt(3)));
                })
                .to("HandleSyncRequest", (s, r) -> classic.replication()
                        .handleSyncRequest(s, member(r), new DataMessage.SyncRequest(partition(r))))
                .to("FinishSync", (s, r) -> classic.replication().finishSync(s, partition(r)))
                .to("HandleSyncResponse", (s, r) -> {
                    int p = partition(r);
                    return classic.replication()
                            .handleSyncResponse(
                                    s,
                                    any(r, s.table().owner(p), member(r)),
                                    new DataMessage.SyncResponse(
                                            p, s.version(p), r.nextInt(4), ClassicFixture.content(1, 2)));
                })
                .to("CleanUpLate", (s, r) -> classic.replication().cleanUpLate(s, partition(r)));
    }

    private static void joining(Offers<ClassicState> offers, Classic classic) {
        offers.to("Join", (s, r) -> classic.membership().join(s, member(r)))
                .to("HandleFinalizeJoin", (s, r) -> classic.membership()
                        .handleFinalizeJoin(
                                s,
                                sender(s, r),
                                new ControlMessage.FinalizeJoin(
                                        MemberSet.of(1, 2, 3, 4).with(s.self()),
                                        any(r, ClassicFixture.TABLE, ClassicFixture.MOVED),
                                        MigrationSet.EMPTY,
                                        ClusterState.ACTIVE)))
                .to("HandleJoinRequest", (s, r) -> classic.membership()
                        .handleJoinRequest(s, sender(s, r), new ControlMessage.JoinRequest()))
                .to("HandleMembersUpdate", (s, r) -> classic.membership()
                        .handleMembersUpdate(s, sender(s, r), new ControlMessage.MembersUpdate(member(r))))
                .to("Suspect", (s, r) -> classic.membership().suspect(s, r.nextInt(3) == 0 ? member(r) : 9))
                .to("Claim", (s, r) -> classic.failover().claim(s))
                .to("HandleFetchRequest", (s, r) -> classic.failover()
                        .handleFetchRequest(s, sender(s, r), new ControlMessage.FetchRequest()))
                .to("HandleFetchReply", (s, r) -> classic.failover()
                        .handleFetchReply(
                                s,
                                member(r),
                                new ControlMessage.FetchReply(table(s, r), migrations(s, r), migrations(s, r))))
                .to("FinishFetch", (s, r) -> classic.failover().finishFetch(s));
    }

    private static void leaving(Offers<ClassicState> offers, Classic classic) {
        offers.to("AskToLeave", (s, r) -> classic.shutdown().askToLeave(s))
                .to("RepeatShutdownRequest", (s, r) -> classic.shutdown().repeatShutdownRequest(s))
                .to("HandleShutdownRequest", (s, r) -> classic.shutdown()
                        .handleShutdownRequest(s, sender(s, r), new ControlMessage.ShutdownRequest(member(r))))
                .to("DrainMove", (s, r) -> classic.shutdown().drainMove(s, partition(r), r.nextInt(SLOTS), member(r)))
                .to("Release", (s, r) -> classic.shutdown().release(s, member(r)))
                .to("HandleShutdownResponse", (s, r) -> classic.shutdown()
                        .handleShutdownResponse(
                                s, sender(s, r), new ControlMessage.ShutdownResponse(any(r, s.self(), member(r)))));
    }

    /** A master that has lost both replicas of a partition, and one that has fetched everything. */
    private static List<ClassicState> busyMasters() {
        PartitionTable lost = ClassicFixture.table(PartitionEntry.of(3, 0, 0, 0), PartitionEntry.of(3, 2, 3, 1));
        Fetch fetched = new Fetch(MemberSet.of(), ClassicFixture.TABLE, MigrationSet.EMPTY, MigrationSet.EMPTY);
        ClassicState fetching = ClassicFixture.master()
                .but()
                .duty(MasterPhase.FETCH)
                .fetch(Optional.of(fetched))
                .done();
        return List.of(ClassicFixture.with(ClassicFixture.master(), lost), fetching);
    }

    @Test
    void refusalChangesNothing() {
        Offers<ClassicState> offers = new Offers<>();
        Rules timesOut = ClassicFixture.without(ClassicRule.ACK_WAITS_FOR_BACKUPS, ClassicRule.FINALISE_BEFORE_COPY);
        for (Rules rules : List.of(ClassicFixture.repaired(), ClassicRule.published(), timesOut)) {
            Classic classic = new Classic(rules);
            tables(offers, classic);
            migrating(offers, classic);
            repairing(offers, classic);
            replicating(offers, classic);
            joining(offers, classic);
            leaving(offers, classic);
        }
        List<ClassicState> starts = new ArrayList<>(busyMasters());
        starts.addAll(List.of(
                ClassicFixture.master(),
                ClassicFixture.member(2),
                ClassicFixture.member(4),
                ClassicFixture.master(MigrationProgress.Stage.COPY, ClassicFixture.MOVE),
                ClassicFixture.master(MigrationProgress.Stage.COMMIT, ClassicFixture.MOVE),
                ClassicState.off(5, ClassicFixture.SETTINGS)));
        for (int seed = 0; seed < 3_600; seed++) {
            offers.walk(starts.get(seed % starts.size()), 120, new Random(seed));
        }
        offers.assertBothSeen(
                "HandleMigrationCommit",
                "HandleMigrationData",
                "HandlePartitionStateCheck",
                "HandlePromotionCommit",
                "HandlePublishCompleted");
    }
}
