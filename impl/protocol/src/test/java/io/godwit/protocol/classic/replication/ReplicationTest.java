package io.godwit.protocol.classic.replication;

import static io.godwit.protocol.classic.ClassicScene.OTHER;
import static io.godwit.protocol.classic.ClassicScene.SETTINGS;
import static io.godwit.protocol.classic.ClassicScene.assertRefused;
import static io.godwit.protocol.classic.ClassicScene.assertStep;
import static io.godwit.protocol.classic.ClassicScene.content;
import static io.godwit.protocol.classic.ClassicScene.joined;
import static io.godwit.protocol.classic.ClassicScene.member;
import static io.godwit.protocol.classic.ClassicScene.receivedFrom;
import static io.godwit.protocol.classic.ClassicScene.repaired;
import static io.godwit.protocol.classic.ClassicScene.send;
import static io.godwit.protocol.classic.ClassicScene.update;
import static io.godwit.protocol.classic.ClassicScene.without;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.DataMessage.Backup;
import io.godwit.protocol.classic.DataMessage.BackupAck;
import io.godwit.protocol.classic.DataMessage.SyncCheck;
import io.godwit.protocol.classic.DataMessage.SyncRequest;
import io.godwit.protocol.classic.DataMessage.SyncResponse;
import io.godwit.protocol.classic.replication.Write.Request;
import io.godwit.protocol.classic.table.PartitionMap;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Member 2 owns partition 1, with backups 3 and 1. */
class ReplicationTest {
    private static final Result OK = new Result.Done(List.of());
    private static final Replica ONE = new Replica(content(1), 1, true, true);

    private final Write write = new Write(repaired());
    private final HandleBackup backup = new HandleBackup(repaired());

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
    void theOwnerAppliesAndWaitsForItsBackups() {
        Backup message = new Backup(1, 3, 2, update(2));
        Replica two = new Replica(content(1, 2), 2, true, true);
        assertStep(
                waiting(owner().but().replica(1, two).done(), pending(2, 1, 3)),
                write.handle(owner(), new Request(1, update(2))),
                send(1, message),
                send(3, message));
        ClassicState busy = waiting(owner(), pending(1, 3));
        assertStep(
                waiting(owner().but().replica(1, two).done(), pending(1, 3), pending(2, 1, 3)),
                write.handle(busy, new Request(1, update(2))),
                send(1, message),
                send(3, message));
    }

    @Test
    void withoutBackupsTheAnswerComesAtOnce() {
        ClassicState alone = owner().but().view(MemberSet.of(2, 4)).done();
        Update increment = new Update(7, 1, new Operation.Increment(5, 3));
        assertStep(
                alone.but()
                        .replica(1, new Replica(content(1).apply(7, 1, increment.operation()), 2, true, true))
                        .done(),
                write.handle(alone, new Request(1, increment)),
                new Command.Answer(7, 1, new Result.Done(List.of(3L))));
    }

    @Test
    void aRepeatedWriteChangesNothingAgain() {
        Replica two = new Replica(content(1), 2, true, true);
        Backup message = new Backup(1, 3, 2, update(1));
        assertStep(
                waiting(owner().but().replica(1, two).done(), pending(1, 1, 3)),
                write.handle(owner(), new Request(1, update(1))),
                send(1, message),
                send(3, message));
        assertNotEquals(content(1), new Update(1, 2, new Operation.Put(1, 1)).applyTo(content(1)));
    }

    @Test
    void whoServes() {
        Request request = new Request(1, update(2));
        assertRefused(ClassicGuard.UP, ClassicState.off(2, SETTINGS), s -> write.handle(s, request));
        assertRefused(ClassicGuard.OWNER, member(3), s -> write.handle(s, request));
        assertRefused(ClassicGuard.NO_SYNC, frozen(owner()), s -> write.handle(s, request));
        assertRefused(ClassicGuard.FREEZE_BLOCKS_WRITES, joined(owner(), OTHER), s -> write.handle(s, request));
        Write thawed = new Write(without(ClassicGuard.FREEZE_BLOCKS_WRITES));
        assertEquals(
                2,
                thawed.handle(joined(owner(), OTHER), request)
                        .state()
                        .replicas()
                        .get(1)
                        .version());
        assertRefused(ClassicGuard.NO_SYNC, frozen(owner()), s -> thawed.handle(s, request));
    }

    @Test
    void whoAnswersReads() {
        Read read = new Read(repaired());
        Read.Request request = new Read.Request(1, new Update(9, 4, new Operation.Get(1)));
        Command answer = new Command.Answer(9, 4, new Result.Done(List.of(1L)));
        assertStep(owner(), read.handle(owner(), request), answer);
        assertRefused(ClassicGuard.UP, ClassicState.off(2, SETTINGS), s -> read.handle(s, request));
        assertRefused(ClassicGuard.OWNER, member(3), s -> read.handle(s, request));
        assertRefused(ClassicGuard.NO_SYNC, frozen(owner()), s -> read.handle(s, request));
        ClassicState moving = joined(owner(), OTHER);
        assertRefused(ClassicGuard.FREEZE_BLOCKS_READS, moving, s -> read.handle(s, request));
        assertStep(moving, new Read(without(ClassicGuard.FREEZE_BLOCKS_READS)).handle(moving, request), answer);
    }

