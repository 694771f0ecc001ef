package io.godwit.protocol.refusal;

import static io.godwit.protocol.refusal.Offers.any;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Received;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicScene;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.DataMessage;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.failover.Claim;
import io.godwit.protocol.classic.failover.FinishFetch;
import io.godwit.protocol.classic.failover.HandleFetchReply;
import io.godwit.protocol.classic.failover.HandleFetchRequest;
import io.godwit.protocol.classic.membership.HandleFinalizeJoin;
import io.godwit.protocol.classic.membership.HandleJoinRequest;
import io.godwit.protocol.classic.membership.HandleMembersUpdate;
import io.godwit.protocol.classic.membership.Join;
import io.godwit.protocol.classic.membership.Suspect;
import io.godwit.protocol.classic.migration.AbortMigration;
import io.godwit.protocol.classic.migration.HandleCommitReply;
import io.godwit.protocol.classic.migration.HandleMigrationCommit;
import io.godwit.protocol.classic.migration.HandleMigrationData;
import io.godwit.protocol.classic.migration.HandleMigrationReply;
import io.godwit.protocol.classic.migration.HandleMigrationRequest;
import io.godwit.protocol.classic.migration.ResendCommit;
import io.godwit.protocol.classic.migration.StartMigration;
import io.godwit.protocol.classic.migration.StepKind;
import io.godwit.protocol.classic.migration.TimeoutMigration;
import io.godwit.protocol.classic.promotion.AbortPromotion;
import io.godwit.protocol.classic.promotion.AssignLost;
import io.godwit.protocol.classic.promotion.ClearSurplus;
import io.godwit.protocol.classic.promotion.HandlePromotionCommit;
import io.godwit.protocol.classic.promotion.HandlePromotionReply;
import io.godwit.protocol.classic.promotion.Repair;
import io.godwit.protocol.classic.promotion.ResendPromotion;
import io.godwit.protocol.classic.replication.AckWithoutBackups;
import io.godwit.protocol.classic.replication.CleanUpLate;
import io.godwit.protocol.classic.replication.FinishSync;
import io.godwit.protocol.classic.replication.HandleBackup;
import io.godwit.protocol.classic.replication.HandleBackupAck;
import io.godwit.protocol.classic.replication.HandleSyncCheck;
import io.godwit.protocol.classic.replication.HandleSyncRequest;
import io.godwit.protocol.classic.replication.HandleSyncResponse;
import io.godwit.protocol.classic.replication.Read;
import io.godwit.protocol.classic.replication.StartSync;
import io.godwit.protocol.classic.replication.Update;
import io.godwit.protocol.classic.replication.Write;
import io.godwit.protocol.classic.shutdown.AskToLeave;
import io.godwit.protocol.classic.shutdown.DrainMove;
import io.godwit.protocol.classic.shutdown.HandleShutdownRequest;
import io.godwit.protocol.classic.shutdown.HandleShutdownResponse;
import io.godwit.protocol.classic.shutdown.Release;
import io.godwit.protocol.classic.shutdown.RepeatShutdownRequest;
import io.godwit.protocol.classic.stampcheck.HandlePartitionStateCheck;
import io.godwit.protocol.classic.stampcheck.HandlePartitionStateCheckReply;
import io.godwit.protocol.classic.stampcheck.SendStampCheck;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.Fetch;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.classic.table.Promotion;
import io.godwit.protocol.classic.table.Publication;
import io.godwit.protocol.classic.versioning.HandlePartitionState;
import io.godwit.protocol.classic.versioning.HandlePublishCompleted;
import io.godwit.protocol.classic.versioning.HandlePublishReply;
import io.godwit.protocol.classic.versioning.PublishCompleted;
import io.godwit.protocol.map.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
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
        state.inflight().values().forEach((Flight flight) -> known.add(flight.migration()));
        if (!known.isEmpty() && random.nextInt(4) > 0) {
            return any(random, known);
        }
        int p = partition(random);
        Entry entry = state.table().get(p);
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
        return ClassicScene.update(1 + random.nextInt(4));
    }

    private static int sender(ClassicState state, Random random) {
        return random.nextBoolean() ? state.master() : member(random);
    }

    private static <M extends Message> BiFunction<ClassicState, Random, Received<M>> received(
            BiFunction<ClassicState, Random, M> message) {
        return (s, r) -> new Received<>(sender(s, r), message.apply(s, r));
    }

    private static Act act(ClassicState state, Random random) {
        return Act.NOW;
    }

    private static void tables(Offers<ClassicState> offers, Guards guards) {
        offers.to(
                        new HandlePartitionState(guards),
                        received((s, r) -> new ControlMessage.PartitionState(table(s, r), migrations(s, r))))
                .to(
                        new HandlePublishCompleted(guards),
                        received((s, r) -> new ControlMessage.PublishCompleted(migrations(s, r), table(s, r))))
                .to(
                        new HandlePublishReply(guards),
                        received((s, r) -> new ControlMessage.PublishReply(
                                r.nextBoolean(),
                                s.publication().map(Publication::list).orElse(MigrationSet.EMPTY))))
                .to(new PublishCompleted(guards), ClassicRefusalTest::act)
                .to(
                        new HandlePartitionStateCheck(guards),
                        received((s, r) ->
                                new ControlMessage.PartitionStateCheck(s.stamp().value() + r.nextInt(2))))
                .to(
                        new HandlePartitionStateCheckReply(guards),
                        received((s, r) -> new ControlMessage.PartitionStateCheckReply(r.nextBoolean())))
                .to(new SendStampCheck(guards), ClassicRefusalTest::act);
    }

    private static void migrating(Offers<ClassicState> offers, Guards guards) {
        offers.to(
                        new StartMigration(guards),
                        (s, r) -> new StartMigration.Order(
                                partition(r), any(r, StepKind.values()), r.nextInt(SLOTS), r.nextInt(SLOTS), member(r)))
                .to(
                        new HandleMigrationRequest(guards),
                        received((s, r) ->
                                new ControlMessage.MigrationRequest(migration(s, r), migrations(s, r), table(s, r))))
                .to(
                        new HandleMigrationData(guards),
                        received((s, r) -> new DataMessage.MigrationData(
                                migration(s, r), migrations(s, r), r.nextInt(3), ClassicScene.content(1))))
                .to(
                        new HandleMigrationReply(guards),
                        received((s, r) -> new ControlMessage.MigrationReply(migration(s, r), r.nextInt(4) > 0)))
                .to(
                        new HandleMigrationCommit(guards),
                        received((s, r) -> new ControlMessage.MigrationCommit(
                                migration(s, r).with(Status.SUCCESS))))
                .to(
                        new HandleCommitReply(guards),
                        received((s, r) -> new ControlMessage.CommitReply(migration(s, r), r.nextBoolean())))
                .to(new AbortMigration(guards), (s, r) -> partition(r))
                .to(new TimeoutMigration(guards), (s, r) -> partition(r))
                .to(new ResendCommit(guards), (s, r) -> partition(r));
    }

    private static Promotion promotion(ClassicState state, Random random) {
        return random.nextInt(3) > 0 && state.promotion().isPresent()
                ? state.promotion().get()
                : new Promotion(member(random), List.of(partition(random)));
    }

    private static void repairing(Offers<ClassicState> offers, Guards guards) {
        offers.to(new Repair(guards), ClassicRefusalTest::act)
                .to(new AssignLost(guards), (s, r) -> new AssignLost.Choice(partition(r), member(r)))
                .to(new ClearSurplus(guards), (s, r) -> new ClearSurplus.Slot(partition(r), r.nextInt(SLOTS)))
                .to(
                        new HandlePromotionCommit(guards),
                        received((s, r) -> new ControlMessage.PromotionCommit(
                                table(s, r), List.of(partition(r)), migrations(s, r))))
                .to(new HandlePromotionReply(guards), (s, r) -> {
                    Promotion promotion = promotion(s, r);
                    return new Received<>(
                            promotion.destination(),
                            new ControlMessage.PromotionReply(promotion.partitions(), r.nextBoolean()));
                })
                .to(new ResendPromotion(guards), ClassicRefusalTest::act)
                .to(new AbortPromotion(guards), ClassicRefusalTest::act);
    }

    private static void replicating(Offers<ClassicState> offers, Guards guards) {
        offers.to(new Write(guards), (s, r) -> new Write.Request(partition(r), update(r)))
                .to(new Read(guards), (s, r) -> new Read.Request(partition(r), new Update(1, 1, new Operation.Get(1))))
                .to(new AckWithoutBackups(guards), (s, r) -> partition(r))
                .to(new HandleBackup(guards), (s, r) -> {
                    int p = partition(r);
                    int version = s.replicas().get(p).version() + r.nextInt(3) - 1;
                    int at = s.version(p) + (r.nextInt(4) == 0 ? 1 : 0);
                    int owner = s.table().get(p).owner();
                    return new Received<>(any(r, owner, member(r)), new DataMessage.Backup(p, at, version, update(r)));
                })
                .to(new HandleBackupAck(guards), received((s, r) -> new DataMessage.BackupAck(partition(r), update(r))))
                .to(new StartSync(guards), (s, r) -> new StartSync.Question(partition(r), member(r)))
                .to(new HandleSyncCheck(guards), (s, r) -> {
                    int p = partition(r);
                    return new Received<>(
                            any(r, s.table().owner(p), member(r)), new DataMessage.SyncCheck(p, r.nextInt(3)));
                })
                .to(
                        new HandleSyncRequest(guards),
                        (s, r) -> new Received<>(member(r), new DataMessage.SyncRequest(partition(r))))
                .to(new FinishSync(guards), (s, r) -> partition(r))
                .to(new HandleSyncResponse(guards), (s, r) -> {
                    int p = partition(r);
                    return new Received<>(
                            any(r, s.table().owner(p), member(r)),
                            new DataMessage.SyncResponse(p, s.version(p), r.nextInt(4), ClassicScene.content(1, 2)));
                })
                .to(new CleanUpLate(guards), (s, r) -> partition(r));
    }

    private static void joining(Offers<ClassicState> offers, Guards guards) {
        offers.to(new Join(guards), (s, r) -> member(r))
                .to(
                        new HandleFinalizeJoin(guards),
                        received((s, r) -> new ControlMessage.FinalizeJoin(
                                MemberSet.of(1, 2, 3, 4).with(s.self()),
                                any(r, ClassicScene.TABLE, ClassicScene.MOVED),
                                MigrationSet.EMPTY)))
                .to(new HandleJoinRequest(guards), received((s, r) -> new ControlMessage.JoinRequest()))
                .to(new HandleMembersUpdate(guards), received((s, r) -> new ControlMessage.MembersUpdate(member(r))))
                .to(new Suspect(guards), (s, r) -> r.nextInt(3) == 0 ? member(r) : 9)
                .to(new Claim(guards), ClassicRefusalTest::act)
                .to(new HandleFetchRequest(guards), received((s, r) -> new ControlMessage.FetchRequest()))
                .to(
                        new HandleFetchReply(guards),
                        (s, r) -> new Received<>(
                                member(r),
                                new ControlMessage.FetchReply(table(s, r), migrations(s, r), migrations(s, r))))
                .to(new FinishFetch(guards), ClassicRefusalTest::act);
    }

    private static void leaving(Offers<ClassicState> offers, Guards guards) {
        offers.to(new AskToLeave(guards), ClassicRefusalTest::act)
                .to(new RepeatShutdownRequest(guards), ClassicRefusalTest::act)
                .to(
                        new HandleShutdownRequest(guards),
                        received((s, r) -> new ControlMessage.ShutdownRequest(member(r))))
                .to(new DrainMove(guards), (s, r) -> new DrainMove.Order(partition(r), r.nextInt(SLOTS), member(r)))
                .to(new Release(guards), (s, r) -> member(r))
                .to(
                        new HandleShutdownResponse(guards),
                        received((s, r) -> new ControlMessage.ShutdownResponse(any(r, s.self(), member(r)))));
    }

    /** A master that has lost both replicas of a partition, and one that has fetched everything. */
    private static List<ClassicState> busyMasters() {
        PartitionTable lost = ClassicScene.table(Entry.of(3, 0, 0, 0), Entry.of(3, 2, 3, 1));
        Fetch fetched = new Fetch(MemberSet.of(), ClassicScene.TABLE, MigrationSet.EMPTY, MigrationSet.EMPTY);
        ClassicState fetching = ClassicScene.master()
                .but()
                .duty(Duty.FETCH)
                .fetch(Optional.of(fetched))
                .done();
        return List.of(ClassicScene.with(ClassicScene.master(), lost), fetching);
    }

    @Test
    void aRefusalChangesNothing() {
        Offers<ClassicState> offers = new Offers<>();
        Guards timesOut = ClassicScene.without(ClassicGuard.ACK_WAITS_FOR_BACKUPS, ClassicGuard.FINALISE_BEFORE_COPY);
        for (Guards guards : List.of(ClassicScene.repaired(), ClassicGuard.product(), timesOut)) {
            tables(offers, guards);
            migrating(offers, guards);
            repairing(offers, guards);
            replicating(offers, guards);
            joining(offers, guards);
            leaving(offers, guards);
        }
        List<ClassicState> starts = new ArrayList<>(busyMasters());
        starts.addAll(List.of(
                ClassicScene.master(),
                ClassicScene.member(2),
                ClassicScene.member(4),
                ClassicScene.master(Flight.Stage.COPY, ClassicScene.MOVE),
                ClassicScene.master(Flight.Stage.COMMIT, ClassicScene.MOVE),
                ClassicState.off(5, ClassicScene.SETTINGS)));
        for (int seed = 0; seed < 2_400; seed++) {
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
