package io.godwit.protocol.classic;

import static io.godwit.protocol.classic.ClassicFixture.FENCED;
import static io.godwit.protocol.classic.ClassicFixture.HOME;
import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.MOVED;
import static io.godwit.protocol.classic.ClassicFixture.OTHER;
import static io.godwit.protocol.classic.ClassicFixture.TABLE;
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

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.ControlMessage.PublishReply;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.Publication;
import io.godwit.protocol.classic.data.Replica;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PublicationTest {
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
    void tableIsTakenWithTheRecordsThatCameWithIt() {
        ClassicState source =
                joined(member(1), MOVE).but().master(2).replica(0, COPY).done();
        assertStep(remembers(with(member(1), MOVED), DONE).but().master(2).done(), take(source, s -> classic(repaired())
                .versioning()
                .handlePartitionState(s, 2, new PartitionState(MOVED, LIST))));
    }

    @Test
    void memberIgnoresOlderTable() {
        ClassicState ahead = with(member(3), MOVED);
        assertStep(ahead, take(ahead, s -> classic(repaired())
                .versioning()
                .handlePartitionState(s, 1, new PartitionState(TABLE, MigrationSet.EMPTY))));
    }

    @Test
    void tableIsRefused() {
        PartitionState message = new PartitionState(MOVED, LIST);
        PartitionVersioning handler = classic(repaired()).versioning();
        assertRefused(ClassicRule.TABLE_CHECKS_SENDER, member(3), m -> handler.handlePartitionState(m, 2, message));
        PartitionVersioning trusting =
                classic(without(ClassicRule.TABLE_CHECKS_SENDER)).versioning();
        assertRefused(ClassicRule.NOT_LEADING, master(), m -> trusting.handlePartitionState(m, 2, message));
        assertStep(
                remembers(with(member(3), MOVED), DONE),
                take(member(3), s -> trusting.handlePartitionState(s, 2, message)));
        ClassicState diverged = with(member(3), table(PartitionEntry.of(4, 2, 1, 3), PartitionEntry.of(3, 2, 3, 1)));
        assertRefused(ClassicRule.NOT_DIVERGED, diverged, m -> handler.handlePartitionState(m, 1, message));
    }

    @Test
    void cleanUpMayBeQueued() {
        PartitionVersioning handler =
                classic(without(ClassicRule.FINALISE_BEFORE_COPY)).versioning();
        ClassicState source =
                joined(member(1), MOVE).but().master(2).replica(0, COPY).done();
        assertStep(
                remembers(with(member(1), MOVED), DONE)
                        .but()
                        .master(2)
                        .replica(0, new Replica(content(1), 1, true, true))
                        .done(),
                take(source, s -> handler.handlePartitionState(s, 2, new PartitionState(MOVED, LIST))));
    }

    @Test
    void destinationOfAFailureDropsItsCopy() {
        Migration failed = MOVE.with(Status.FAILED);
        ClassicState destination =
                joined(member(4), MOVE).but().replica(0, COPY).replica(1, COPY).done();
        assertStep(
                remembers(with(member(4), FENCED), failed)
                        .but()
                        .replica(1, COPY)
                        .done(),
                take(destination, s -> classic(repaired())
                        .versioning()
                        .handlePartitionState(s, 1, new PartitionState(FENCED, MigrationSet.of(failed)))));
    }

    @Test
    void holderOfAPartitionKeepsItsCopy() {
        ClassicState source =
                joined(member(1), MOVE).but().master(2).replica(0, COPY).done();
        Migration failed = MOVE.with(Status.FAILED);
        assertStep(
                remembers(with(member(1), FENCED), failed)
                        .but()
                        .master(2)
                        .replica(0, COPY)
                        .done(),
                take(source, s -> classic(repaired())
                        .versioning()
                        .handlePartitionState(s, 2, new PartitionState(FENCED, MigrationSet.of(failed)))));
        assertStep(
                remembers(with(member(1), FENCED), DONE)
                        .but()
                        .master(2)
                        .replica(0, COPY)
                        .done(),
                take(source, s -> classic(repaired())
                        .versioning()
                        .handlePartitionState(s, 2, new PartitionState(FENCED, LIST))));
    }

    @Test
    void memberWithoutPartKeepsItsCopy() {
        ClassicState stale = member(4).but().replica(0, COPY).done();
        assertStep(
                remembers(with(member(4), FENCED), DONE).but().replica(0, COPY).done(),
                take(stale, s -> classic(repaired())
                        .versioning()
                        .handlePartitionState(s, 1, new PartitionState(FENCED, LIST))));
    }

    @Test
    void memberWithoutPartKeepsItsFlag() {
        ClassicState busy = joined(member(3), OTHER).but().replica(0, COPY).done();
        assertStep(remembers(with(busy, MOVED), DONE), take(busy, s -> classic(repaired())
                .versioning()
                .handlePartitionState(s, 1, new PartitionState(MOVED, LIST))));
    }

    // Publication

    @Test
    void completedMigrationsArePublished() {
        ClassicState state = remembers(with(master(), MOVED), DONE);
        ControlMessage.PublishCompleted message = new ControlMessage.PublishCompleted(LIST, MigrationSet.EMPTY);
        assertStep(
                publishing(MemberSet.of(2, 3, 4), true),
                take(state, s -> classic(repaired()).versioning().publishCompleted(s)),
                send(2, message),
                send(3, message),
                send(4, message));
    }

    @Test
    void aloneThereIsNobodyToTell() {
        ClassicState alone =
                remembers(master(), DONE).but().view(MemberSet.of(1)).done();
        assertStep(
                master().but().view(MemberSet.of(1)).done(),
                take(alone, s -> classic(repaired()).versioning().publishCompleted(s)));
    }

    @Test
    void publicationIsRefused() {
        PartitionVersioning handler = classic(repaired()).versioning();
        ClassicState state = remembers(with(master(), MOVED), DONE);
        assertRefused(ClassicRule.LEADS, member(2), m -> handler.publishCompleted(m));
        ClassicState fetching = state.but().duty(MasterPhase.FETCH).done();
        assertRefused(ClassicRule.LEADS, fetching, m -> handler.publishCompleted(m));
        ClassicState promoting = state.but().duty(MasterPhase.PROMOTE).done();
        assertRefused(ClassicRule.READY, promoting, m -> handler.publishCompleted(m));
        assertRefused(ClassicRule.SOMETHING_COMPLETED, master(), m -> handler.publishCompleted(m));
        ClassicState publishing = publishing(MemberSet.of(2), true);
        assertRefused(ClassicRule.ONE_PUBLICATION, publishing, m -> handler.publishCompleted(m));
    }

    @Test
    void batchIsFullOrNothingIsInFlight() {
        ClassicState busy = remembers(master(MigrationProgress.Stage.COPY, OTHER), DONE);
        assertRefused(ClassicRule.BATCHED_PUBLISH, busy, m -> classic(repaired())
                .versioning()
                .publishCompleted(m));
        assertAccepted(busy, classic(without(ClassicRule.BATCHED_PUBLISH)).versioning());
        ClassicState full = remembers(busy, DONE, HOME.with(Status.SUCCESS));
        assertAccepted(full, classic(repaired()).versioning());
        assertAccepted(
                full,
                MigrationSet.EMPTY,
                classic(without(ClassicRule.RETAIN_CHECKS_VERSION)).versioning());
    }

    private static void assertAccepted(ClassicState state, PartitionVersioning handler) {
        assertAccepted(state, MigrationSet.of(OTHER), handler);
    }

    private static void assertAccepted(ClassicState state, MigrationSet inflight, PartitionVersioning handler) {
        ControlMessage.PublishCompleted message = new ControlMessage.PublishCompleted(state.completed(), inflight);
        assertStep(
                state.but()
                        .publication(Optional.of(new Publication(state.completed(), MemberSet.of(2, 3, 4), true)))
                        .done(),
                take(state, s -> handler.publishCompleted(s)),
                send(2, message),
                send(3, message),
                send(4, message));
    }

    // Rule C

    @Test
    void listIsAppliedAndAnswered() {
        PartitionVersioning handler = classic(repaired()).versioning();
        assertStep(
                remembers(with(member(3), MOVED), DONE),
                take(
                        member(3),
                        s -> handler.handlePublishCompleted(
                                s, 1, new ControlMessage.PublishCompleted(LIST, MigrationSet.EMPTY))),
                send(1, new PublishReply(true, LIST)));
        ClassicState waiting = joined(remembers(with(member(4), MOVED), DONE), MOVE);
        assertStep(
                remembers(with(member(4), MOVED), DONE),
                take(
                        waiting,
                        s -> handler.handlePublishCompleted(
                                s, 1, new ControlMessage.PublishCompleted(LIST, MigrationSet.EMPTY))),
                send(1, new PublishReply(true, LIST)));
    }

    @Test
    void gapIsAnsweredWithNo() {
        Migration later = new Migration(5, 0, 4, 1, 4, 1, 0, -1, -1, 0, 4, 1, Status.SUCCESS);
        MigrationSet list = MigrationSet.of(later);
        assertStep(
                member(3),
                take(member(3), s -> classic(repaired())
                        .versioning()
                        .handlePublishCompleted(s, 1, new ControlMessage.PublishCompleted(list, MigrationSet.EMPTY))),
                send(1, new PublishReply(false, list)));
    }

    @Test
    void olderGenerationSendsTheTable() {
        ControlMessage.PublishCompleted message = new ControlMessage.PublishCompleted(LIST, MOVED);
        assertStep(
                publishing(MemberSet.of(2, 3, 4), true),
                take(remembers(with(master(), MOVED), DONE), s -> classic(without(ClassicRule.PUBLISH_BY_DELTA))
                        .versioning()
                        .publishCompleted(s)),
                send(2, message),
                send(3, message),
                send(4, message));
        assertStep(
                remembers(with(member(3), MOVED), DONE),
                take(member(3), s -> classic(without(ClassicRule.PUBLISH_BY_DELTA, ClassicRule.GAP_GUARD))
                        .versioning()
                        .handlePublishCompleted(s, 1, message)),
                send(1, new PublishReply(true, LIST)));
        ClassicState knows = remembers(member(3), DONE);
        assertStep(
                with(knows, MOVED),
                take(knows, s -> classic(without(ClassicRule.PUBLISH_BY_DELTA))
                        .versioning()
                        .handlePublishCompleted(s, 1, message)),
                send(1, new PublishReply(true, LIST)));
    }

    @Test
    void recordOfWhatIsInFlightIsKept() {
        PartitionVersioning handler = classic(repaired()).versioning();
        Migration other = OTHER.with(Status.SUCCESS);
        MigrationSet list = MigrationSet.of(other);
        ClassicState destination = remembers(with(member(4), MOVED), DONE, other);
        ClassicState moved = with(destination, handler.replay(MOVED, other));
        assertStep(
                moved,
                take(
                        destination,
                        s -> handler.handlePublishCompleted(
                                s, 1, new ControlMessage.PublishCompleted(list, MigrationSet.of(MOVE)))),
                send(1, new PublishReply(true, list)));
        assertStep(
                remembers(moved, other),
                take(
                        destination,
                        s -> handler.handlePublishCompleted(
                                s, 1, new ControlMessage.PublishCompleted(list, MigrationSet.EMPTY))),
                send(1, new PublishReply(true, list)));
        assertStep(
                remembers(moved, other),
                take(destination, s -> classic(without(ClassicRule.RETAIN_CHECKS_VERSION))
                        .versioning()
                        .handlePublishCompleted(
                                s, 1, new ControlMessage.PublishCompleted(list, MigrationSet.of(MOVE)))),
                send(1, new PublishReply(true, list)));
    }

    @Test
    void followerOfAnotherMasterAnswersWhetherItIsOne() {
        PartitionVersioning handler = classic(repaired()).versioning();
        ControlMessage.PublishCompleted message = new ControlMessage.PublishCompleted(LIST, MigrationSet.EMPTY);
        assertStep(
                member(3),
                take(member(3), s -> handler.handlePublishCompleted(s, 2, message)),
                send(2, new PublishReply(false, LIST)));
        assertStep(
                master(),
                take(master(), s -> handler.handlePublishCompleted(s, 2, message)),
                send(2, new PublishReply(true, LIST)));
        PartitionVersioning trusting =
                classic(without(ClassicRule.TABLE_CHECKS_SENDER)).versioning();
        assertStep(
                master(),
                take(master(), s -> trusting.handlePublishCompleted(s, 2, message)),
                send(2, new PublishReply(true, LIST)));
        assertStep(
                remembers(with(member(3), MOVED), DONE),
                take(member(3), s -> trusting.handlePublishCompleted(s, 2, message)),
                send(2, new PublishReply(true, LIST)));
    }

    // Answers

    @Test
    void answeredListIsForgotten() {
        PartitionVersioning handler = classic(repaired()).versioning();
        assertStep(
                publishing(MemberSet.of(3), true),
                take(
                        publishing(MemberSet.of(2, 3), true),
                        s -> handler.handlePublishReply(s, 2, new PublishReply(true, LIST))));
        ClassicState more = remembers(publishing(MemberSet.of(3), true), DONE, OTHER.with(Status.FAILED));
        assertStep(
                remembers(more, OTHER.with(Status.FAILED))
                        .but()
                        .publication(Optional.empty())
                        .done(),
                take(more, s -> handler.handlePublishReply(s, 3, new PublishReply(true, LIST))));
    }

    @Test
    void negativeAnswerGetsTheTableAndNothingIsForgotten() {
        PartitionVersioning handler = classic(repaired()).versioning();
        assertStep(
                publishing(MemberSet.of(3), false),
                take(
                        publishing(MemberSet.of(2, 3), true),
                        s -> handler.handlePublishReply(s, 2, new PublishReply(false, LIST))),
                send(2, new PartitionState(MOVED, LIST)));
        ClassicState ended = publishing(MemberSet.of(3), false)
                .but()
                .publication(Optional.empty())
                .done();
        assertStep(
                ended,
                take(
                        publishing(MemberSet.of(3), false),
                        s -> handler.handlePublishReply(s, 3, new PublishReply(true, LIST))));
        assertStep(
                ended,
                take(
                        publishing(MemberSet.of(3), true),
                        s -> handler.handlePublishReply(s, 3, new PublishReply(false, LIST))),
                send(3, new PartitionState(MOVED, LIST)));
        ClassicState without3 = publishing(MemberSet.of(3), true)
                .but()
                .view(MemberSet.of(1, 2, 4))
                .done();
        assertStep(
                without3.but().publication(Optional.empty()).done(),
                take(without3, s -> handler.handlePublishReply(s, 3, new PublishReply(false, LIST))));
    }

    @Test
    void answerWithoutQuestionIsRefused() {
        PartitionVersioning handler = classic(repaired()).versioning();
        PublishReply yes = new PublishReply(true, LIST);
        assertRefused(ClassicRule.ANSWER_EXPECTED, master(), m -> handler.handlePublishReply(m, 3, yes));
        ClassicState publishing = publishing(MemberSet.of(3), true);
        assertRefused(ClassicRule.ANSWER_EXPECTED, publishing, m -> handler.handlePublishReply(m, 2, yes));
        PublishReply other = new PublishReply(true, MigrationSet.EMPTY);
        assertRefused(ClassicRule.ANSWER_EXPECTED, publishing, m -> handler.handlePublishReply(m, 3, other));
    }

    @Test
    void oldOwnersAnswerReleasesWhatTheMasterMovedToItself() {
        PartitionVersioning handler = classic(repaired()).versioning();
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
                take(waiting, s -> handler.handlePublishReply(s, 2, new PublishReply(true, list))));
        assertStep(
                waiting.but()
                        .publication(Optional.of(new Publication(list, MemberSet.of(2), true)))
                        .done(),
                take(waiting, s -> handler.handlePublishReply(s, 3, new PublishReply(true, list))));
        ClassicState refused = waiting.but()
                .publication(Optional.of(new Publication(list, MemberSet.of(3), false)))
                .done();
        assertStep(
                refused,
                take(waiting, s -> handler.handlePublishReply(s, 2, new PublishReply(false, list))),
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
                take(source, s -> handler.handlePublishReply(s, 1, new PublishReply(true, LIST))));
    }
}
