package io.godwit.mutants.classic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.mutants.Mutants;
import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.FetchRequest;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.classic.DataMessage.SyncResponse;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.Life;
import io.godwit.protocol.classic.Settings;
import io.godwit.protocol.classic.failover.Claim;
import io.godwit.protocol.classic.migration.HandleMigrationRequest;
import io.godwit.protocol.classic.replication.FinishSync;
import io.godwit.protocol.classic.replication.HandleSyncRequest;
import io.godwit.protocol.classic.replication.Replica;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Member 2 owns the only partition, with backup 3; 1 is master. */
class ClassicStandInsTest {
    private static final MapContent ONE = MapContent.EMPTY.apply(1, 1, new Operation.Put(1, 1));
    private static final MapContent TWO = ONE.apply(2, 2, new Operation.Put(2, 2));

    private static Guards without(String name) {
        return Mutants.find("classic/" + name).orElseThrow().guards();
    }

    private static ClassicState owner(MapContent content, int version) {
        return ClassicState.off(2, new Settings(1, 2, 2, 10))
                .but()
                .life(Life.UP)
                .view(MemberSet.of(1, 2, 3, 4))
                .master(1)
                .table(PartitionTable.of(1, p -> Entry.of(2, 2, 3)))
                .replica(0, new Replica(content, version, true, false))
                .done();
    }

    private static Migration migration(int source, int sourceNew) {
        return new Migration(1, 0, source, 4, 2, 1, source == 2 ? 0 : 1, sourceNew, -1, 0, 2, 1, Status.ACTIVE);
    }

    private static Replica afterSending(Migration migration) {
        Guards guards = without("DropAfterDecision");
        MigrationRequest request = new MigrationRequest(
                migration, MigrationSet.EMPTY, owner(ONE, 1).table());
        return guards.make(HandleMigrationRequest.class, HandleMigrationRequest::new)
                .handle(owner(ONE, 1), new Received<>(1, request))
                .state()
                .replicas()
                .get(0);
    }

    @Test
    void theSourceDropsWhatItHasSent() {
        assertEquals(new Replica(MapContent.EMPTY, 1, true, false), afterSending(migration(2, Migration.NO_SLOT)));
        assertEquals(new Replica(ONE, 1, true, false), afterSending(migration(2, 1)));
        assertEquals(new Replica(ONE, 1, true, false), afterSending(migration(3, Migration.NO_SLOT)));
    }

    @Test
    void aNewMasterDoesNotFetch() {
        ClassicState heir = owner(ONE, 1).but().view(MemberSet.of(2, 3)).done();
        Guards guards = without("FetchBeforeUpdate");
        assertEquals(
                Step.to(heir.but().master(2).duty(Duty.READY).done(), new Command.Send(3, new FetchRequest())),
                guards.make(Claim.class, Claim::new).handle(heir, Act.NOW));
    }

    @Test
    void aSyncReadsTheCounterAfterTheData() {
        Guards guards = without("VersionsBeforeData");
        ClassicState serving = guards.make(HandleSyncRequest.class, HandleSyncRequest::new)
                .handle(owner(ONE, 1), new Received<>(3, new SyncRequest(0)))
                .state();
        ClassicState written =
                serving.but().replica(0, new Replica(TWO, 2, false, false)).done();
        assertEquals(
                List.of(new Command.Send(3, new SyncResponse(0, 2, 2, ONE))),
                guards.make(FinishSync.class, FinishSync::new)
                        .handle(written, 0)
                        .commands());
    }
}
