package io.godwit.protocol.classic;

import static io.godwit.protocol.classic.ClassicFixture.OTHER;
import static io.godwit.protocol.classic.ClassicFixture.SETTINGS;
import static io.godwit.protocol.classic.ClassicFixture.assertRefused;
import static io.godwit.protocol.classic.ClassicFixture.assertStep;
import static io.godwit.protocol.classic.ClassicFixture.classic;
import static io.godwit.protocol.classic.ClassicFixture.content;
import static io.godwit.protocol.classic.ClassicFixture.joined;
import static io.godwit.protocol.classic.ClassicFixture.member;
import static io.godwit.protocol.classic.ClassicFixture.repaired;
import static io.godwit.protocol.classic.ClassicFixture.send;
import static io.godwit.protocol.classic.ClassicFixture.take;
import static io.godwit.protocol.classic.ClassicFixture.update;
import static io.godwit.protocol.classic.ClassicFixture.without;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.DataMessage.Backup;
import io.godwit.protocol.classic.DataMessage.BackupAck;
import io.godwit.protocol.classic.DataMessage.SyncCheck;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.classic.DataMessage.SyncResponse;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.Pending;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.data.Serving;
import io.godwit.protocol.classic.data.Update;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Member 2 owns partition 1, with backups 3 and 1. */
class ReplicationTest {
    private static final Result OK = new Result.Done(List.of());
    private static final Replica ONE = new Replica(content(1), 1, true, true);

    private final Replication write = classic(repaired()).replication();
    private final Replication backup = classic(repaired()).replication();

    private static ClassicState owner() {
        return member(2).but().replica(1, ONE).done();
    }

    private static ClassicState waiting(ClassicState state, Pending... pending) {
        return state.but()
                .pending(PartitionMap.<List<Pending>>empty().with(1, List.of(pending)))
                .done();
    }

    private static Pending pending(int write, Integer... waiting) {
        return new Pending(update(write), OK, MemberSet.of(List.of(waiting)));
    }

    private static ClassicState frozen(ClassicState state) {
        return state.but().frozen(1, true).done();
    }

    // Writes and reads

    @Test
    void ownerAppliesAndWaitsForItsBackups() {
        Backup message = new Backup(1, 3, 2, update(2));
        Replica two = new Replica(content(1, 2), 2, true, true);
        assertStep(
                waiting(owner().but().replica(1, two).done(), pending(2, 1, 3)),
                take(owner(), s -> write.write(s, 1, update(2))),
                send(1, message),
                send(3, message));
        ClassicState busy = waiting(owner(), pending(1, 3));
        assertStep(
                waiting(owner().but().replica(1, two).done(), pending(1, 3), pending(2, 1, 3)),
                take(busy, s -> write.write(s, 1, update(2))),
                send(1, message),
                send(3, message));
    }

    @Test
    void answerComesAtOnceWithoutBackups() {
        ClassicState alone = owner().but().view(MemberSet.of(2, 4)).done();
        Update increment = new Update(7, 1, new Operation.Increment(5, 3));
        assertStep(
                alone.but()
                        .replica(1, new Replica(content(1).apply(7, 1, increment.operation()), 2, true, true))
                        .done(),
                take(alone, s -> write.write(s, 1, increment)),
                new Command.Answer(7, 1, new Result.Done(List.of(3L))));
    }

    @Test
    void repeatedWriteChangesNothingAgain() {
        Replica two = new Replica(content(1), 2, true, true);
        Backup message = new Backup(1, 3, 2, update(1));
        assertStep(
                waiting(owner().but().replica(1, two).done(), pending(1, 1, 3)),
                take(owner(), s -> write.write(s, 1, update(1))),
                send(1, message),
                send(3, message));
        assertNotEquals(content(1), new Update(1, 2, new Operation.Put(1, 1)).applyTo(content(1)));
    }

    @Test
    void ownerServes() {
        assertRefused(ClassicRule.UP, ClassicState.off(2, SETTINGS), s -> write.write(s, 1, update(2)));
        assertRefused(ClassicRule.OWNER, member(3), s -> write.write(s, 1, update(2)));
        assertRefused(ClassicRule.NO_SYNC, frozen(owner()), s -> write.write(s, 1, update(2)));
        assertRefused(ClassicRule.FREEZE_BLOCKS_WRITES, joined(owner(), OTHER), s -> write.write(s, 1, update(2)));
        Replication thawed = classic(without(ClassicRule.FREEZE_BLOCKS_WRITES)).replication();
        assertEquals(
                2,
                take(joined(owner(), OTHER), s -> thawed.write(s, 1, update(2)))
                        .state()
                        .replicas()
                        .get(1)
                        .version());
        assertRefused(ClassicRule.NO_SYNC, frozen(owner()), s -> thawed.write(s, 1, update(2)));
    }

