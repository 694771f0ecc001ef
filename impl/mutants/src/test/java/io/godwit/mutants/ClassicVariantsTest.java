package io.godwit.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicProtocol;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicSettings;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.FetchRequest;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.ControlMessage.PromotionReply;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.classic.DataMessage.SyncResponse;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.ParallelMigration.Kind;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.classic.PartitionVersioning;
import io.godwit.protocol.classic.ProcessStatus;
import io.godwit.protocol.classic.Replication;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Promotion;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.run.PlannedWork;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Member 2 owns the only partition, with backup 3; 1 is master. */
class ClassicVariantsTest {
    private static final MapContent ONE = MapContent.EMPTY.apply(1, 1, new Operation.Put(1, 1));
    private static final MapContent TWO = ONE.apply(2, 2, new Operation.Put(2, 2));

    private static Classic without(String name) {
        return Mutants.find("classic/" + name).orElseThrow().classic();
    }

    private static ClassicState owner(MapContent content, int version) {
        return ClassicState.off(2, new ClassicSettings(1, 2, 2, 10))
                .but()
                .life(ProcessStatus.UP)
                .view(MemberSet.of(1, 2, 3, 4))
                .master(1)
                .table(PartitionTable.of(1, p -> PartitionEntry.of(2, 2, 3)))
                .replica(0, new Replica(content, version, true, false))
                .done();
    }

    private static Migration migration(int source, int sourceNew) {
        return new Migration(1, 0, source, 4, 2, 1, source == 2 ? 0 : 1, sourceNew, -1, 0, 2, 1, Status.ACTIVE);
    }

    private static Replica afterSending(Migration migration) {
        MigrationRequest request = new MigrationRequest(migration, MigrationSet.EMPTY);
        return without("DropAfterDecision")
                .migration()
                .handleMigrationRequest(owner(ONE, 1), 1, request)
                .state()
                .replicas()
                .get(0);
    }

    @Test
    void sourceDropsWhatItHasSent() {
        assertEquals(new Replica(MapContent.EMPTY, 1, true, false), afterSending(migration(2, Migration.NO_SLOT)));
        assertEquals(new Replica(ONE, 1, true, false), afterSending(migration(2, 1)));
        assertEquals(new Replica(ONE, 1, true, false), afterSending(migration(3, Migration.NO_SLOT)));
    }

    @Test
    void newMasterDoesNotFetch() {
        ClassicState heir = owner(ONE, 1).but().view(MemberSet.of(2, 3)).done();
        assertEquals(
                Step.to(heir.but().master(2).duty(MasterPhase.READY).done(), new Command.Send(3, new FetchRequest())),
                without("FetchBeforeUpdate").failover().claim(heir));
    }

    @Test
    void syncReadsTheCounterAfterTheData() {
        Replication replication = without("VersionsBeforeData").replication();
        ClassicState serving = replication
                .handleSyncRequest(owner(ONE, 1), 3, new SyncRequest(0))
                .state();
        ClassicState written =
                serving.but().replica(0, new Replica(TWO, 2, false, false)).done();
        assertEquals(
                List.of(new Command.Send(3, new SyncResponse(0, 2, 2, ONE))),
                replication.finishSync(written, 0).commands());
    }

    @Test
    void failedMigrationHasTheVersionOfASuccessfulOne() {
        PartitionVersioning versioning = without("FailureFence").versioning();
        Migration migration = migration(2, Migration.NO_SLOT);
        assertEquals(3, versioning.finalVersion(migration.with(Status.SUCCESS)));
        assertEquals(3, versioning.finalVersion(migration.with(Status.FAILED)));
    }

    @Test
    void stampOfATableFromTheMasterStays() {
        ClassicState member = owner(ONE, 1);
        PartitionTable newer = PartitionTable.of(1, p -> PartitionEntry.of(3, 4, 3));
        PartitionVersioning versioning = without("StampFollowsTable").versioning();
        Step<ClassicState> taken =
                versioning.handlePartitionState(member, 1, new PartitionState(newer, MigrationSet.EMPTY));
        assertEquals(newer, taken.state().table());
        assertEquals(member.stamp(), taken.state().stamp());
        ClassicState own = versioning.adopt(member, newer, MigrationSet.EMPTY, MigrationSet.EMPTY, 2);
        assertEquals(versioning.stampOf(newer), own.stamp());
    }

    @Test
    void failedPromotionHasTheVersionOfASuccessfulOne() {
        ClassicState waiting = owner(ONE, 1)
                .but()
                .master(2)
                .duty(MasterPhase.PROMOTE)
                .table(PartitionTable.of(1, p -> PartitionEntry.of(2, 0, 3)))
                .promotion(Optional.of(new Promotion(3, List.of(0))))
                .done();
        PromotionReply no = new PromotionReply(List.of(0), false);
        assertEquals(
                4,
                without("PromotionFence")
                        .promotion()
                        .handlePromotionReply(waiting, 3, no)
                        .state()
                        .version(0));
    }

    /** Two migrations from 1 to 4, of which each may take part in one. */
    private static ClassicState twoPlanned(String missing) {
        PartitionMap<List<PlannedWork>> plan = PartitionMap.empty();
        for (int p = 0; p < 2; p++) {
            plan = plan.with(p, List.of(PlannedWork.of(new Order(p, Kind.MOVE, 0, 0, 4 + p))));
        }
        PartitionMap<List<PlannedWork>> both = plan;
        ClassicState master = ClassicState.off(1, new ClassicSettings(2, 2, 1, 10))
                .but()
                .life(ProcessStatus.UP)
                .view(MemberSet.of(1, 2, 3, 4, 5))
                .master(1)
                .duty(MasterPhase.READY)
                .table(PartitionTable.of(2, p -> PartitionEntry.of(2, 2, 3)))
                .done();
        Classic classic = missing.isEmpty() ? Classic.repaired() : without(missing);
        return new ClassicProtocol(classic, (table, stayers) -> both)
                .step(master, new Event.Tick(1))
                .state();
    }

    /** Planner and master both count: otherwise one of them would do the work of the other. */
    @Test
    void sourceMaySendTwice() {
        assertTrue(twoPlanned("").inflight().has(0));
        assertFalse(twoPlanned("").inflight().has(1));
        assertTrue(twoPlanned("CapCountsSource").inflight().has(1));
        assertFalse(twoPlanned("CapCountsDestination").inflight().has(1));
    }

    @Test
    void stampsAreNotRequested() {
        ClassicState master =
                owner(ONE, 1).but().master(2).duty(MasterPhase.READY).done();
        assertTrue(Classic.repaired().stampCheck().sendStampCheck(master).accepted());
        assertEquals(
                ClassicRule.STAMP_CHECKS,
                without("StampChecks").stampCheck().sendStampCheck(master).refusal());
    }

    @Test
    void leaverAsksOnce() {
        ClassicState leaver = owner(ONE, 1).but().leaving(MemberSet.of(2)).done();
        assertTrue(Classic.repaired().shutdown().repeatShutdownRequest(leaver).accepted());
        assertEquals(
                ClassicRule.LEAVER_REPEATS,
                without("LeaverRepeats")
                        .shutdown()
                        .repeatShutdownRequest(leaver)
                        .refusal());
    }
}
