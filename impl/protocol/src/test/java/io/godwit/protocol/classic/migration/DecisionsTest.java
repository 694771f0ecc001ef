package io.godwit.protocol.classic.migration;

import static io.godwit.protocol.classic.ClassicScene.FENCED;
import static io.godwit.protocol.classic.ClassicScene.HOME;
import static io.godwit.protocol.classic.ClassicScene.MOVE;
import static io.godwit.protocol.classic.ClassicScene.MOVED;
import static io.godwit.protocol.classic.ClassicScene.assertRefused;
import static io.godwit.protocol.classic.ClassicScene.assertStep;
import static io.godwit.protocol.classic.ClassicScene.content;
import static io.godwit.protocol.classic.ClassicScene.joined;
import static io.godwit.protocol.classic.ClassicScene.master;
import static io.godwit.protocol.classic.ClassicScene.member;
import static io.godwit.protocol.classic.ClassicScene.receivedFrom;
import static io.godwit.protocol.classic.ClassicScene.repaired;
import static io.godwit.protocol.classic.ClassicScene.send;
import static io.godwit.protocol.classic.ClassicScene.stamp;
import static io.godwit.protocol.classic.ClassicScene.table;
import static io.godwit.protocol.classic.ClassicScene.with;
import static io.godwit.protocol.classic.ClassicScene.without;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.CommitReply;
import io.godwit.protocol.classic.ControlMessage.MigrationCommit;
import io.godwit.protocol.classic.ControlMessage.MigrationReply;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.replication.Replica;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.Flight.Stage;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import org.junit.jupiter.api.Test;

class DecisionsTest {
    private static final Migration DONE = MOVE.with(Status.SUCCESS);
    private static final Migration FAILED = MOVE.with(Status.FAILED);
    private static final Replica COPY = new Replica(content(1), 1, false, false);

    private final HandleMigrationReply reply = new HandleMigrationReply(repaired());
    private final HandleCommitReply commitReply = new HandleCommitReply(repaired());
    private final AbortMigration abort = new AbortMigration(repaired());
    private final TimeoutMigration timeout = new TimeoutMigration(repaired());
    private final ResendCommit resend = new ResendCommit(repaired());

    /** The master as owner in the middle of a migration, with a copy. */
    private static ClassicState deciding(Stage stage) {
        return joined(master(stage, MOVE), MOVE).but().replica(0, COPY).done();
    }

    private static ClassicState failed() {
        return with(master(), FENCED)
                .but()
                .migCount(1)
                .replica(0, COPY)
                .completed(MigrationSet.of(FAILED))
                .done();
    }

    private static final Command FAILURE = send(4, new PartitionState(FENCED, MigrationSet.of(FAILED)));

    @Test
    void aCopyIsFollowedByTheCommit() {
        assertStep(
                deciding(Stage.COMMIT),
                reply.handle(deciding(Stage.COPY), receivedFrom(4, new MigrationReply(MOVE, true))),
                send(4, new MigrationCommit(DONE)));
    }

    @Test
    void aRefusedCopyIsAFailure() {
        assertStep(
                failed(),
                reply.handle(deciding(Stage.COPY), receivedFrom(4, new MigrationReply(MOVE, false))),
                FAILURE);
        ClassicState left =
                deciding(Stage.COPY).but().view(MemberSet.of(1, 2, 3)).done();
        assertStep(
                failed().but().view(MemberSet.of(1, 2, 3)).done(),
                reply.handle(left, receivedFrom(4, new MigrationReply(MOVE, true))));
    }

    @Test
    void ownerAndDestinationHearOfAFailure() {
        ClassicState state = master(Stage.COPY, HOME);
        Migration failed = HOME.with(Status.FAILED);
        ClassicState decided = with(master(), table(Entry.of(3, 1, 2, 3), Entry.of(5, 2, 3, 1)))
                .but()
                .migCount(3)
                .completed(MigrationSet.of(failed))
                .done();
        assertStep(
                decided,
                reply.handle(state, receivedFrom(2, new MigrationReply(HOME, false))),
                send(2, new PartitionState(decided.table(), decided.completed())));
    }

    @Test
    void aMasterAsDestinationDecidesAndWaitsForTheOldOwner() {
        Migration done = HOME.with(Status.SUCCESS);
        ClassicState state = joined(master(Stage.COPY, HOME), HOME);
        ClassicState decided = with(master(), table(Entry.of(3, 1, 2, 3), Entry.of(4, 1, 3, 1)))
                .but()
                .migCount(3)
                .completed(MigrationSet.of(done))
                .done();
        assertStep(joined(decided, HOME), reply.handle(state, receivedFrom(1, new MigrationReply(HOME, true))));
        assertStep(
                decided,
                new HandleMigrationReply(without(ClassicGuard.SELF_COMMIT_WAITS))
                        .handle(state, receivedFrom(1, new MigrationReply(HOME, true))));
        MemberSet rest = MemberSet.of(1, 3, 4);
        assertStep(
                decided.but().view(rest).done(),
                reply.handle(state.but().view(rest).done(), receivedFrom(1, new MigrationReply(HOME, true))));
    }

