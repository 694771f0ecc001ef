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

import io.godwit.protocol.Rules;
import io.godwit.protocol.classic.ControlMessage.CommitReply;
import io.godwit.protocol.classic.ControlMessage.MigrationCommit;
import io.godwit.protocol.classic.ControlMessage.MigrationReply;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.DataMessage.MigrationData;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.data.Serving;
import io.godwit.protocol.map.MapContent;
import org.junit.jupiter.api.Test;

class MigrationParticipantsTest {
    /** Failed before: partition 1 went from 2 to 3. */
    private static final Migration EARLIER = new Migration(9, 1, 3, 2, 3, 1, 0, -1, -1, 0, 2, 1, Status.FAILED);

    private static final MigrationSet NONE = MigrationSet.EMPTY;
    private static final Replica COPY = new Replica(content(1, 2), 2, true, false);

    private final ParallelMigration request = classic(repaired()).migration();
    private final ParallelMigration data = classic(repaired()).migration();
    private final ParallelMigration commit = classic(repaired()).migration();

    private static ClassicState owner() {
        return member(2).but().replica(1, COPY).done();
    }

    private static MigrationRequest ask(Migration migration, Migration... done) {
        return new MigrationRequest(migration, MigrationSet.of(done));
    }

    // The owner

    @Test
    void ownerFreezesAndSends() {
        assertStep(
                joined(owner(), OTHER),
                take(owner(), s -> request.handleMigrationRequest(s, 1, ask(OTHER))),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
    }

    @Test
    void ownerCatchesUpFirst() {
        ClassicState behind =
                joined(with(owner(), table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(2, 3, 2, 1))), EARLIER);
        Migration next = new Migration(2, 1, 3, 4, 3, 1, 0, -1, -1, 0, 4, 1, Status.ACTIVE);
        ClassicState as3 = ClassicState.off(3, behind.settings())
                .but()
                .life(behind.life())
                .view(behind.view())
                .master(1)
                .table(behind.table())
                .stamp(behind.stamp())
                .active(behind.active())
                .frozen(behind.frozen())
                .done();
        assertStep(
                joined(
                        with(as3, table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(4, 3, 2, 1)))
                                .but()
                                .completed(MigrationSet.of(EARLIER))
                                .done(),
                        next),
                take(as3, s -> request.handleMigrationRequest(s, 1, ask(next, EARLIER))),
                send(4, new MigrationData(next, MigrationSet.of(EARLIER), 0, MapContent.EMPTY)));
    }

    @Test
    void answerWaitsForTheEndOfASync() {
        ClassicState serving = owner().but()
                .serving(owner().serving().with(1, new Serving(3, 2, MapContent.EMPTY)))
                .done();
        assertRefused(ClassicRule.FLAG_IS_EXCLUSIVE, serving, s -> request.handleMigrationRequest(s, 1, ask(OTHER)));
        assertStep(
                joined(serving, OTHER),
                take(serving, s -> classic(without(ClassicRule.FLAG_IS_EXCLUSIVE))
                        .migration()
                        .handleMigrationRequest(s, 1, ask(OTHER))),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
    }

    private void refuses(ClassicState state, Migration migration, Migration... done) {
        refuses(repaired(), state, migration, done);
    }

    private static void refuses(Rules rules, ClassicState state, Migration migration, Migration... done) {
        assertStep(
                state,
                take(state, s -> classic(rules).migration().handleMigrationRequest(s, 1, ask(migration, done))),
                send(1, new MigrationReply(migration, false)));
    }

    private static void takesPart(Rules rules, ClassicState state, Migration migration) {
        Replica replica = state.replicas().get(migration.partition());
        assertStep(
                joined(state, migration),
                take(state, s -> classic(rules).migration().handleMigrationRequest(s, 1, ask(migration))),
                send(
                        migration.destination(),
                        new MigrationData(migration, NONE, replica.version(), replica.content())));
    }

    @Test
    void memberThatIsNotOwnerRefuses() {
        refuses(member(3), OTHER);
    }

    @Test
    void followerOfAnotherMasterRefuses() {
        ClassicState other = owner().but().master(3).done();
        refuses(other, OTHER);
        takesPart(without(ClassicRule.PARTICIPANT_CHECKS_MASTER), other, OTHER);
    }

    @Test
    void anotherVersionRefuses() {
        ClassicState ahead = with(owner(), table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(4, 2, 3, 1)));
        refuses(ahead, OTHER);
        takesPart(without(ClassicRule.PARTICIPANT_CHECKS_VERSION), ahead, OTHER);
    }

    @Test
    void gapRefuses() {
        Migration later = new Migration(8, 1, 2, 3, 2, 1, 0, -1, -1, 0, 7, 1, Status.SUCCESS);
        refuses(owner(), OTHER, later);
    }

    @Test
    void participantOfAnotherMigrationRefuses() {
        refuses(joined(owner(), HOME), OTHER);
    }

    @Test
    void refusalKeepsWhatWasLearnt() {
        ClassicState behind = with(owner(), table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(2, 3, 2, 1)));
        assertStep(
                with(behind, table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(4, 3, 2, 1)))
                        .but()
                        .completed(MigrationSet.of(EARLIER))
                        .done(),
                take(behind, s -> request.handleMigrationRequest(s, 1, ask(OTHER, EARLIER))),
                send(1, new MigrationReply(OTHER, false)));
    }

    @Test
    void masterTakesPartInWhatItHasInFlight() {
        ClassicState master = master(MigrationProgress.Stage.COPY, MOVE);
        ClassicState with = master.but().replica(0, COPY).done();
        assertStep(
                joined(with, MOVE),
                take(with, s -> request.handleMigrationRequest(s, 1, ask(MOVE))),
                send(4, new MigrationData(MOVE, NONE, 2, content(1, 2))));
        refuses(master(), MOVE);
        refuses(master(MigrationProgress.Stage.COPY, OTHER), MOVE);
        Migration namesake = new Migration(5, 0, 1, 4, 1, 1, 0, -1, -1, 0, 3, 1, Status.ACTIVE);
        refuses(master(MigrationProgress.Stage.COPY, namesake), MOVE);
        assertStep(
                joined(master(), MOVE),
                take(master(), s -> classic(without(ClassicRule.MASTER_CHECKS_FLIGHT))
                        .migration()
                        .handleMigrationRequest(s, 1, ask(MOVE))),
                send(4, new MigrationData(MOVE, NONE, 0, MapContent.EMPTY)));
    }

    @Test
    void masterLearnsNothingFromItsOwnRequest() {
        ClassicState behind = with(
                master(MigrationProgress.Stage.COPY, MOVE),
                table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(2, 3, 2, 1)));
        MigrationSet known = MigrationSet.of(OTHER.with(Status.FAILED));
        ClassicState knows = behind.but().completed(known).done();
        assertStep(
                joined(knows, MOVE),
                take(knows, s -> request.handleMigrationRequest(s, 1, ask(MOVE, EARLIER))),
                send(4, new MigrationData(MOVE, MigrationSet.of(EARLIER), 0, MapContent.EMPTY)));
    }

    @Test
    void foreignRequestTeachesNothing() {
        ClassicState behind = with(owner(), table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(2, 3, 2, 1)))
                .but()
                .master(3)
                .done();
        refuses(behind, OTHER, EARLIER);
        assertStep(
                with(behind, table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(4, 3, 2, 1)))
                        .but()
                        .completed(MigrationSet.of(EARLIER))
                        .done(),
                take(behind, s -> classic(without(ClassicRule.PARTICIPANT_CHECKS_MASTER))
                        .migration()
                        .handleMigrationRequest(s, 1, ask(OTHER, EARLIER))),
                send(1, new MigrationReply(OTHER, false)));
    }

    @Test
    void masterWaitingForADecisionIsNotIdle() {
        // Finalising is left to the decision: the master is not told by its own list.
        ClassicState waiting = joined(with(master(MigrationProgress.Stage.COPY, MOVE), MOVED), MOVE);
        refuses(waiting, MOVE);
    }

    @Test
    void recordsOfOtherPartitionsSurvive() {
        MigrationSet others = MigrationSet.of(MOVE.with(Status.SUCCESS));
        ClassicState knows = owner().but().completed(others).done();
        assertStep(
                joined(knows, OTHER),
                take(knows, s -> request.handleMigrationRequest(s, 1, ask(OTHER))),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
        assertStep(
                joined(owner(), OTHER),
                take(knows, s -> classic(without(ClassicRule.RETAIN_CHECKS_SCOPE))
                        .migration()
                        .handleMigrationRequest(s, 1, ask(OTHER))),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
        assertStep(
                joined(owner(), OTHER),
                take(knows, s -> classic(without(ClassicRule.RETAIN_CHECKS_VERSION))
                        .migration()
                        .handleMigrationRequest(s, 1, ask(OTHER))),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
        // The partition's own record is dropped when the sender has its version.
        Migration own = new Migration(6, 1, 3, 2, 3, 1, 0, -1, -1, 0, 2, 1, Status.SUCCESS);
        ClassicState done = owner().but().completed(MigrationSet.of(own)).done();
        assertStep(
                joined(owner(), OTHER),
                take(done, s -> request.handleMigrationRequest(s, 1, ask(OTHER))),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
    }

    // The destination

    private static MigrationData copy(Migration migration, Migration... done) {
        return new MigrationData(migration, MigrationSet.of(done), 2, content(1, 2));
    }

    @Test
    void destinationLoadsTheCopy() {
        ClassicState stale = member(4)
                .but()
                .replica(1, new Replica(content(3), 1, true, true))
                .done();
        assertStep(
                joined(stale, OTHER)
                        .but()
                        .replica(1, new Replica(content(1, 2), 2, false, true))
                        .done(),
                take(stale, s -> data.handleMigrationData(s, 2, copy(OTHER))),
                send(1, new MigrationReply(OTHER, true)));
    }

    @Test
    void destinationRefuses() {
        ClassicState other = member(4).but().master(3).done();
        assertStep(
                other,
                take(other, s -> data.handleMigrationData(s, 2, copy(OTHER))),
                send(1, new MigrationReply(OTHER, false)));
        ClassicState behind = with(member(4), table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(2, 3, 2, 1)));
        Migration own = new Migration(6, 1, 3, 2, 3, 1, 0, -1, -1, 0, 0, 1, Status.SUCCESS);
        ClassicState knows = behind.but().completed(MigrationSet.of(own)).done();
        assertStep(
                with(knows, table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(4, 3, 2, 1)))
                        .but()
                        .completed(MigrationSet.of(own, EARLIER))
                        .done(),
                take(knows, s -> data.handleMigrationData(s, 2, copy(OTHER, EARLIER))),
                send(1, new MigrationReply(OTHER, false)));
    }

    @Test
    void masterMayBeTheDestination() {
        ClassicState master = master(MigrationProgress.Stage.COPY, HOME);
        assertStep(
                joined(master, HOME)
                        .but()
                        .replica(1, new Replica(content(1, 2), 2, false, false))
                        .done(),
                take(master, s -> data.handleMigrationData(s, 2, copy(HOME))),
                send(1, new MigrationReply(HOME, true)));
    }

    // The commit

    private static final Migration DONE = MOVE.with(Status.SUCCESS);

    private static ClassicState applied() {
        return joined(with(member(4), MOVED), MOVE)
                .but()
                .completed(MigrationSet.of(DONE))
                .done();
    }

    @Test
    void destinationAppliesAndWaitsForTheDecision() {
        ClassicState ready = joined(member(4), MOVE)
                .but()
                .completed(MigrationSet.of(MOVE.with(Status.FAILED)))
                .done();
        assertStep(
                applied(),
                take(ready, s -> commit.handleMigrationCommit(s, 1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, true)));
    }

    @Test
    void publishedDestinationServesAtOnce() {
        assertStep(
                with(member(4), MOVED).but().completed(MigrationSet.of(DONE)).done(),
                take(joined(member(4), MOVE), s -> classic(without(ClassicRule.SERVE_AFTER_DECISION))
                        .migration()
                        .handleMigrationCommit(s, 1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, true)));
    }

    @Test
    void commitThatComesTwiceIsAnsweredTwice() {
        assertStep(
                applied(),
                take(applied(), s -> commit.handleMigrationCommit(s, 1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, true)));
        ParallelMigration blind =
                classic(without(ClassicRule.COMMIT_CHECKS_VERSION)).migration();
        assertStep(
                applied(),
                take(applied(), s -> blind.handleMigrationCommit(s, 1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, true)));
    }

    @Test
    void commitThatComesLateIsRefused() {
        ClassicState fenced = with(member(4), FENCED);
        assertStep(
                fenced,
                take(fenced, s -> commit.handleMigrationCommit(s, 1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, false)));
        ParallelMigration blind =
                classic(without(ClassicRule.COMMIT_CHECKS_VERSION)).migration();
        assertStep(
                with(member(4), MOVED).but().completed(MigrationSet.of(DONE)).done(),
                take(fenced, s -> blind.handleMigrationCommit(s, 1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, true)));
    }

    @Test
    void commitOfAnotherMasterIsRefused() {
        ClassicState ready = joined(member(4), MOVE);
        assertStep(
                ready,
                take(ready, s -> commit.handleMigrationCommit(s, 2, new MigrationCommit(DONE))),
                send(2, new CommitReply(DONE, false)));
        assertStep(
                applied(),
                take(applied(), s -> commit.handleMigrationCommit(s, 2, new MigrationCommit(DONE))),
                send(2, new CommitReply(DONE, false)));
        assertStep(
                applied(),
                take(ready, s -> classic(without(ClassicRule.PARTICIPANT_CHECKS_MASTER))
                        .migration()
                        .handleMigrationCommit(s, 2, new MigrationCommit(DONE))),
                send(2, new CommitReply(DONE, true)));
    }
}
