package io.godwit.protocol.classic;

import static io.godwit.protocol.classic.ClassicFixture.FENCED;
import static io.godwit.protocol.classic.ClassicFixture.HOME;
import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.MOVED;
import static io.godwit.protocol.classic.ClassicFixture.OTHER;
import static io.godwit.protocol.classic.ClassicFixture.assertRefused;
import static io.godwit.protocol.classic.ClassicFixture.assertStep;
import static io.godwit.protocol.classic.ClassicFixture.classic;
import static io.godwit.protocol.classic.ClassicFixture.content;
import static io.godwit.protocol.classic.ClassicFixture.joined;
import static io.godwit.protocol.classic.ClassicFixture.master;
import static io.godwit.protocol.classic.ClassicFixture.member;
import static io.godwit.protocol.classic.ClassicFixture.repaired;
import static io.godwit.protocol.classic.ClassicFixture.send;
import static io.godwit.protocol.classic.ClassicFixture.table;
import static io.godwit.protocol.classic.ClassicFixture.take;
import static io.godwit.protocol.classic.ClassicFixture.with;
import static io.godwit.protocol.classic.ClassicFixture.without;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.ControlMessage.CommitReply;
import io.godwit.protocol.classic.ControlMessage.MigrationCommit;
import io.godwit.protocol.classic.ControlMessage.MigrationDecision;
import io.godwit.protocol.classic.ControlMessage.MigrationReply;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress.Stage;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.Replica;
import org.junit.jupiter.api.Test;

class MigrationDecisionsTest {
    private static final Migration DONE = MOVE.with(Status.SUCCESS);
    private static final Migration FAILED = MOVE.with(Status.FAILED);
    private static final Replica COPY = new Replica(content(1), 1, false, false);

    private final ParallelMigration reply = classic(repaired()).migration();
    private final ParallelMigration commitReply = classic(repaired()).migration();
    private final ParallelMigration abort = classic(repaired()).migration();
    private final ParallelMigration timeout = classic(repaired()).migration();
    private final ParallelMigration resend = classic(repaired()).migration();

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
    void copyIsFollowedByTheCommit() {
        assertStep(
                deciding(Stage.COMMIT),
                take(deciding(Stage.COPY), s -> reply.handleMigrationReply(s, 4, new MigrationReply(MOVE, true))),
                send(4, new MigrationCommit(DONE)));
    }

    @Test
    void refusedCopyIsAFailure() {
        assertStep(
                failed(),
                take(deciding(Stage.COPY), s -> reply.handleMigrationReply(s, 4, new MigrationReply(MOVE, false))),
                FAILURE);
        ClassicState left =
                deciding(Stage.COPY).but().view(MemberSet.of(1, 2, 3)).done();
        assertStep(
                failed().but().view(MemberSet.of(1, 2, 3)).done(),
                take(left, s -> reply.handleMigrationReply(s, 4, new MigrationReply(MOVE, true))));
    }