    @Test
    void onlyWhatIsInFlightIsDecided() {
        MigrationReply yes = new MigrationReply(MOVE, true);
        assertRefused(ClassicGuard.ANSWER_EXPECTED, master(), s -> reply.handle(s, receivedFrom(4, yes)));
        assertRefused(ClassicGuard.ANSWER_EXPECTED, deciding(Stage.COMMIT), s -> reply.handle(s, receivedFrom(4, yes)));
        ClassicState follower = deciding(Stage.COPY).but().duty(Duty.FETCH).done();
        assertRefused(ClassicGuard.ANSWER_EXPECTED, follower, s -> reply.handle(s, receivedFrom(4, yes)));
        Migration other = new Migration(8, 0, 1, 4, 1, 1, 0, -1, -1, 0, 3, 1, Status.ACTIVE);
        assertRefused(
                ClassicGuard.ANSWER_EXPECTED,
                deciding(Stage.COPY),
                s -> reply.handle(s, receivedFrom(4, new MigrationReply(other, true))));
        Migration foreign = new Migration(1, 0, 1, 4, 1, 2, 0, -1, -1, 0, 3, 1, Status.ACTIVE);
        assertRefused(
                ClassicGuard.ANSWER_EXPECTED,
                deciding(Stage.COPY),
                s -> reply.handle(s, receivedFrom(4, new MigrationReply(foreign, true))));
        assertRefused(
                ClassicGuard.ANSWER_EXPECTED,
                deciding(Stage.COPY),
                s -> commitReply.handle(s, receivedFrom(4, new CommitReply(DONE, true))));
    }

    @Test
    void aCommitIsFollowedByTheDecision() {
        ClassicState decided = with(master(), MOVED)
                .but()
                .migCount(1)
                .completed(MigrationSet.of(DONE))
                .done();
        assertStep(
                decided,
                commitReply.handle(deciding(Stage.COMMIT), receivedFrom(4, new CommitReply(DONE, true))),
                send(4, new PartitionState(MOVED, MigrationSet.of(DONE))));
        assertStep(
                decided,
                new HandleCommitReply(without(ClassicGuard.SERVE_AFTER_DECISION))
                        .handle(deciding(Stage.COMMIT), receivedFrom(4, new CommitReply(DONE, true))));
        assertStep(
                failed(),
                commitReply.handle(deciding(Stage.COMMIT), receivedFrom(4, new CommitReply(DONE, false))),
                FAILURE);
    }

    @Test
    void theMastersOwnStampAlwaysFollows() {
        assertStep(
                failed().but().stamp(stamp(FENCED)).done(),
                new HandleCommitReply(without(ClassicGuard.STAMP_FOLLOWS_TABLE))
                        .handle(deciding(Stage.COMMIT), receivedFrom(4, new CommitReply(DONE, false))),
                FAILURE);
    }

    @Test
    void whoLeavesAbortsItsMigration() {
        MemberSet withoutDestination = MemberSet.of(1, 2, 3);
        for (Stage stage : Stage.values()) {
            assertStep(
                    failed().but().view(withoutDestination).done(),
                    abort.handle(deciding(stage).but().view(withoutDestination).done(), 0));
        }
        ClassicState other = master(Stage.COPY, HOME);
        MemberSet withoutOwner = MemberSet.of(1, 3, 4);
        Migration failed = HOME.with(Status.FAILED);
        assertStep(
                with(master(), table(Entry.of(3, 1, 2, 3), Entry.of(5, 2, 3, 1)))
                        .but()
                        .view(withoutOwner)
                        .migCount(3)
                        .completed(MigrationSet.of(failed))
                        .done(),
                abort.handle(other.but().view(withoutOwner).done(), 1));
        ClassicState committing =
                master(Stage.COMMIT, HOME).but().view(withoutOwner).done();
        assertRefused(ClassicGuard.PARTICIPANT_LEFT, committing, s -> abort.handle(s, 1));
        assertRefused(ClassicGuard.PARTICIPANT_LEFT, deciding(Stage.COPY), s -> abort.handle(s, 0));
        assertRefused(ClassicGuard.PARTICIPANT_LEFT, master(), s -> abort.handle(s, 0));
        assertRefused(ClassicGuard.LEADS, member(2), s -> abort.handle(s, 0));
    }

    @Test
    void aCopyThatTakesTooLongFails() {
        assertStep(failed(), timeout.handle(deciding(Stage.COPY), 0), FAILURE);
        assertRefused(ClassicGuard.COPYING, deciding(Stage.COMMIT), s -> timeout.handle(s, 0));
        assertRefused(ClassicGuard.COPYING, deciding(Stage.COPY), s -> timeout.handle(s, 1));
        assertRefused(ClassicGuard.LEADS, member(2), s -> timeout.handle(s, 0));
    }

    @Test
    void aCommitIsSentAgain() {
        assertStep(
                deciding(Stage.COMMIT), resend.handle(deciding(Stage.COMMIT), 0), send(4, new MigrationCommit(DONE)));
        assertRefused(ClassicGuard.COMMITTING, deciding(Stage.COPY), s -> resend.handle(s, 0));
        assertRefused(ClassicGuard.COMMITTING, deciding(Stage.COMMIT), s -> resend.handle(s, 1));
        assertRefused(ClassicGuard.LEADS, member(2), s -> resend.handle(s, 0));
    }
}