    // Backups

    private static ClassicState backup3() {
        return member(3).but().replica(1, ONE).done();
    }

    @Test
    void aBackupTakesTheNextWrite() {
        ClassicState clean = member(3)
                .but()
                .replica(1, new Replica(content(1), 1, false, false))
                .done();
        assertStep(
                clean.but()
                        .replica(1, new Replica(content(1, 2), 2, false, false))
                        .done(),
                backup.handle(clean, receivedFrom(2, new Backup(1, 3, 2, update(2)))),
                send(2, new BackupAck(1, update(2))));
        assertStep(
                clean.but()
                        .replica(1, new Replica(content(1, 2), 3, true, false))
                        .done(),
                backup.handle(clean, receivedFrom(2, new Backup(1, 3, 3, update(2)))),
                send(2, new BackupAck(1, update(2))));
        assertStep(
                backup3()
                        .but()
                        .replica(1, new Replica(content(1, 2), 1, true, true))
                        .done(),
                backup.handle(backup3(), receivedFrom(2, new Backup(1, 2, 1, update(2)))),
                send(2, new BackupAck(1, update(2))));
    }

    @Test
    void whatABackupRefuses() {
        assertRefused(
                ClassicGuard.BACKUP_WAITS_FOR_TABLE,
                backup3(),
                s -> backup.handle(s, receivedFrom(2, new Backup(1, 4, 2, update(2)))));
        assertRefused(
                ClassicGuard.BACKUP, member(4), s -> backup.handle(s, receivedFrom(2, new Backup(1, 3, 2, update(2)))));
        assertRefused(
                ClassicGuard.NOT_OLDER,
                backup3(),
                s -> backup.handle(s, receivedFrom(2, new Backup(1, 3, 0, update(2)))));
        assertRefused(
                ClassicGuard.BACKUP_CHECKS_SENDER,
                backup3(),
                s -> backup.handle(s, receivedFrom(1, new Backup(1, 3, 2, update(2)))));
        HandleBackup trusting =
                new HandleBackup(without(ClassicGuard.BACKUP_CHECKS_SENDER, ClassicGuard.BACKUP_WAITS_FOR_TABLE));
        assertStep(
                backup3()
                        .but()
                        .replica(1, new Replica(content(1, 2), 2, true, true))
                        .done(),
                trusting.handle(backup3(), receivedFrom(1, new Backup(1, 4, 2, update(2)))),
                send(1, new BackupAck(1, update(2))));
    }

    @Test
    void theLastConfirmationIsTheAnswer() {
        HandleBackupAck handler = new HandleBackupAck(repaired());
        ClassicState state = waiting(owner(), pending(1, 1, 3), pending(2, 1, 3));
        assertStep(
                waiting(owner(), pending(1, 1, 3), pending(2, 1)),
                handler.handle(state, receivedFrom(3, new BackupAck(1, update(2)))));
        assertStep(
                waiting(owner(), pending(1, 1, 3)),
                handler.handle(
                        waiting(owner(), pending(1, 1, 3), pending(2, 1)),
                        receivedFrom(1, new BackupAck(1, update(2)))),
                new Command.Answer(2, 2, OK));
        assertStep(
                owner(),
                handler.handle(waiting(owner(), pending(2, 1)), receivedFrom(1, new BackupAck(1, update(2)))),
                new Command.Answer(2, 2, OK));
        assertRefused(
                ClassicGuard.WRITE_PENDING,
                owner(),
                s -> handler.handle(s, receivedFrom(1, new BackupAck(1, update(2)))));
    }

    @Test
    void withoutItsGuardAWriteSucceedsWithoutBackups() {
        ClassicState state = waiting(owner(), pending(1, 1, 3), pending(2, 1));
        assertStep(
                owner(),
                new AckWithoutBackups(without(ClassicGuard.ACK_WAITS_FOR_BACKUPS)).handle(state, 1),
                new Command.Answer(1, 1, OK),
                new Command.Answer(2, 2, OK));
        assertRefused(ClassicGuard.ACK_WAITS_FOR_BACKUPS, state, s -> new AckWithoutBackups(repaired()).handle(s, 1));
        assertRefused(ClassicGuard.WRITE_PENDING, state, s -> new AckWithoutBackups(
                        without(ClassicGuard.ACK_WAITS_FOR_BACKUPS))
                .handle(s, 0));
    }

    // Anti-entropy

    private final StartSync start = new StartSync(repaired());
    private static final StartSync.Question QUESTION = new StartSync.Question(1, 3);

