package io.godwit.protocol.classic;

import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.TABLE;
import static io.godwit.protocol.classic.ClassicFixture.VIEW;
import static io.godwit.protocol.classic.ClassicFixture.assertRefused;
import static io.godwit.protocol.classic.ClassicFixture.assertStep;
import static io.godwit.protocol.classic.ClassicFixture.classic;
import static io.godwit.protocol.classic.ClassicFixture.joined;
import static io.godwit.protocol.classic.ClassicFixture.master;
import static io.godwit.protocol.classic.ClassicFixture.member;
import static io.godwit.protocol.classic.ClassicFixture.repaired;
import static io.godwit.protocol.classic.ClassicFixture.send;
import static io.godwit.protocol.classic.ClassicFixture.table;
import static io.godwit.protocol.classic.ClassicFixture.take;
import static io.godwit.protocol.classic.ClassicFixture.with;
import static io.godwit.protocol.classic.ClassicFixture.without;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.ControlMessage.PromotionReply;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Promotion;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PromotionCommitTest {
    private static final MigrationSet DONE = MigrationSet.of(MOVE.with(Status.SUCCESS));
    private static final MigrationSet NONE = MigrationSet.EMPTY;

    /** Members 2 and 4 are left with partitions 0 (of 3, 2) and 1 (of 3, 4); 3 has gone. */
    private static final PartitionTable TWO_ORPHANS =
            table(PartitionEntry.of(6, 3, 2, 0), PartitionEntry.of(7, 3, 4, 2));

    private final PromotionCommit repair = classic(repaired()).promotion();

    private static Rules global() {
        return without(ClassicRule.VERSION_PER_PARTITION);
    }

    /** The master sees these members and has that table. */
    private static ClassicState seeing(MemberSet view, PartitionTable table) {
        return with(master(), table).but().view(view).completed(DONE).done();
    }

    private static ClassicState promoting(ClassicState state, int destination, Integer... partitions) {
        return state.but()
                .duty(MasterPhase.PROMOTE)
                .promotion(Optional.of(new Promotion(destination, List.of(partitions))))
                .done();
    }

    @Test
    void membersThatLeftAreRemoved() {
        MemberSet rest = MemberSet.of(1, 2, 4);
        PartitionTable stripped = table(PartitionEntry.of(4, 1, 2, 0), PartitionEntry.of(4, 2, 0, 1));
        PartitionState message = new PartitionState(stripped, DONE);
        assertStep(
                with(seeing(rest, TABLE), stripped),
                take(seeing(rest, TABLE), s -> repair.repair(s)),
                send(2, message),
                send(4, message));
        PartitionTable together = table(PartitionEntry.of(5, 1, 2, 0), PartitionEntry.of(5, 2, 0, 1));
        PartitionState all = new PartitionState(together, DONE);
        assertStep(
                with(seeing(rest, TABLE), together),
                take(seeing(rest, TABLE), s -> classic(global()).promotion().repair(s)),
                send(2, all),
                send(4, all));
    }

    @Test
    void masterPromotesItself() {
        MemberSet rest = MemberSet.of(1, 3, 4);
        PartitionTable start = table(PartitionEntry.of(3, 2, 1, 3), PartitionEntry.of(3, 3, 2, 1));
        PartitionTable promoted = table(PartitionEntry.of(6, 1, 0, 3), PartitionEntry.of(4, 3, 0, 1));
        PartitionState message = new PartitionState(promoted, DONE);
        assertStep(
                with(seeing(rest, start), promoted),
                take(seeing(rest, start), s -> repair.repair(s)),
                send(3, message),
                send(4, message));
    }

    @Test
    void publicationWaitsForMissingOwner() {
        MemberSet rest = MemberSet.of(1, 3, 4);
        PartitionTable start = table(PartitionEntry.of(3, 2, 1, 3), PartitionEntry.of(3, 2, 3, 1));
        assertStep(
                with(seeing(rest, start), table(PartitionEntry.of(6, 1, 0, 3), PartitionEntry.of(4, 0, 3, 1))),
                take(seeing(rest, start), s -> repair.repair(s)));
    }

    @Test
    void firstSurvivorIsPromotedForAllItsPartitions() {
        MemberSet rest = MemberSet.of(1, 2, 4);
        PartitionTable start = table(PartitionEntry.of(3, 3, 2, 1), PartitionEntry.of(3, 3, 2, 4));
        PartitionTable stripped = table(PartitionEntry.of(4, 0, 2, 1), PartitionEntry.of(4, 0, 2, 4));
        PartitionTable promoted = table(PartitionEntry.of(6, 2, 0, 1), PartitionEntry.of(6, 2, 0, 4));
        assertStep(
                promoting(with(seeing(rest, start), stripped), 2, 0, 1),
                take(seeing(rest, start), s -> repair.repair(s)),
                send(2, new ControlMessage.PromotionCommit(promoted, List.of(0, 1), DONE)));
        PartitionTable strippedTogether = table(PartitionEntry.of(5, 0, 2, 1), PartitionEntry.of(5, 0, 2, 4));
        PartitionTable promotedTogether = table(PartitionEntry.of(9, 2, 0, 1), PartitionEntry.of(9, 2, 0, 4));
        assertStep(
                promoting(with(seeing(rest, start), strippedTogether), 2, 0, 1),
                take(seeing(rest, start), s -> classic(global()).promotion().repair(s)),
                send(2, new ControlMessage.PromotionCommit(promotedTogether, List.of(0, 1), DONE)));
    }

    @Test
    void onePromotedMemberAtATime() {
        MemberSet rest = MemberSet.of(1, 2, 4);
        PartitionTable stripped = table(PartitionEntry.of(7, 0, 2, 0), PartitionEntry.of(8, 0, 4, 2));
        PartitionTable promoted = table(PartitionEntry.of(9, 2, 0, 0), PartitionEntry.of(8, 0, 4, 2));
        assertStep(
                promoting(with(seeing(rest, TWO_ORPHANS), stripped), 2, 0),
                take(seeing(rest, TWO_ORPHANS), s -> repair.repair(s)),
                send(2, new ControlMessage.PromotionCommit(promoted, List.of(0), DONE)));
    }

    @Test
    void repairIsRefused() {
        assertRefused(ClassicRule.LEADS, member(2), s -> repair.repair(s));
        assertRefused(ClassicRule.READY, promoting(master(), 2, 0), s -> repair.repair(s));
        ClassicState busy = master(MigrationProgress.Stage.COPY, MOVE)
                .but()
                .view(MemberSet.of(1, 2))
                .done();
        assertRefused(ClassicRule.REPAIR_WAITS, busy, s -> repair.repair(s));
        assertEquals(
                with(busy, table(PartitionEntry.of(4, 1, 2, 0), PartitionEntry.of(4, 2, 0, 1))),
                take(busy, s -> classic(without(ClassicRule.REPAIR_WAITS))
                                .promotion()
                                .repair(s))
                        .state());
        assertRefused(ClassicRule.REPAIR_NEEDED, master(), s -> repair.repair(s));
        ClassicState lost = with(master(), table(PartitionEntry.of(3, 0, 0, 0), PartitionEntry.of(3, 2, 3, 1)));
        assertRefused(ClassicRule.REPAIR_NEEDED, lost, s -> repair.repair(s));
    }

    // The promoted member

    private static final PartitionTable PROMOTED = table(PartitionEntry.of(6, 2, 0, 3), PartitionEntry.of(2, 1, 2, 3));
    private final PromotionCommit commit = classic(repaired()).promotion();

    private static ControlMessage.PromotionCommit order(PartitionTable table) {
        return new ControlMessage.PromotionCommit(table, List.of(0), DONE);
    }

    @Test
    void promotedMemberTakesWhatIsNewer() {
        ClassicState state = joined(member(2), MOVE);
        assertStep(
                with(member(2), table(PartitionEntry.of(6, 2, 0, 3), PartitionEntry.of(3, 2, 3, 1)))
                        .but()
                        .completed(DONE)
                        .done(),
                take(state, s -> commit.handlePromotionCommit(s, 1, order(PROMOTED))),
                send(1, new PromotionReply(List.of(0), true)));
    }

    @Test
    void appliedPromotionIsAnsweredWithYes() {
        ClassicState done = with(member(2), PROMOTED);
        assertStep(
                done,
                take(done, s -> commit.handlePromotionCommit(s, 1, order(PROMOTED))),
                send(1, new PromotionReply(List.of(0), true)));
    }

    /** No promotion is older than the promoted member's table after a fetch from everybody. One that were would change no entry. */
    @Test
    void olderPromotionChangesNoEntry() {
        PartitionTable older = table(PartitionEntry.of(2, 2, 0, 3), PartitionEntry.of(2, 1, 2, 3));
        for (Rules rules : List.of(repaired(), global())) {
            PromotionCommit module = classic(rules).promotion();
            assertStep(
                    member(2).but().completed(DONE).done(),
                    take(member(2), s -> module.handlePromotionCommit(s, 1, order(older))),
                    send(1, new PromotionReply(List.of(0), true)));
        }
    }

    @Test
    void promotionIsRefused() {
        PromotionReply no = new PromotionReply(List.of(0), false);
        assertStep(member(2), take(member(2), s -> commit.handlePromotionCommit(s, 3, order(PROMOTED))), send(3, no));
        ClassicState done = with(member(2), PROMOTED);
        assertStep(done, take(done, s -> commit.handlePromotionCommit(s, 3, order(PROMOTED))), send(3, no));
        ClassicState diverged = with(member(2), table(PartitionEntry.of(6, 3, 0, 2), PartitionEntry.of(3, 2, 3, 1)));
        assertStep(diverged, take(diverged, s -> commit.handlePromotionCommit(s, 1, order(PROMOTED))), send(1, no));
        PromotionCommit trusting =
                classic(without(ClassicRule.TABLE_CHECKS_SENDER)).promotion();
        assertStep(master(), take(master(), s -> trusting.handlePromotionCommit(s, 3, order(PROMOTED))), send(3, no));
        assertStep(
                done.but()
                        .table(table(PartitionEntry.of(6, 2, 0, 3), PartitionEntry.of(3, 2, 3, 1)))
                        .stamp(with(member(2), table(PartitionEntry.of(6, 2, 0, 3), PartitionEntry.of(3, 2, 3, 1)))
                                .stamp())
                        .completed(DONE)
                        .done(),
                take(member(2), s -> trusting.handlePromotionCommit(s, 3, order(PROMOTED))),
                send(3, new PromotionReply(List.of(0), true)));
    }

    @Test
    void recordOfItsOwnIsKept() {
        Migration own = new Migration(4, 1, 2, 3, 2, 1, 0, -1, -1, 0, 3, 1, Status.SUCCESS);
        ClassicState knows = member(2).but().completed(MigrationSet.of(own)).done();
        assertEquals(
                DONE.with(own),
                take(knows, s -> commit.handlePromotionCommit(s, 1, order(PROMOTED)))
                        .state()
                        .completed());
    }

    // The end of it

    private static final PartitionTable STRIPPED = table(PartitionEntry.of(4, 0, 2, 3), PartitionEntry.of(3, 2, 3, 1));

    private static ClassicState waiting() {
        return promoting(with(master(), STRIPPED).but().completed(DONE).done(), 2, 0);
    }

    private static ClassicState ended(PartitionTable table) {
        return with(master(), table).but().completed(DONE).done();
    }

    @Test
    void masterFollowsAndPublishes() {
        PartitionTable table = table(PartitionEntry.of(6, 2, 0, 3), PartitionEntry.of(3, 2, 3, 1));
        PartitionState message = new PartitionState(table, DONE);
        assertStep(
                ended(table),
                take(waiting(), s -> classic(repaired())
                        .promotion()
                        .handlePromotionReply(s, 2, new PromotionReply(List.of(0), true))),
                send(2, message),
                send(3, message),
                send(4, message));
    }

    @Test
    void failureIsFenced() {
        PromotionReply no = new PromotionReply(List.of(0), false);
        assertStep(
                ended(table(PartitionEntry.of(7, 0, 2, 3), PartitionEntry.of(3, 2, 3, 1))),
                take(waiting(), s -> classic(repaired()).promotion().handlePromotionReply(s, 2, no)));
        assertStep(
                ended(table(PartitionEntry.of(7, 0, 2, 3), PartitionEntry.of(6, 2, 3, 1))),
                take(waiting(), s -> classic(global()).promotion().handlePromotionReply(s, 2, no)));
    }

    @Test
    void unexpectedAnswerIsRefused() {
        PromotionCommit handler = classic(repaired()).promotion();
        PromotionReply yes = new PromotionReply(List.of(0), true);
        assertRefused(ClassicRule.ANSWER_EXPECTED, master(), s -> handler.handlePromotionReply(s, 2, yes));
        assertRefused(ClassicRule.ANSWER_EXPECTED, waiting(), s -> handler.handlePromotionReply(s, 3, yes));
        PromotionReply other = new PromotionReply(List.of(1), true);
        assertRefused(ClassicRule.ANSWER_EXPECTED, waiting(), s -> handler.handlePromotionReply(s, 2, other));
        ClassicState deposed = waiting().but().master(4).done();
        assertRefused(ClassicRule.ANSWER_EXPECTED, deposed, s -> handler.handlePromotionReply(s, 2, yes));
    }

    @Test
    void promotedMemberThatLeavesIsAFailure() {
        PromotionCommit handler = classic(repaired()).promotion();
        MemberSet rest = VIEW.without(2);
        assertStep(
                ended(table(PartitionEntry.of(7, 0, 2, 3), PartitionEntry.of(3, 2, 3, 1)))
                        .but()
                        .view(rest)
                        .done(),
                take(waiting().but().view(rest).done(), s -> handler.abortPromotion(s)));
        assertRefused(ClassicRule.LEADS, member(2), s -> handler.abortPromotion(s));
        assertRefused(ClassicRule.PROMOTING, master(), s -> handler.abortPromotion(s));
        assertRefused(ClassicRule.PARTICIPANT_LEFT, waiting(), s -> handler.abortPromotion(s));
    }

    @Test
    void promotionIsSentAgain() {
        PromotionCommit handler = classic(repaired()).promotion();
        assertStep(
                waiting(),
                take(waiting(), s -> handler.resendPromotion(s)),
                send(
                        2,
                        new ControlMessage.PromotionCommit(
                                table(PartitionEntry.of(6, 2, 0, 3), PartitionEntry.of(3, 2, 3, 1)),
                                List.of(0),
                                DONE)));
        assertRefused(ClassicRule.LEADS, member(2), s -> handler.resendPromotion(s));
        assertRefused(ClassicRule.PROMOTING, master(), s -> handler.resendPromotion(s));
    }

    // Lost partitions and surplus replicas

    @Test
    void lostPartitionGetsAnEmptyOwner() {
        PromotionCommit handler = classic(repaired()).promotion();
        ClassicState lost = with(master(), table(PartitionEntry.of(5, 0, 0, 0), PartitionEntry.of(3, 2, 3, 1)));
        PartitionTable table = table(PartitionEntry.of(6, 4, 0, 0), PartitionEntry.of(3, 2, 3, 1));
        PartitionState message = new PartitionState(table, NONE);
        assertStep(
                with(master(), table),
                take(lost, s -> handler.assignLost(s, 0, 4)),
                send(2, message),
                send(3, message),
                send(4, message));
        assertRefused(ClassicRule.LEADS, member(2), s -> handler.assignLost(s, 0, 4));
        assertRefused(ClassicRule.READY, promoting(lost, 2, 0), s -> handler.assignLost(s, 0, 4));
        ClassicState busy = lost.but()
                .inflight(master(MigrationProgress.Stage.COPY, MOVE).inflight())
                .done();
        assertRefused(ClassicRule.NOTHING_IN_FLIGHT, busy, s -> handler.assignLost(s, 0, 4));
        assertRefused(ClassicRule.LOST, with(master(), STRIPPED), s -> handler.assignLost(s, 0, 4));
        assertRefused(ClassicRule.DESTINATION_IS_MEMBER, lost, s -> handler.assignLost(s, 0, 5));
        ClassicState leaving = lost.but().leaving(MemberSet.of(4)).done();
        assertRefused(ClassicRule.DESTINATION_STAYS, leaving, s -> handler.assignLost(s, 0, 4));
    }

    @Test
    void surplusReplicaIsCleared() {
        PromotionCommit handler = classic(repaired()).promotion();
        PartitionTable table = table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(4, 2, 3, 0));
        PartitionState message = new PartitionState(table, NONE);
        assertStep(
                with(master(), table),
                take(master(), s -> handler.clearSurplus(s, 1, 2)),
                send(2, message),
                send(3, message),
                send(4, message));
        assertRefused(ClassicRule.LEADS, member(2), s -> handler.clearSurplus(s, 1, 2));
        assertRefused(ClassicRule.READY, promoting(master(), 2, 0), s -> handler.clearSurplus(s, 1, 2));
        assertRefused(
                ClassicRule.NOT_IN_FLIGHT,
                master(MigrationProgress.Stage.COPY, MOVE),
                s -> handler.clearSurplus(s, 0, 2));
        assertRefused(ClassicRule.STEP_FITS, master(), s -> handler.clearSurplus(s, 1, 0));
        assertRefused(ClassicRule.STEP_FITS, with(master(), table), s -> handler.clearSurplus(s, 1, 2));
    }
}