    @Test
    void ownerAndDestinationHearOfAFailure() {
        ClassicState state = master(Stage.COPY, HOME);
        Migration failed = HOME.with(Status.FAILED);
        ClassicState decided = with(master(), table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(5, 2, 3, 1)))
                .but()
                .migCount(3)
                .completed(MigrationSet.of(failed))
                .done();
        assertStep(
                decided,
                take(state, s -> reply.handleMigrationReply(s, 2, new MigrationReply(HOME, false))),
                send(2, new PartitionState(decided.table(), decided.completed())));
    }

    @Test
    void masterAsDestinationDecidesAndWaitsForTheOldOwner() {
        Migration done = HOME.with(Status.SUCCESS);
        ClassicState state = joined(master(Stage.COPY, HOME), HOME);
        ClassicState decided = with(master(), table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(4, 1, 3, 1)))
                .but()
                .migCount(3)
                .completed(MigrationSet.of(done))
                .done();
        assertStep(
                joined(decided, HOME),
                take(state, s -> reply.handleMigrationReply(s, 1, new MigrationReply(HOME, true))));
        assertStep(decided, take(state, s -> classic(without(ClassicRule.SELF_COMMIT_WAITS))
                .migration()
                .handleMigrationReply(s, 1, new MigrationReply(HOME, true))));
        MemberSet rest = MemberSet.of(1, 3, 4);
        assertStep(
                decided.but().view(rest).done(),
                take(
                        state.but().view(rest).done(),
                        s -> reply.handleMigrationReply(s, 1, new MigrationReply(HOME, true))));
    }

    @Test
    void answersAboutOtherMigrationsAreRefused() {
        MigrationReply yes = new MigrationReply(MOVE, true);
        assertRefused(ClassicRule.ANSWER_EXPECTED, master(), s -> reply.handleMigrationReply(s, 4, yes));
        assertRefused(ClassicRule.ANSWER_EXPECTED, deciding(Stage.COMMIT), s -> reply.handleMigrationReply(s, 4, yes));
        ClassicState follower =
                deciding(Stage.COPY).but().duty(MasterPhase.FETCH).done();
        assertRefused(ClassicRule.ANSWER_EXPECTED, follower, s -> reply.handleMigrationReply(s, 4, yes));
        Migration other = new Migration(8, 0, 1, 4, 1, 1, 0, -1, -1, 0, 3, 1, Status.ACTIVE);
        assertRefused(
                ClassicRule.ANSWER_EXPECTED,
                deciding(Stage.COPY),
                s -> reply.handleMigrationReply(s, 4, new MigrationReply(other, true)));
        Migration foreign = new Migration(1, 0, 1, 4, 1, 2, 0, -1, -1, 0, 3, 1, Status.ACTIVE);
        assertRefused(
                ClassicRule.ANSWER_EXPECTED,
                deciding(Stage.COPY),
                s -> reply.handleMigrationReply(s, 4, new MigrationReply(foreign, true)));
        assertRefused(
                ClassicRule.ANSWER_EXPECTED,
                deciding(Stage.COPY),
                s -> commitReply.handleCommitReply(s, 4, new CommitReply(DONE, true)));
    }

    @Test
    void commitIsFollowedByTheDecision() {
        ClassicState decided = with(master(), MOVED)
                .but()
                .migCount(1)
                .completed(MigrationSet.of(DONE))
                .done();
        assertStep(
                decided,
                take(deciding(Stage.COMMIT), s -> commitReply.handleCommitReply(s, 4, new CommitReply(DONE, true))),
                send(4, new MigrationDecision(DONE, MigrationSet.of(DONE))));
        Migration other = OTHER.with(Status.SUCCESS);
        assertStep(
                decided.but().completed(MigrationSet.of(DONE, other)).done(),
                take(
                        deciding(Stage.COMMIT)
                                .but()
                                .completed(MigrationSet.of(other))
                                .done(),
                        s -> commitReply.handleCommitReply(s, 4, new CommitReply(DONE, true))),
                send(4, new MigrationDecision(DONE, MigrationSet.of(DONE))));
        MemberSet rest = MemberSet.of(1, 2, 3);
        assertStep(
                decided.but().view(rest).done(),
                take(
                        deciding(Stage.COMMIT).but().view(rest).done(),
                        s -> commitReply.handleCommitReply(s, 4, new CommitReply(DONE, true))));
        assertStep(
                decided,
                take(deciding(Stage.COMMIT), s -> classic(without(ClassicRule.PUBLISH_BY_DELTA))
                        .migration()
                        .handleCommitReply(s, 4, new CommitReply(DONE, true))),
                send(4, new PartitionState(MOVED, MigrationSet.of(DONE))));
        assertStep(decided, take(deciding(Stage.COMMIT), s -> classic(without(ClassicRule.SERVE_AFTER_DECISION))
                .migration()
                .handleCommitReply(s, 4, new CommitReply(DONE, true))));
        assertStep(
                failed(),
                take(deciding(Stage.COMMIT), s -> commitReply.handleCommitReply(s, 4, new CommitReply(DONE, false))),
                FAILURE);
    }

    @Test
    void destinationServesAfterTheDecision() {
        MigrationDecision decision = new MigrationDecision(DONE, MigrationSet.of(DONE));
        Migration other = OTHER.with(Status.SUCCESS);
        ClassicState applied = with(member(4), MOVED)
                .but()
                .completed(MigrationSet.of(DONE, other))
                .done();
        ClassicState waiting = joined(applied, MOVE).but().replica(0, COPY).done();
        assertStep(
                applied.but().replica(0, COPY).done(),
                take(waiting, s -> commitReply.handleMigrationDecision(s, 1, decision)));
        // A failed migration of the partition that everybody has forgotten is forgotten here, too.
        Migration earlier = new Migration(9, 0, 1, 4, 1, 1, 0, -1, -1, 0, 1, 1, Status.FAILED);
        ClassicState remembers =
                waiting.but().completed(MigrationSet.of(earlier, DONE, other)).done();
        assertStep(
                applied.but().replica(0, COPY).done(),
                take(remembers, s -> commitReply.handleMigrationDecision(s, 1, decision)));
        assertRefused(
                ClassicRule.TABLE_CHECKS_SENDER, waiting, s -> commitReply.handleMigrationDecision(s, 2, decision));
        assertRefused(ClassicRule.NOT_LEADING, master(), s -> commitReply.handleMigrationDecision(s, 1, decision));
    }

    @Test
    void leaverAbortsItsMigration() {
        MemberSet withoutDestination = MemberSet.of(1, 2, 3);
        for (Stage stage : Stage.values()) {
            assertStep(
                    failed().but().view(withoutDestination).done(),
                    take(deciding(stage).but().view(withoutDestination).done(), s -> abort.abortMigration(s, 0)));
        }
        ClassicState other = master(Stage.COPY, HOME);
        MemberSet withoutOwner = MemberSet.of(1, 3, 4);
        Migration failed = HOME.with(Status.FAILED);
        assertStep(
                with(master(), table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(5, 2, 3, 1)))
                        .but()
                        .view(withoutOwner)
                        .migCount(3)
                        .completed(MigrationSet.of(failed))
                        .done(),
                take(other.but().view(withoutOwner).done(), s -> abort.abortMigration(s, 1)));
        ClassicState committing =
                master(Stage.COMMIT, HOME).but().view(withoutOwner).done();
        assertRefused(ClassicRule.PARTICIPANT_LEFT, committing, s -> abort.abortMigration(s, 1));
        assertRefused(ClassicRule.PARTICIPANT_LEFT, deciding(Stage.COPY), s -> abort.abortMigration(s, 0));
        assertRefused(ClassicRule.PARTICIPANT_LEFT, master(), s -> abort.abortMigration(s, 0));
        assertRefused(ClassicRule.LEADS, member(2), s -> abort.abortMigration(s, 0));
    }

    @Test
    void copyThatTakesTooLongFails() {
        assertStep(failed(), take(deciding(Stage.COPY), s -> timeout.timeoutMigration(s, 0)), FAILURE);
        assertRefused(ClassicRule.COPYING, deciding(Stage.COMMIT), s -> timeout.timeoutMigration(s, 0));
        assertRefused(ClassicRule.COPYING, deciding(Stage.COPY), s -> timeout.timeoutMigration(s, 1));
        assertRefused(ClassicRule.LEADS, member(2), s -> timeout.timeoutMigration(s, 0));
    }

    @Test
    void commitIsSentAgain() {
        assertStep(
                deciding(Stage.COMMIT),
                take(deciding(Stage.COMMIT), s -> resend.resendCommit(s, 0)),
                send(4, new MigrationCommit(DONE)));
        assertRefused(ClassicRule.COMMITTING, deciding(Stage.COPY), s -> resend.resendCommit(s, 0));
        assertRefused(ClassicRule.COMMITTING, deciding(Stage.COMMIT), s -> resend.resendCommit(s, 1));
        assertRefused(ClassicRule.LEADS, member(2), s -> resend.resendCommit(s, 0));
    }
}