    @Test
    void ownerAnswersReads() {
        Replication read = classic(repaired()).replication();
        Update get = new Update(9, 4, new Operation.Get(1));
        Command answer = new Command.Answer(9, 4, new Result.Done(List.of(1L)));
        assertStep(owner(), take(owner(), s -> read.read(s, 1, get)), answer);
        assertRefused(ClassicRule.UP, ClassicState.off(2, SETTINGS), s -> read.read(s, 1, get));
        assertRefused(ClassicRule.OWNER, member(3), s -> read.read(s, 1, get));
        assertRefused(ClassicRule.NO_SYNC, frozen(owner()), s -> read.read(s, 1, get));
        ClassicState moving = joined(owner(), OTHER);
        assertRefused(ClassicRule.FREEZE_BLOCKS_READS, moving, s -> read.read(s, 1, get));
        assertStep(
                moving,
                take(moving, s -> classic(without(ClassicRule.FREEZE_BLOCKS_READS))
                        .replication()
                        .read(s, 1, get)),
                answer);
    }

    // Backups

    private static ClassicState backup3() {
        return member(3).but().replica(1, ONE).done();
    }

    @Test
    void backupTakesTheNextWrite() {
        ClassicState clean = member(3)
                .but()
                .replica(1, new Replica(content(1), 1, false, false))
                .done();
        assertStep(
                clean.but()
                        .replica(1, new Replica(content(1, 2), 2, false, false))
                        .done(),
                take(clean, s -> backup.handleBackup(s, 2, new Backup(1, 3, 2, update(2)))),
                send(2, new BackupAck(1, update(2))));
        assertStep(
                clean.but()
                        .replica(1, new Replica(content(1, 2), 3, true, false))
                        .done(),
                take(clean, s -> backup.handleBackup(s, 2, new Backup(1, 3, 3, update(2)))),
                send(2, new BackupAck(1, update(2))));
        assertStep(
                backup3()
                        .but()
                        .replica(1, new Replica(content(1, 2), 1, true, true))
                        .done(),
                take(backup3(), s -> backup.handleBackup(s, 2, new Backup(1, 2, 1, update(2)))),
                send(2, new BackupAck(1, update(2))));
    }

    @Test
    void backupRefusesWritesThatDoNotFit() {
        assertRefused(
                ClassicRule.BACKUP_WAITS_FOR_TABLE,
                backup3(),
                s -> backup.handleBackup(s, 2, new Backup(1, 4, 2, update(2))));
        assertRefused(ClassicRule.BACKUP, member(4), s -> backup.handleBackup(s, 2, new Backup(1, 3, 2, update(2))));
        assertRefused(ClassicRule.NOT_OLDER, backup3(), s -> backup.handleBackup(s, 2, new Backup(1, 3, 0, update(2))));
        assertRefused(
                ClassicRule.BACKUP_CHECKS_SENDER,
                backup3(),
                s -> backup.handleBackup(s, 1, new Backup(1, 3, 2, update(2))));
        Replication trusting = classic(without(ClassicRule.BACKUP_CHECKS_SENDER, ClassicRule.BACKUP_WAITS_FOR_TABLE))
                .replication();
        assertStep(
                backup3()
                        .but()
                        .replica(1, new Replica(content(1, 2), 2, true, true))
                        .done(),
                take(backup3(), s -> trusting.handleBackup(s, 1, new Backup(1, 4, 2, update(2)))),
                send(1, new BackupAck(1, update(2))));
    }

    @Test
    void lastConfirmationIsTheAnswer() {
        Replication handler = classic(repaired()).replication();
        ClassicState state = waiting(owner(), pending(1, 1, 3), pending(2, 1, 3));
        assertStep(
                waiting(owner(), pending(1, 1, 3), pending(2, 1)),
                take(state, s -> handler.handleBackupAck(s, 3, new BackupAck(1, update(2)))));
        assertStep(
                waiting(owner(), pending(1, 1, 3)),
                take(
                        waiting(owner(), pending(1, 1, 3), pending(2, 1)),
                        s -> handler.handleBackupAck(s, 1, new BackupAck(1, update(2)))),
                new Command.Answer(2, 2, OK));
        assertStep(
                owner(),
                take(waiting(owner(), pending(2, 1)), s -> handler.handleBackupAck(s, 1, new BackupAck(1, update(2)))),
                new Command.Answer(2, 2, OK));
        assertRefused(
                ClassicRule.WRITE_PENDING, owner(), s -> handler.handleBackupAck(s, 1, new BackupAck(1, update(2))));
    }

    @Test
    void unguardedWriteSucceedsWithoutBackups() {
        ClassicState state = waiting(owner(), pending(1, 1, 3), pending(2, 1));
        assertStep(
                owner(),
                take(state, s -> classic(without(ClassicRule.ACK_WAITS_FOR_BACKUPS))
                        .replication()
                        .ackWithoutBackups(s, 1)),
                new Command.Answer(1, 1, OK),
                new Command.Answer(2, 2, OK));
        assertRefused(ClassicRule.ACK_WAITS_FOR_BACKUPS, state, s -> classic(repaired())
                .replication()
                .ackWithoutBackups(s, 1));
        assertRefused(ClassicRule.WRITE_PENDING, state, s -> classic(without(ClassicRule.ACK_WAITS_FOR_BACKUPS))
                .replication()
                .ackWithoutBackups(s, 0));
    }