    @Test
    void theOwnerAsksABackup() {
        assertStep(owner(), start.handle(owner(), QUESTION), send(3, new SyncCheck(1, 1)));
        assertRefused(ClassicGuard.OWNER, member(3), s -> start.handle(s, QUESTION));
        assertRefused(ClassicGuard.NO_SYNC, frozen(owner()), s -> start.handle(s, QUESTION));
        StartSync thawed = new StartSync(without(ClassicGuard.FREEZE_BLOCKS_WRITES));
        assertRefused(ClassicGuard.NOT_FROZEN, joined(owner(), OTHER), s -> thawed.handle(s, QUESTION));
        ClassicState serving = owner().but()
                .serving(PartitionMap.<Serving>empty().with(1, new Serving(1, 1, MapContent.EMPTY)))
                .done();
        assertRefused(ClassicGuard.NOT_SERVING, serving, s -> start.handle(s, QUESTION));
        assertRefused(ClassicGuard.BACKUP_IS_MEMBER, owner(), s -> start.handle(s, new StartSync.Question(1, 4)));
        ClassicState gone = owner().but().view(MemberSet.of(1, 2, 4)).done();
        assertRefused(ClassicGuard.BACKUP_IS_MEMBER, gone, s -> start.handle(s, QUESTION));
    }

    @Test
    void theBackupCompares() {
        HandleSyncCheck handler = new HandleSyncCheck(repaired());
        ClassicState clean = member(3)
                .but()
                .replica(1, new Replica(content(1), 1, false, false))
                .done();
        assertStep(clean, handler.handle(clean, receivedFrom(2, new SyncCheck(1, 2))), send(2, new SyncRequest(1)));
        assertStep(
                backup3(),
                handler.handle(backup3(), receivedFrom(2, new SyncCheck(1, 1))),
                send(2, new SyncRequest(1)));
        assertRefused(ClassicGuard.OUT_OF_LINE, clean, s -> handler.handle(s, receivedFrom(2, new SyncCheck(1, 1))));
        assertRefused(ClassicGuard.ASKED_BY_OWNER, clean, s -> handler.handle(s, receivedFrom(1, new SyncCheck(1, 2))));
        assertRefused(ClassicGuard.BACKUP, member(4), s -> handler.handle(s, receivedFrom(2, new SyncCheck(1, 2))));
    }

    private static ClassicState serving() {
        return owner().but()
                .serving(PartitionMap.<Serving>empty().with(1, new Serving(3, 1, MapContent.EMPTY)))
                .done();
    }

    @Test
    void theOwnerServesInTwoSteps() {
        HandleSyncRequest handler = new HandleSyncRequest(repaired());
        assertStep(frozen(serving()), handler.handle(owner(), receivedFrom(3, new SyncRequest(1))));
        assertStep(
                serving(),
                new HandleSyncRequest(without(ClassicGuard.SYNC_BLOCKS_WRITES))
                        .handle(owner(), receivedFrom(3, new SyncRequest(1))));
        assertRefused(
                ClassicGuard.BACKUP_IS_MEMBER, owner(), s -> handler.handle(s, receivedFrom(4, new SyncRequest(1))));
        FinishSync finish = new FinishSync(repaired());
        ClassicState written = frozen(serving())
                .but()
                .replica(1, new Replica(content(1, 2), 2, false, false))
                .done();
        assertStep(
                written.but().serving(PartitionMap.empty()).frozen(1, false).done(),
                finish.handle(written, 1),
                send(3, new SyncResponse(1, 3, 1, content(1, 2))));
        assertRefused(ClassicGuard.SERVING, written, s -> finish.handle(s, 0));
    }

    @Test
    void theBackupTakesTheWholeCopy() {
        HandleSyncResponse handler = new HandleSyncResponse(repaired());
        SyncResponse response = new SyncResponse(1, 3, 5, content(2, 3));
        ClassicState synced = backup3()
                .but()
                .replica(1, new Replica(content(2, 3), 5, false, true))
                .done();
        assertStep(synced, handler.handle(backup3(), receivedFrom(2, response)));
        assertRefused(ClassicGuard.BACKUP, member(4), s -> handler.handle(s, receivedFrom(2, response)));
        assertRefused(ClassicGuard.SYNC_CHECKS_SENDER, backup3(), s -> handler.handle(s, receivedFrom(1, response)));
        assertStep(
                synced,
                new HandleSyncResponse(without(ClassicGuard.SYNC_CHECKS_SENDER))
                        .handle(backup3(), receivedFrom(1, response)));
    }

    @Test
    void aQueuedCleanUpRuns() {
        CleanUpLate handler = new CleanUpLate(repaired());
        assertStep(member(2), handler.handle(owner(), 1));
        assertRefused(ClassicGuard.CLEAN_UP_QUEUED, owner(), s -> handler.handle(s, 0));
    }
}
