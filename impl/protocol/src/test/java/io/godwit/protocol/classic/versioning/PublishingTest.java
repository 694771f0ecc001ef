package io.godwit.protocol.classic.versioning;

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

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.ControlMessage.PublishReply;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.replication.Replica;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.Publication;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PublishingTest {
    private static final Migration DONE = MOVE.with(Status.SUCCESS);
    private static final MigrationSet LIST = MigrationSet.of(DONE);
    private static final Replica COPY = new Replica(content(1), 1, true, false);

    private static ClassicState remembers(ClassicState state, Migration... completed) {
        return state.but().completed(MigrationSet.of(completed)).done();
    }

    private static ClassicState publishing(MemberSet waiting, boolean ok) {
        return remembers(with(master(), MOVED), DONE)
                .but()
                .publication(Optional.of(new Publication(LIST, waiting, ok)))
                .done();
    }

    // Rule T

    @Test
    void aTableIsTakenWithTheRecordsThatCameWithIt() {
        ClassicState source =
                joined(member(1), MOVE).but().master(2).replica(0, COPY).done();
        assertStep(
                remembers(with(member(1), MOVED), DONE).but().master(2).done(),
                new HandlePartitionState(repaired()).handle(source, receivedFrom(2, new PartitionState(MOVED, LIST))));
    }

    @Test
    void ofAnOlderTableNothingIsTaken() {
        ClassicState ahead = with(member(3), MOVED);
        assertStep(
                ahead,
                new HandlePartitionState(repaired())
                        .handle(ahead, receivedFrom(1, new PartitionState(TABLE, MigrationSet.EMPTY))));
    }

    @Test
    void whatNeedsATable() {
        PartitionState message = new PartitionState(MOVED, LIST);
        HandlePartitionState handler = new HandlePartitionState(repaired());
        assertRefused(ClassicGuard.TABLE_CHECKS_SENDER, member(3), m -> handler.handle(m, receivedFrom(2, message)));
        HandlePartitionState trusting = new HandlePartitionState(without(ClassicGuard.TABLE_CHECKS_SENDER));
        assertRefused(ClassicGuard.NOT_LEADING, master(), m -> trusting.handle(m, receivedFrom(2, message)));
        assertStep(remembers(with(member(3), MOVED), DONE), trusting.handle(member(3), receivedFrom(2, message)));
        ClassicState diverged = with(member(3), table(Entry.of(4, 2, 1, 3), Entry.of(3, 2, 3, 1)));
        assertRefused(ClassicGuard.NOT_DIVERGED, diverged, m -> handler.handle(m, receivedFrom(1, message)));
    }

    @Test
    void theStampMayLagBehind() {
        HandlePartitionState handler = new HandlePartitionState(without(ClassicGuard.STAMP_FOLLOWS_TABLE));
        assertStep(
                remembers(with(member(3), MOVED), DONE)
                        .but()
                        .stamp(stamp(TABLE))
                        .done(),
                handler.handle(member(3), receivedFrom(1, new PartitionState(MOVED, LIST))));
    }

    @Test
    void aCleanUpMayBeQueued() {
        HandlePartitionState handler = new HandlePartitionState(without(ClassicGuard.FINALISE_BEFORE_COPY));
        ClassicState source =
                joined(member(1), MOVE).but().master(2).replica(0, COPY).done();
        assertStep(
                remembers(with(member(1), MOVED), DONE)
                        .but()
                        .master(2)
                        .replica(0, new Replica(content(1), 1, true, true))
                        .done(),
                handler.handle(source, receivedFrom(2, new PartitionState(MOVED, LIST))));
    }

    @Test
    void theDestinationOfAFailureDropsItsCopy() {
        Migration failed = MOVE.with(Status.FAILED);
        ClassicState destination =
                joined(member(4), MOVE).but().replica(0, COPY).replica(1, COPY).done();
        assertStep(
                remembers(with(member(4), FENCED), failed)
                        .but()
                        .replica(1, COPY)
                        .done(),
                new HandlePartitionState(repaired())
                        .handle(destination, receivedFrom(1, new PartitionState(FENCED, MigrationSet.of(failed)))));
    }

    @Test
    void whoStillHoldsAPartitionKeepsItsCopy() {
        ClassicState source =
                joined(member(1), MOVE).but().master(2).replica(0, COPY).done();
        Migration failed = MOVE.with(Status.FAILED);
        assertStep(
                remembers(with(member(1), FENCED), failed)
                        .but()
                        .master(2)
                        .replica(0, COPY)
                        .done(),
                new HandlePartitionState(repaired())
                        .handle(source, receivedFrom(2, new PartitionState(FENCED, MigrationSet.of(failed)))));
        assertStep(
                remembers(with(member(1), FENCED), DONE)
                        .but()
                        .master(2)
                        .replica(0, COPY)
                        .done(),
                new HandlePartitionState(repaired()).handle(source, receivedFrom(2, new PartitionState(FENCED, LIST))));
    }

    @Test
    void whoTookNoPartKeepsWhatItHas() {
        ClassicState stale = member(4).but().replica(0, COPY).done();
        assertStep(
                remembers(with(member(4), FENCED), DONE).but().replica(0, COPY).done(),
                new HandlePartitionState(repaired()).handle(stale, receivedFrom(1, new PartitionState(FENCED, LIST))));
    }

    @Test
    void whoHeardOfItFromOthersKeepsItsFlag() {
        ClassicState busy = joined(member(3), OTHER).but().replica(0, COPY).done();
        assertStep(
                remembers(with(busy, MOVED), DONE),
                new HandlePartitionState(repaired()).handle(busy, receivedFrom(1, new PartitionState(MOVED, LIST))));
    }

    // Publication

    @Test
    void whatIsCompletedIsPublished() {
        ClassicState state = remembers(with(master(), MOVED), DONE);
        ControlMessage.PublishCompleted message = new ControlMessage.PublishCompleted(LIST, MOVED);
        assertStep(
                publishing(MemberSet.of(2, 3, 4), true),
                new PublishCompleted(repaired()).handle(state, Act.NOW),
                send(2, message),
                send(3, message),
                send(4, message));
    }

    @Test
    void aloneThereIsNobodyToTell() {
        ClassicState alone =
                remembers(master(), DONE).but().view(MemberSet.of(1)).done();
        assertStep(
                master().but().view(MemberSet.of(1)).done(), new PublishCompleted(repaired()).handle(alone, Act.NOW));
    }

    @Test
    void whatNeedsToBePublished() {
        PublishCompleted handler = new PublishCompleted(repaired());
        ClassicState state = remembers(with(master(), MOVED), DONE);
        assertRefused(ClassicGuard.LEADS, member(2), m -> handler.handle(m, Act.NOW));
        ClassicState fetching = state.but().duty(Duty.FETCH).done();
        assertRefused(ClassicGuard.LEADS, fetching, m -> handler.handle(m, Act.NOW));
        ClassicState promoting = state.but().duty(Duty.PROMOTE).done();
        assertRefused(ClassicGuard.READY, promoting, m -> handler.handle(m, Act.NOW));
        assertRefused(ClassicGuard.SOMETHING_COMPLETED, master(), m -> handler.handle(m, Act.NOW));
        ClassicState publishing = publishing(MemberSet.of(2), true);
        assertRefused(ClassicGuard.ONE_PUBLICATION, publishing, m -> handler.handle(m, Act.NOW));
    }

    @Test
    void aBatchIsFullOrNothingIsInFlight() {
        ClassicState busy = remembers(master(Flight.Stage.COPY, OTHER), DONE);
        assertRefused(ClassicGuard.BATCHED_PUBLISH, busy, m -> new PublishCompleted(repaired()).handle(m, Act.NOW));
        assertAccepted(busy, new PublishCompleted(without(ClassicGuard.BATCHED_PUBLISH)));
        ClassicState full = remembers(busy, DONE, HOME.with(Status.SUCCESS));
        assertAccepted(full, new PublishCompleted(repaired()));
    }

    private static void assertAccepted(ClassicState state, PublishCompleted handler) {
        ControlMessage.PublishCompleted message = new ControlMessage.PublishCompleted(state.completed(), state.table());
        assertStep(
                state.but()
                        .publication(Optional.of(new Publication(state.completed(), MemberSet.of(2, 3, 4), true)))
                        .done(),
                handler.handle(state, Act.NOW),
                send(2, message),
                send(3, message),
                send(4, message));
    }

    // Rule C

    @Test
    void aListIsAppliedAndAnswered() {
        HandlePublishCompleted handler = new HandlePublishCompleted(repaired());
        assertStep(
                remembers(with(member(3), MOVED), DONE),
                handler.handle(member(3), receivedFrom(1, new ControlMessage.PublishCompleted(LIST, MOVED))),
                send(1, new PublishReply(true, LIST)));
        ClassicState waiting = joined(remembers(with(member(4), MOVED), DONE), MOVE);
        assertStep(
                remembers(with(member(4), MOVED), DONE),
                handler.handle(waiting, receivedFrom(1, new ControlMessage.PublishCompleted(LIST, MOVED))),
                send(1, new PublishReply(true, LIST)));
    }

    @Test
    void aGapIsAnsweredWithNo() {
        Migration later = new Migration(5, 0, 4, 1, 4, 1, 0, -1, -1, 0, 4, 1, Status.SUCCESS);
        MigrationSet list = MigrationSet.of(later);
        assertStep(
                member(3),
                new HandlePublishCompleted(repaired())
                        .handle(member(3), receivedFrom(1, new ControlMessage.PublishCompleted(list, MOVED))),
                send(1, new PublishReply(false, list)));
    }

    @Test
    void theOlderGenerationSendsTheTable() {
        assertStep(
                remembers(with(member(3), MOVED), DONE),
                new HandlePublishCompleted(without(ClassicGuard.PUBLISH_BY_DELTA, ClassicGuard.GAP_GUARD))
                        .handle(member(3), receivedFrom(1, new ControlMessage.PublishCompleted(LIST, MOVED))),
                send(1, new PublishReply(true, LIST)));
        ClassicState knows = remembers(member(3), DONE);
        assertStep(
                with(knows, MOVED),
                new HandlePublishCompleted(without(ClassicGuard.PUBLISH_BY_DELTA))
                        .handle(knows, receivedFrom(1, new ControlMessage.PublishCompleted(LIST, MOVED))),
                send(1, new PublishReply(true, LIST)));
    }

    @Test
    void whoFollowsAnotherMasterAnswersWhetherItIsOne() {
        HandlePublishCompleted handler = new HandlePublishCompleted(repaired());
        ControlMessage.PublishCompleted message = new ControlMessage.PublishCompleted(LIST, MOVED);
        assertStep(
                member(3), handler.handle(member(3), receivedFrom(2, message)), send(2, new PublishReply(false, LIST)));
        assertStep(master(), handler.handle(master(), receivedFrom(2, message)), send(2, new PublishReply(true, LIST)));
        HandlePublishCompleted trusting = new HandlePublishCompleted(without(ClassicGuard.TABLE_CHECKS_SENDER));
        assertStep(
                master(), trusting.handle(master(), receivedFrom(2, message)), send(2, new PublishReply(true, LIST)));
        assertStep(
                remembers(with(member(3), MOVED), DONE),
                trusting.handle(member(3), receivedFrom(2, message)),
                send(2, new PublishReply(true, LIST)));
    }

    // Answers

    @Test
    void whenAllHaveAnsweredTheListIsForgotten() {
        HandlePublishReply handler = new HandlePublishReply(repaired());
        assertStep(
                publishing(MemberSet.of(3), true),
                handler.handle(publishing(MemberSet.of(2, 3), true), receivedFrom(2, new PublishReply(true, LIST))));
        ClassicState more = remembers(publishing(MemberSet.of(3), true), DONE, OTHER.with(Status.FAILED));
        assertStep(
                remembers(more, OTHER.with(Status.FAILED))
                        .but()
                        .publication(Optional.empty())
                        .done(),
                handler.handle(more, receivedFrom(3, new PublishReply(true, LIST))));
    }

    @Test
    void aNegativeAnswerGetsTheTableAndNothingIsForgotten() {
        HandlePublishReply handler = new HandlePublishReply(repaired());
        assertStep(
                publishing(MemberSet.of(3), false),
                handler.handle(publishing(MemberSet.of(2, 3), true), receivedFrom(2, new PublishReply(false, LIST))),
                send(2, new PartitionState(MOVED, LIST)));
        ClassicState ended = publishing(MemberSet.of(3), false)
                .but()
                .publication(Optional.empty())
                .done();
        assertStep(
                ended,
                handler.handle(publishing(MemberSet.of(3), false), receivedFrom(3, new PublishReply(true, LIST))));
        assertStep(
                ended,
                handler.handle(publishing(MemberSet.of(3), true), receivedFrom(3, new PublishReply(false, LIST))),
                send(3, new PartitionState(MOVED, LIST)));
        ClassicState without3 = publishing(MemberSet.of(3), true)
                .but()
                .view(MemberSet.of(1, 2, 4))
                .done();
        assertStep(
                without3.but().publication(Optional.empty()).done(),
                handler.handle(without3, receivedFrom(3, new PublishReply(false, LIST))));
    }

    @Test
    void onlyOpenQuestionsAreAnswered() {
        HandlePublishReply handler = new HandlePublishReply(repaired());
        PublishReply yes = new PublishReply(true, LIST);
        assertRefused(ClassicGuard.ANSWER_EXPECTED, master(), m -> handler.handle(m, receivedFrom(3, yes)));
        ClassicState publishing = publishing(MemberSet.of(3), true);
        assertRefused(ClassicGuard.ANSWER_EXPECTED, publishing, m -> handler.handle(m, receivedFrom(2, yes)));
        PublishReply other = new PublishReply(true, MigrationSet.EMPTY);
        assertRefused(ClassicGuard.ANSWER_EXPECTED, publishing, m -> handler.handle(m, receivedFrom(3, other)));
    }

    @Test
    void theOldOwnersAnswerReleasesWhatTheMasterMovedToItself() {
        HandlePublishReply handler = new HandlePublishReply(repaired());
        Migration home = HOME.with(Status.SUCCESS);
        MigrationSet list = MigrationSet.of(home);
        ClassicState waiting = joined(remembers(master(), home), HOME)
                .but()
                .publication(Optional.of(new Publication(list, MemberSet.of(2, 3), true)))
                .done();
        ClassicState answered = waiting.but()
                .publication(Optional.of(new Publication(list, MemberSet.of(3), true)))
                .done();
        assertStep(
                answered.but().active(master().active()).frozen(1, false).done(),
                handler.handle(waiting, receivedFrom(2, new PublishReply(true, list))));
        assertStep(
                waiting.but()
                        .publication(Optional.of(new Publication(list, MemberSet.of(2), true)))
                        .done(),
                handler.handle(waiting, receivedFrom(3, new PublishReply(true, list))));
        ClassicState refused = waiting.but()
                .publication(Optional.of(new Publication(list, MemberSet.of(3), false)))
                .done();
        assertStep(
                refused,
                handler.handle(waiting, receivedFrom(2, new PublishReply(false, list))),
                send(2, new PartitionState(TABLE, list)));
        // Taking part as the old owner is something else.
        ClassicState source = joined(remembers(master(), DONE), MOVE)
                .but()
                .publication(Optional.of(new Publication(LIST, MemberSet.of(1, 3), true)))
                .done();
        assertStep(
                source.but()
                        .publication(Optional.of(new Publication(LIST, MemberSet.of(3), true)))
                        .done(),
                handler.handle(source, receivedFrom(1, new PublishReply(true, LIST))));
    }
}
