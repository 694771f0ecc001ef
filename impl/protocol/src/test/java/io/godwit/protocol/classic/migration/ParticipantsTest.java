package io.godwit.protocol.classic.migration;

import static io.godwit.protocol.classic.ClassicScene.FENCED;
import static io.godwit.protocol.classic.ClassicScene.HOME;
import static io.godwit.protocol.classic.ClassicScene.MOVE;
import static io.godwit.protocol.classic.ClassicScene.MOVED;
import static io.godwit.protocol.classic.ClassicScene.OTHER;
import static io.godwit.protocol.classic.ClassicScene.TABLE;
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

import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.CommitReply;
import io.godwit.protocol.classic.ControlMessage.MigrationCommit;
import io.godwit.protocol.classic.ControlMessage.MigrationReply;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.DataMessage.MigrationData;
import io.godwit.protocol.classic.replication.Replica;
import io.godwit.protocol.classic.replication.Serving;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.map.MapContent;
import org.junit.jupiter.api.Test;

class ParticipantsTest {
    /** Failed before: partition 1 went from 2 to 3. */
    private static final Migration EARLIER = new Migration(9, 1, 3, 2, 3, 1, 0, -1, -1, 0, 2, 1, Status.FAILED);

    private static final MigrationSet NONE = MigrationSet.EMPTY;
    private static final Replica COPY = new Replica(content(1, 2), 2, true, false);

    private final HandleMigrationRequest request = new HandleMigrationRequest(repaired());
    private final HandleMigrationData data = new HandleMigrationData(repaired());
    private final HandleMigrationCommit commit = new HandleMigrationCommit(repaired());

    private static ClassicState owner() {
        return member(2).but().replica(1, COPY).done();
    }

    private static MigrationRequest ask(Migration migration, Migration... done) {
        return new MigrationRequest(migration, MigrationSet.of(done), TABLE);
    }

    // The owner

