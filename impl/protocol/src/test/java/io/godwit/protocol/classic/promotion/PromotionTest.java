package io.godwit.protocol.classic.promotion;

import static io.godwit.protocol.classic.ClassicScene.MOVE;
import static io.godwit.protocol.classic.ClassicScene.TABLE;
import static io.godwit.protocol.classic.ClassicScene.VIEW;
import static io.godwit.protocol.classic.ClassicScene.assertRefused;
import static io.godwit.protocol.classic.ClassicScene.assertStep;
import static io.godwit.protocol.classic.ClassicScene.joined;
import static io.godwit.protocol.classic.ClassicScene.master;
import static io.godwit.protocol.classic.ClassicScene.member;
import static io.godwit.protocol.classic.ClassicScene.receivedFrom;
import static io.godwit.protocol.classic.ClassicScene.repaired;
import static io.godwit.protocol.classic.ClassicScene.send;
import static io.godwit.protocol.classic.ClassicScene.table;
import static io.godwit.protocol.classic.ClassicScene.with;
import static io.godwit.protocol.classic.ClassicScene.without;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.ControlMessage.PromotionCommit;
import io.godwit.protocol.classic.ControlMessage.PromotionReply;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.classic.table.Promotion;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PromotionTest {
    private static final MigrationSet DONE = MigrationSet.of(MOVE.with(Status.SUCCESS));
    private static final MigrationSet NONE = MigrationSet.EMPTY;

    /** Members 2 and 4 are left with partitions 0 (of 3, 2) and 1 (of 3, 4); 3 has gone. */
    private static final PartitionTable TWO_ORPHANS = table(Entry.of(6, 3, 2, 0), Entry.of(7, 3, 4, 2));

    private final Repair repair = new Repair(repaired());

    private static Guards global() {
        return without(ClassicGuard.VERSION_PER_PARTITION);
    }

    /** The master sees these members and has that table. */
    private static ClassicState seeing(MemberSet view, PartitionTable table) {
        return with(master(), table).but().view(view).completed(DONE).done();
    }

    private static ClassicState promoting(ClassicState state, int destination, Integer... partitions) {
        return state.but()
                .duty(Duty.PROMOTE)
                .promotion(Optional.of(new Promotion(destination, List.of(partitions))))
                .done();
    }

    @Test
    void whoLeftIsRemoved() {
        MemberSet rest = MemberSet.of(1, 2, 4);
        PartitionTable stripped = table(Entry.of(4, 1, 2, 0), Entry.of(4, 2, 0, 1));
        PartitionState message = new PartitionState(stripped, DONE);
        assertStep(
                with(seeing(rest, TABLE), stripped),
                repair.handle(seeing(rest, TABLE), Act.NOW),
                send(2, message),
                send(4, message));
        PartitionTable together = table(Entry.of(5, 1, 2, 0), Entry.of(5, 2, 0, 1));
        PartitionState all = new PartitionState(together, DONE);
        assertStep(
                with(seeing(rest, TABLE), together),
                new Repair(global()).handle(seeing(rest, TABLE), Act.NOW),
                send(2, all),
                send(4, all));
    }

    @Test
    void theMasterPromotesItself() {
        MemberSet rest = MemberSet.of(1, 3, 4);
        PartitionTable start = table(Entry.of(3, 2, 1, 3), Entry.of(3, 3, 2, 1));
        PartitionTable promoted = table(Entry.of(6, 1, 0, 3), Entry.of(4, 3, 0, 1));
        PartitionState message = new PartitionState(promoted, DONE);
        assertStep(
                with(seeing(rest, start), promoted),
                repair.handle(seeing(rest, start), Act.NOW),
                send(3, message),
                send(4, message));
    }

    @Test
    void nothingIsPublishedWhileAnOwnerIsMissing() {
        MemberSet rest = MemberSet.of(1, 3, 4);
        PartitionTable start = table(Entry.of(3, 2, 1, 3), Entry.of(3, 2, 3, 1));
        assertStep(
                with(seeing(rest, start), table(Entry.of(6, 1, 0, 3), Entry.of(4, 0, 3, 1))),
                repair.handle(seeing(rest, start), Act.NOW));
    }

    @Test
    void aFirstSurvivorIsPromotedForAllItsPartitions() {
        MemberSet rest = MemberSet.of(1, 2, 4);
        PartitionTable start = table(Entry.of(3, 3, 2, 1), Entry.of(3, 3, 2, 4));
        PartitionTable stripped = table(Entry.of(4, 0, 2, 1), Entry.of(4, 0, 2, 4));
        PartitionTable promoted = table(Entry.of(6, 2, 0, 1), Entry.of(6, 2, 0, 4));
        assertStep(
                promoting(with(seeing(rest, start), stripped), 2, 0, 1),
                repair.handle(seeing(rest, start), Act.NOW),
                send(2, new PromotionCommit(promoted, List.of(0, 1), DONE)));
        PartitionTable strippedTogether = table(Entry.of(5, 0, 2, 1), Entry.of(5, 0, 2, 4));
        PartitionTable promotedTogether = table(Entry.of(9, 2, 0, 1), Entry.of(9, 2, 0, 4));
        assertStep(
                promoting(with(seeing(rest, start), strippedTogether), 2, 0, 1),
                new Repair(global()).handle(seeing(rest, start), Act.NOW),
                send(2, new PromotionCommit(promotedTogether, List.of(0, 1), DONE)));
    }

    @Test
    void onePromotedMemberAtATime() {
        MemberSet rest = MemberSet.of(1, 2, 4);
        PartitionTable stripped = table(Entry.of(7, 0, 2, 0), Entry.of(8, 0, 4, 2));
        PartitionTable promoted = table(Entry.of(9, 2, 0, 0), Entry.of(8, 0, 4, 2));
        assertStep(
                promoting(with(seeing(rest, TWO_ORPHANS), stripped), 2, 0),
                repair.handle(seeing(rest, TWO_ORPHANS), Act.NOW),
                send(2, new PromotionCommit(promoted, List.of(0), DONE)));
    }

    @Test
    void whatNeedsARepair() {
        assertRefused(ClassicGuard.LEADS, member(2), s -> repair.handle(s, Act.NOW));
        assertRefused(ClassicGuard.READY, promoting(master(), 2, 0), s -> repair.handle(s, Act.NOW));
        ClassicState busy =
                master(Flight.Stage.COPY, MOVE).but().view(MemberSet.of(1, 2)).done();
        assertRefused(ClassicGuard.REPAIR_WAITS, busy, s -> repair.handle(s, Act.NOW));
        assertEquals(
                with(busy, table(Entry.of(4, 1, 2, 0), Entry.of(4, 2, 0, 1))),
                new Repair(without(ClassicGuard.REPAIR_WAITS))
                        .handle(busy, Act.NOW)
                        .state());
        assertRefused(ClassicGuard.REPAIR_NEEDED, master(), s -> repair.handle(s, Act.NOW));
        ClassicState lost = with(master(), table(Entry.of(3, 0, 0, 0), Entry.of(3, 2, 3, 1)));
        assertRefused(ClassicGuard.REPAIR_NEEDED, lost, s -> repair.handle(s, Act.NOW));
    }

    // The promoted member

    private static final PartitionTable PROMOTED = table(Entry.of(6, 2, 0, 3), Entry.of(2, 1, 2, 3));
    private final HandlePromotionCommit commit = new HandlePromotionCommit(repaired());

    private static PromotionCommit order(PartitionTable table) {
        return new PromotionCommit(table, List.of(0), DONE);
    }

    @Test
    void thePromotedMemberTakesWhatIsNewer() {
        ClassicState state = joined(member(2), MOVE);
        assertStep(
                with(member(2), table(Entry.of(6, 2, 0, 3), Entry.of(3, 2, 3, 1)))
                        .but()
                        .completed(DONE)
                        .done(),
                commit.handle(state, receivedFrom(1, order(PROMOTED))),
                send(1, new PromotionReply(List.of(0), true)));
    }

    @Test
    void whatIsAppliedAlreadyIsAnsweredWithYes() {
        ClassicState done = with(member(2), PROMOTED);
        assertStep(
                done,
                commit.handle(done, receivedFrom(1, order(PROMOTED))),
                send(1, new PromotionReply(List.of(0), true)));
    }

    @Test
    void aPromotionIsRefused() {
        PromotionReply no = new PromotionReply(List.of(0), false);
        assertStep(member(2), commit.handle(member(2), receivedFrom(3, order(PROMOTED))), send(3, no));
        ClassicState done = with(member(2), PROMOTED);
        assertStep(done, commit.handle(done, receivedFrom(3, order(PROMOTED))), send(3, no));
        ClassicState diverged = with(member(2), table(Entry.of(6, 3, 0, 2), Entry.of(3, 2, 3, 1)));
        assertStep(diverged, commit.handle(diverged, receivedFrom(1, order(PROMOTED))), send(1, no));
        HandlePromotionCommit trusting = new HandlePromotionCommit(without(ClassicGuard.TABLE_CHECKS_SENDER));
        assertStep(master(), trusting.handle(master(), receivedFrom(3, order(PROMOTED))), send(3, no));
        assertStep(
                done.but()
                        .table(table(Entry.of(6, 2, 0, 3), Entry.of(3, 2, 3, 1)))
                        .stamp(with(member(2), table(Entry.of(6, 2, 0, 3), Entry.of(3, 2, 3, 1)))
                                .stamp())
                        .completed(DONE)
                        .done(),
                trusting.handle(member(2), receivedFrom(3, order(PROMOTED))),
                send(3, new PromotionReply(List.of(0), true)));
    }

    @Test
    void aRecordOfItsOwnIsKept() {
        Migration own = new Migration(4, 1, 2, 3, 2, 1, 0, -1, -1, 0, 3, 1, Status.SUCCESS);
        ClassicState knows = member(2).but().completed(MigrationSet.of(own)).done();
        assertEquals(
                DONE.with(own),
                commit.handle(knows, receivedFrom(1, order(PROMOTED))).state().completed());
    }

    // The end of it

    private static final PartitionTable STRIPPED = table(Entry.of(4, 0, 2, 3), Entry.of(3, 2, 3, 1));

    private static ClassicState waiting() {
        return promoting(with(master(), STRIPPED).but().completed(DONE).done(), 2, 0);
    }

    private static ClassicState ended(PartitionTable table) {
        return with(master(), table).but().completed(DONE).done();
    }

    @Test
    void theMasterFollowsAndPublishes() {
        PartitionTable table = table(Entry.of(6, 2, 0, 3), Entry.of(3, 2, 3, 1));
        PartitionState message = new PartitionState(table, DONE);
        assertStep(
                ended(table),
                new HandlePromotionReply(repaired())
                        .handle(waiting(), receivedFrom(2, new PromotionReply(List.of(0), true))),
                send(2, message),
                send(3, message),
                send(4, message));
    }

    @Test
    void aFailureIsFenced() {
        PromotionReply no = new PromotionReply(List.of(0), false);
        assertStep(
                ended(table(Entry.of(7, 0, 2, 3), Entry.of(3, 2, 3, 1))),
                new HandlePromotionReply(repaired()).handle(waiting(), receivedFrom(2, no)));
        assertStep(
                ended(table(Entry.of(6, 0, 2, 3), Entry.of(3, 2, 3, 1))),
                new HandlePromotionReply(without(ClassicGuard.PROMOTION_FENCE)).handle(waiting(), receivedFrom(2, no)));
        assertStep(
                ended(table(Entry.of(7, 0, 2, 3), Entry.of(6, 2, 3, 1))),
                new HandlePromotionReply(global()).handle(waiting(), receivedFrom(2, no)));
    }

    @Test
    void onlyTheAnswerThatIsWaitedForCounts() {
        HandlePromotionReply handler = new HandlePromotionReply(repaired());
        PromotionReply yes = new PromotionReply(List.of(0), true);
        assertRefused(ClassicGuard.ANSWER_EXPECTED, master(), s -> handler.handle(s, receivedFrom(2, yes)));
        assertRefused(ClassicGuard.ANSWER_EXPECTED, waiting(), s -> handler.handle(s, receivedFrom(3, yes)));
        PromotionReply other = new PromotionReply(List.of(1), true);
        assertRefused(ClassicGuard.ANSWER_EXPECTED, waiting(), s -> handler.handle(s, receivedFrom(2, other)));
        ClassicState deposed = waiting().but().master(4).done();
        assertRefused(ClassicGuard.ANSWER_EXPECTED, deposed, s -> handler.handle(s, receivedFrom(2, yes)));
    }

    @Test
    void aPromotedMemberThatLeavesIsAFailure() {
        AbortPromotion handler = new AbortPromotion(repaired());
        MemberSet rest = VIEW.without(2);
        assertStep(
                ended(table(Entry.of(7, 0, 2, 3), Entry.of(3, 2, 3, 1)))
                        .but()
                        .view(rest)
                        .done(),
                handler.handle(waiting().but().view(rest).done(), Act.NOW));
        assertRefused(ClassicGuard.LEADS, member(2), s -> handler.handle(s, Act.NOW));
        assertRefused(ClassicGuard.PROMOTING, master(), s -> handler.handle(s, Act.NOW));
        assertRefused(ClassicGuard.PARTICIPANT_LEFT, waiting(), s -> handler.handle(s, Act.NOW));
    }

    @Test
    void aPromotionIsSentAgain() {
        ResendPromotion handler = new ResendPromotion(repaired());
        assertStep(
                waiting(),
                handler.handle(waiting(), Act.NOW),
                send(2, new PromotionCommit(table(Entry.of(6, 2, 0, 3), Entry.of(3, 2, 3, 1)), List.of(0), DONE)));
        assertRefused(ClassicGuard.LEADS, member(2), s -> handler.handle(s, Act.NOW));
        assertRefused(ClassicGuard.PROMOTING, master(), s -> handler.handle(s, Act.NOW));
    }

    // Lost partitions and surplus replicas

    @Test
    void aLostPartitionGetsAnEmptyOwner() {
        AssignLost handler = new AssignLost(repaired());
        ClassicState lost = with(master(), table(Entry.of(5, 0, 0, 0), Entry.of(3, 2, 3, 1)));
        AssignLost.Choice choice = new AssignLost.Choice(0, 4);
        PartitionTable table = table(Entry.of(6, 4, 0, 0), Entry.of(3, 2, 3, 1));
        PartitionState message = new PartitionState(table, NONE);
        assertStep(
                with(master(), table),
                handler.handle(lost, choice),
                send(2, message),
                send(3, message),
                send(4, message));
        assertRefused(ClassicGuard.LEADS, member(2), s -> handler.handle(s, choice));
        assertRefused(ClassicGuard.READY, promoting(lost, 2, 0), s -> handler.handle(s, choice));
        ClassicState busy =
                lost.but().inflight(master(Flight.Stage.COPY, MOVE).inflight()).done();
        assertRefused(ClassicGuard.NOTHING_IN_FLIGHT, busy, s -> handler.handle(s, choice));
        assertRefused(ClassicGuard.LOST, with(master(), STRIPPED), s -> handler.handle(s, choice));
        assertRefused(ClassicGuard.DESTINATION_IS_MEMBER, lost, s -> handler.handle(s, new AssignLost.Choice(0, 5)));
        ClassicState leaving = lost.but().leaving(MemberSet.of(4)).done();
        assertRefused(ClassicGuard.DESTINATION_STAYS, leaving, s -> handler.handle(s, choice));
    }

    @Test
    void aSurplusReplicaIsCleared() {
        ClearSurplus handler = new ClearSurplus(repaired());
        ClearSurplus.Slot slot = new ClearSurplus.Slot(1, 2);
        PartitionTable table = table(Entry.of(3, 1, 2, 3), Entry.of(4, 2, 3, 0));
        PartitionState message = new PartitionState(table, NONE);
        assertStep(
                with(master(), table),
                handler.handle(master(), slot),
                send(2, message),
                send(3, message),
                send(4, message));
        assertRefused(ClassicGuard.LEADS, member(2), s -> handler.handle(s, slot));
        assertRefused(ClassicGuard.READY, promoting(master(), 2, 0), s -> handler.handle(s, slot));
        assertRefused(
                ClassicGuard.NOT_IN_FLIGHT,
                master(Flight.Stage.COPY, MOVE),
                s -> handler.handle(s, new ClearSurplus.Slot(0, 2)));
        assertRefused(ClassicGuard.STEP_FITS, master(), s -> handler.handle(s, new ClearSurplus.Slot(1, 0)));
        assertRefused(ClassicGuard.STEP_FITS, with(master(), table), s -> handler.handle(s, slot));
    }
}