    // Anti-entropy

    private final Replication start = classic(repaired()).replication();

    @Test
    void ownerAsksABackup() {
        assertStep(owner(), take(owner(), s -> start.startSync(s, 1, 3)), send(3, new SyncCheck(1, 1)));
        assertRefused(ClassicRule.OWNER, member(3), s -> start.startSync(s, 1, 3));
        assertRefused(ClassicRule.NO_SYNC, frozen(owner()), s -> start.startSync(s, 1, 3));
        Replication thawed = classic(without(ClassicRule.FREEZE_BLOCKS_WRITES)).replication();
        assertRefused(ClassicRule.NOT_FROZEN, joined(owner(), OTHER), s -> thawed.startSync(s, 1, 3));
        ClassicState serving = owner().but()
                .serving(PartitionMap.<Serving>empty().with(1, new Serving(1, 1, MapContent.EMPTY)))
                .done();
        assertRefused(ClassicRule.NOT_SERVING, serving, s -> start.startSync(s, 1, 3));
        assertRefused(ClassicRule.BACKUP_IS_MEMBER, owner(), s -> start.startSync(s, 1, 4));
        ClassicState gone = owner().but().view(MemberSet.of(1, 2, 4)).done();
        assertRefused(ClassicRule.BACKUP_IS_MEMBER, gone, s -> start.startSync(s, 1, 3));
    }

    @Test
    void backupCompares() {
        Replication handler = classic(repaired()).replication();
        ClassicState clean = member(3)
                .but()
                .replica(1, new Replica(content(1), 1, false, false))
                .done();
        assertStep(
                clean,
                take(clean, s -> handler.handleSyncCheck(s, 2, new SyncCheck(1, 2))),
                send(2, new SyncRequest(1)));
        assertStep(
                backup3(),
                take(backup3(), s -> handler.handleSyncCheck(s, 2, new SyncCheck(1, 1))),
                send(2, new SyncRequest(1)));
        assertRefused(ClassicRule.OUT_OF_LINE, clean, s -> handler.handleSyncCheck(s, 2, new SyncCheck(1, 1)));
        assertRefused(ClassicRule.ASKED_BY_OWNER, clean, s -> handler.handleSyncCheck(s, 1, new SyncCheck(1, 2)));
        assertRefused(ClassicRule.BACKUP, member(4), s -> handler.handleSyncCheck(s, 2, new SyncCheck(1, 2)));
    }

    private static ClassicState serving() {
        return owner().but()
                .serving(PartitionMap.<Serving>empty().with(1, new Serving(3, 1, MapContent.EMPTY)))
                .done();
    }

    @Test
    void ownerServesInTwoSteps() {
        Replication handler = classic(repaired()).replication();
        assertStep(frozen(serving()), take(owner(), s -> handler.handleSyncRequest(s, 3, new SyncRequest(1))));
        assertStep(serving(), take(owner(), s -> classic(without(ClassicRule.SYNC_BLOCKS_WRITES))
                .replication()
                .handleSyncRequest(s, 3, new SyncRequest(1))));
        assertRefused(ClassicRule.BACKUP_IS_MEMBER, owner(), s -> handler.handleSyncRequest(s, 4, new SyncRequest(1)));
        Replication finish = classic(repaired()).replication();
        ClassicState written = frozen(serving())
                .but()
                .replica(1, new Replica(content(1, 2), 2, false, false))
                .done();
        assertStep(
                written.but().serving(PartitionMap.empty()).frozen(1, false).done(),
                take(written, s -> finish.finishSync(s, 1)),
                send(3, new SyncResponse(1, 3, 1, content(1, 2))));
        assertRefused(ClassicRule.SERVING, written, s -> finish.finishSync(s, 0));
    }

    @Test
    void backupTakesTheWholeCopy() {
        Replication handler = classic(repaired()).replication();
        SyncResponse response = new SyncResponse(1, 3, 5, content(2, 3));
        ClassicState synced = backup3()
                .but()
                .replica(1, new Replica(content(2, 3), 5, false, true))
                .done();
        assertStep(synced, take(backup3(), s -> handler.handleSyncResponse(s, 2, response)));
        assertRefused(ClassicRule.BACKUP, member(4), s -> handler.handleSyncResponse(s, 2, response));
        assertRefused(ClassicRule.SYNC_CHECKS_SENDER, backup3(), s -> handler.handleSyncResponse(s, 1, response));
        assertStep(synced, take(backup3(), s -> classic(without(ClassicRule.SYNC_CHECKS_SENDER))
                .replication()
                .handleSyncResponse(s, 1, response)));
    }

    @Test
    void queuedCleanUpRuns() {
        Replication handler = classic(repaired()).replication();
        assertStep(member(2), take(owner(), s -> handler.cleanUpLate(s, 1)));
        assertRefused(ClassicRule.CLEAN_UP_QUEUED, owner(), s -> handler.cleanUpLate(s, 0));
    }
}