    @Test
    void theOwnerFreezesAndSends() {
        assertStep(
                joined(owner(), OTHER),
                request.handle(owner(), receivedFrom(1, ask(OTHER))),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
    }

    @Test
    void theOwnerCatchesUpFirst() {
        ClassicState behind = joined(with(owner(), table(Entry.of(3, 1, 2, 3), Entry.of(2, 3, 2, 1))), EARLIER);
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
                        with(as3, table(Entry.of(3, 1, 2, 3), Entry.of(4, 3, 2, 1)))
                                .but()
                                .completed(MigrationSet.of(EARLIER))
                                .done(),
                        next),
                request.handle(as3, receivedFrom(1, ask(next, EARLIER))),
                send(4, new MigrationData(next, MigrationSet.of(EARLIER), 0, MapContent.EMPTY)));
    }

    @Test
    void anAnswerWaitsForTheEndOfASync() {
        ClassicState serving = owner().but()
                .serving(owner().serving().with(1, new Serving(3, 2, MapContent.EMPTY)))
                .done();
        assertRefused(ClassicGuard.FLAG_IS_EXCLUSIVE, serving, s -> request.handle(s, receivedFrom(1, ask(OTHER))));
        assertStep(
                joined(serving, OTHER),
                new HandleMigrationRequest(without(ClassicGuard.FLAG_IS_EXCLUSIVE))
                        .handle(serving, receivedFrom(1, ask(OTHER))),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
    }

    private void refuses(ClassicState state, Migration migration, Migration... done) {
        refuses(repaired(), state, migration, done);
    }

    private static void refuses(Guards guards, ClassicState state, Migration migration, Migration... done) {
        assertStep(
                state,
                new HandleMigrationRequest(guards).handle(state, receivedFrom(1, ask(migration, done))),
                send(1, new MigrationReply(migration, false)));
    }

    private static void takesPart(Guards guards, ClassicState state, Migration migration) {
        Replica replica = state.replicas().get(migration.partition());
        assertStep(
                joined(state, migration),
                new HandleMigrationRequest(guards).handle(state, receivedFrom(1, ask(migration))),
                send(
                        migration.destination(),
                        new MigrationData(migration, NONE, replica.version(), replica.content())));
    }

    @Test
    void whoIsNotOwnerRefuses() {
        refuses(member(3), OTHER);
    }

    @Test
    void whoFollowsAnotherMasterRefuses() {
        ClassicState other = owner().but().master(3).done();
        refuses(other, OTHER);
        takesPart(without(ClassicGuard.PARTICIPANT_CHECKS_MASTER), other, OTHER);
    }

    @Test
    void anotherVersionRefuses() {
        ClassicState ahead = with(owner(), table(Entry.of(3, 1, 2, 3), Entry.of(4, 2, 3, 1)));
        refuses(ahead, OTHER);
        takesPart(without(ClassicGuard.PARTICIPANT_CHECKS_VERSION), ahead, OTHER);
    }

    @Test
    void aGapRefuses() {
        Migration later = new Migration(8, 1, 2, 3, 2, 1, 0, -1, -1, 0, 7, 1, Status.SUCCESS);
        refuses(owner(), OTHER, later);
    }

    @Test
    void whoTakesPartAlreadyRefuses() {
        refuses(joined(owner(), HOME), OTHER);
    }

    @Test
    void aRefusalKeepsWhatWasLearnt() {
        ClassicState behind = with(owner(), table(Entry.of(3, 1, 2, 3), Entry.of(2, 3, 2, 1)));
        assertStep(
                with(behind, table(Entry.of(3, 1, 2, 3), Entry.of(4, 3, 2, 1)))
                        .but()
                        .completed(MigrationSet.of(EARLIER))
                        .done(),
                request.handle(behind, receivedFrom(1, ask(OTHER, EARLIER))),
                send(1, new MigrationReply(OTHER, false)));
    }

    @Test
    void theMasterTakesPartInWhatItHasInFlight() {
        ClassicState master = master(Flight.Stage.COPY, MOVE);
        ClassicState with = master.but().replica(0, COPY).done();
        assertStep(
                joined(with, MOVE),
                request.handle(with, receivedFrom(1, ask(MOVE))),
                send(4, new MigrationData(MOVE, NONE, 2, content(1, 2))));
        refuses(master(), MOVE);
        refuses(master(Flight.Stage.COPY, OTHER), MOVE);
        Migration namesake = new Migration(5, 0, 1, 4, 1, 1, 0, -1, -1, 0, 3, 1, Status.ACTIVE);
        refuses(master(Flight.Stage.COPY, namesake), MOVE);
        assertStep(
                joined(master(), MOVE),
                new HandleMigrationRequest(without(ClassicGuard.MASTER_CHECKS_FLIGHT))
                        .handle(master(), receivedFrom(1, ask(MOVE))),
                send(4, new MigrationData(MOVE, NONE, 0, MapContent.EMPTY)));
    }

    @Test
    void theMasterLearnsNothingFromItsOwnRequest() {
        ClassicState behind = with(master(Flight.Stage.COPY, MOVE), table(Entry.of(3, 1, 2, 3), Entry.of(2, 3, 2, 1)));
        MigrationSet known = MigrationSet.of(OTHER.with(Status.FAILED));
        ClassicState knows = behind.but().completed(known).done();
        assertStep(
                joined(knows, MOVE),
                request.handle(knows, receivedFrom(1, ask(MOVE, EARLIER))),
                send(4, new MigrationData(MOVE, MigrationSet.of(EARLIER), 0, MapContent.EMPTY)));
    }

    @Test
    void aForeignRequestTeachesNothing() {
        ClassicState behind = with(owner(), table(Entry.of(3, 1, 2, 3), Entry.of(2, 3, 2, 1)))
                .but()
                .master(3)
                .done();
        refuses(behind, OTHER, EARLIER);
        assertStep(
                with(behind, table(Entry.of(3, 1, 2, 3), Entry.of(4, 3, 2, 1)))
                        .but()
                        .completed(MigrationSet.of(EARLIER))
                        .done(),
                new HandleMigrationRequest(without(ClassicGuard.PARTICIPANT_CHECKS_MASTER))
                        .handle(behind, receivedFrom(1, ask(OTHER, EARLIER))),
                send(1, new MigrationReply(OTHER, false)));
    }

    @Test
    void aMasterWaitingForADecisionIsNotIdle() {
        // Finalising is left to the decision: the master is not told by its own list.
        ClassicState waiting = joined(with(master(Flight.Stage.COPY, MOVE), MOVED), MOVE);
        refuses(waiting, MOVE);
    }

    @Test
    void recordsOfOtherPartitionsSurvive() {
        MigrationSet others = MigrationSet.of(MOVE.with(Status.SUCCESS));
        ClassicState knows = owner().but().completed(others).done();
        assertStep(
                joined(knows, OTHER),
                request.handle(knows, receivedFrom(1, ask(OTHER))),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
        MigrationRequest newer = new MigrationRequest(OTHER, NONE, MOVED);
        assertStep(
                joined(knows, OTHER),
                request.handle(knows, receivedFrom(1, newer)),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
        assertStep(
                joined(owner(), OTHER),
                new HandleMigrationRequest(without(ClassicGuard.RETAIN_CHECKS_SCOPE))
                        .handle(knows, receivedFrom(1, newer)),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
        assertStep(
                joined(owner(), OTHER),
                new HandleMigrationRequest(without(ClassicGuard.RETAIN_CHECKS_VERSION))
                        .handle(knows, receivedFrom(1, newer)),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
        // The partition's own record is dropped when the sender has its version.
        Migration own = new Migration(6, 1, 3, 2, 3, 1, 0, -1, -1, 0, 2, 1, Status.SUCCESS);
        ClassicState done = owner().but().completed(MigrationSet.of(own)).done();
        assertStep(
                joined(owner(), OTHER),
                request.handle(done, receivedFrom(1, ask(OTHER))),
                send(4, new MigrationData(OTHER, NONE, 2, content(1, 2))));
    }

    // The destination

    private static MigrationData copy(Migration migration, Migration... done) {
        return new MigrationData(migration, MigrationSet.of(done), 2, content(1, 2));
    }

    @Test
    void theDestinationLoadsTheCopy() {
        ClassicState stale = member(4)
                .but()
                .replica(1, new Replica(content(3), 1, true, true))
                .done();
        assertStep(
                joined(stale, OTHER)
                        .but()
                        .replica(1, new Replica(content(1, 2), 2, false, true))
                        .done(),
                data.handle(stale, receivedFrom(2, copy(OTHER))),
                send(1, new MigrationReply(OTHER, true)));
    }

    @Test
    void theDestinationRefuses() {
        ClassicState other = member(4).but().master(3).done();
        assertStep(other, data.handle(other, receivedFrom(2, copy(OTHER))), send(1, new MigrationReply(OTHER, false)));
        ClassicState behind = with(member(4), table(Entry.of(3, 1, 2, 3), Entry.of(2, 3, 2, 1)));
        Migration own = new Migration(6, 1, 3, 2, 3, 1, 0, -1, -1, 0, 0, 1, Status.SUCCESS);
        ClassicState knows = behind.but().completed(MigrationSet.of(own)).done();
        assertStep(
                with(knows, table(Entry.of(3, 1, 2, 3), Entry.of(4, 3, 2, 1)))
                        .but()
                        .completed(MigrationSet.of(own, EARLIER))
                        .done(),
                data.handle(knows, receivedFrom(2, copy(OTHER, EARLIER))),
                send(1, new MigrationReply(OTHER, false)));
    }

    @Test
    void theMasterMayBeTheDestination() {
        ClassicState master = master(Flight.Stage.COPY, HOME);
        assertStep(
                joined(master, HOME)
                        .but()
                        .replica(1, new Replica(content(1, 2), 2, false, false))
                        .done(),
                data.handle(master, receivedFrom(2, copy(HOME))),
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
    void theDestinationAppliesAndWaitsForTheDecision() {
        ClassicState ready = joined(member(4), MOVE)
                .but()
                .completed(MigrationSet.of(MOVE.with(Status.FAILED)))
                .done();
        assertStep(
                applied(),
                commit.handle(ready, receivedFrom(1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, true)));
    }

    @Test
    void asPublishedTheDestinationServesAtOnce() {
        assertStep(
                with(member(4), MOVED).but().completed(MigrationSet.of(DONE)).done(),
                new HandleMigrationCommit(without(ClassicGuard.SERVE_AFTER_DECISION))
                        .handle(joined(member(4), MOVE), receivedFrom(1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, true)));
    }

    @Test
    void aCommitThatComesTwiceIsAnsweredTwice() {
        assertStep(
                applied(),
                commit.handle(applied(), receivedFrom(1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, true)));
        HandleMigrationCommit blind = new HandleMigrationCommit(without(ClassicGuard.COMMIT_CHECKS_VERSION));
        assertStep(
                applied(),
                blind.handle(applied(), receivedFrom(1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, true)));
    }

    @Test
    void aCommitThatComesLateIsRefused() {
        ClassicState fenced = with(member(4), FENCED);
        assertStep(
                fenced,
                commit.handle(fenced, receivedFrom(1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, false)));
        HandleMigrationCommit blind = new HandleMigrationCommit(without(ClassicGuard.COMMIT_CHECKS_VERSION));
        assertStep(
                with(member(4), MOVED).but().completed(MigrationSet.of(DONE)).done(),
                blind.handle(fenced, receivedFrom(1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, true)));
    }

    @Test
    void aCommitOfAnotherMasterIsRefused() {
        ClassicState ready = joined(member(4), MOVE);
        assertStep(
                ready,
                commit.handle(ready, receivedFrom(2, new MigrationCommit(DONE))),
                send(2, new CommitReply(DONE, false)));
        assertStep(
                applied(),
                commit.handle(applied(), receivedFrom(2, new MigrationCommit(DONE))),
                send(2, new CommitReply(DONE, false)));
        assertStep(
                applied(),
                new HandleMigrationCommit(without(ClassicGuard.PARTICIPANT_CHECKS_MASTER))
                        .handle(ready, receivedFrom(2, new MigrationCommit(DONE))),
                send(2, new CommitReply(DONE, true)));
    }

    @Test
    void theStampFollowsOnlyWithItsGuard() {
        assertStep(
                applied().but().stamp(stamp(TABLE)).done(),
                new HandleMigrationCommit(without(ClassicGuard.STAMP_FOLLOWS_TABLE))
                        .handle(joined(member(4), MOVE), receivedFrom(1, new MigrationCommit(DONE))),
                send(1, new CommitReply(DONE, true)));
    }
}
