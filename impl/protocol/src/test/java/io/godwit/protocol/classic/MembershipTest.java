package io.godwit.protocol.classic;

import static io.godwit.protocol.classic.ClassicFixture.HOME;
import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.MOVED;
import static io.godwit.protocol.classic.ClassicFixture.SETTINGS;
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
import static io.godwit.protocol.classic.ClassicFixture.stamp;
import static io.godwit.protocol.classic.ClassicFixture.take;
import static io.godwit.protocol.classic.ClassicFixture.update;
import static io.godwit.protocol.classic.ClassicFixture.with;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.ControlMessage.FinalizeJoin;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;
import io.godwit.protocol.classic.ControlMessage.MembersUpdate;
import io.godwit.protocol.classic.data.Fetch;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.Pending;
import io.godwit.protocol.classic.data.Publication;
import io.godwit.protocol.map.Result;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MembershipTest {
    private static final MigrationSet DONE = MigrationSet.of(MOVE.with(Status.SUCCESS));
    private static final Result OK = new Result.Done(List.of());

    private final Membership suspect = classic(repaired()).membership();
    private final Membership join = classic(repaired()).membership();

    private static Pending pending(int write, Integer... waiting) {
        return new Pending(update(write), OK, MemberSet.of(List.of(waiting)));
    }

    @Test
    void suspectIsWaitedForNoLonger() {
        Fetch fetch = new Fetch(MemberSet.of(3, 4), TABLE, MigrationSet.EMPTY, MigrationSet.EMPTY);
        ClassicState state = member(2)
                .but()
                .duty(MasterPhase.FETCH)
                .fetch(Optional.of(fetch))
                .completed(DONE)
                .publication(Optional.of(new Publication(DONE, MemberSet.of(1, 3), true)))
                .done();
        assertStep(
                state.but()
                        .view(VIEW.without(3))
                        .fetch(Optional.of(new Fetch(MemberSet.of(4), TABLE, MigrationSet.EMPTY, MigrationSet.EMPTY)))
                        .publication(Optional.of(new Publication(DONE, MemberSet.of(1), true)))
                        .done(),
                take(state, s -> suspect.suspect(s, 3)));
    }

    @Test
    void publicationMayEndByIt() {
        MigrationSet more = DONE.with(HOME.with(Status.FAILED));
        ClassicState state = with(master(), MOVED)
                .but()
                .completed(more)
                .publication(Optional.of(new Publication(DONE, MemberSet.of(3), true)))
                .done();
        assertStep(
                with(master(), MOVED)
                        .but()
                        .view(VIEW.without(3))
                        .completed(more.minus(DONE))
                        .done(),
                take(state, s -> suspect.suspect(s, 3)));
        ClassicState refused = state.but()
                .publication(Optional.of(new Publication(DONE, MemberSet.of(3), false)))
                .done();
        assertStep(
                with(master(), MOVED)
                        .but()
                        .view(VIEW.without(3))
                        .completed(more)
                        .done(),
                take(refused, s -> suspect.suspect(s, 3)));
    }

    @Test
    void writesThatWaitedForItAreAcknowledged() {
        ClassicState state = member(2)
                .but()
                .pending(PartitionMap.<List<Pending>>empty()
                        .with(0, List.of(pending(1, 3), pending(2, 3, 4), pending(3, 4)))
                        .with(1, List.of(pending(4, 3))))
                .done();
        assertStep(
                state.but()
                        .view(VIEW.without(3))
                        .pending(PartitionMap.<List<Pending>>empty().with(0, List.of(pending(2, 4), pending(3, 4))))
                        .done(),
                take(state, s -> suspect.suspect(s, 3)),
                new Command.Answer(1, 1, OK),
                new Command.Answer(4, 4, OK));
    }

    @Test
    void masterServesWhatItTookFromWhoIsGone() {
        MigrationSet home = MigrationSet.of(HOME.with(Status.SUCCESS));
        ClassicState state = joined(master(), HOME).but().completed(home).done();
        assertStep(
                master().but().completed(home).view(VIEW.without(2)).done(), take(state, s -> suspect.suspect(s, 2)));
        unreleased(state, 3);
        unreleased(state.but().duty(MasterPhase.FETCH).done(), 2);
        unreleased(
                state.but().completed(MigrationSet.of(HOME.with(Status.FAILED))).done(), 2);
        unreleased(master().but().completed(home).done(), 2);
        Migration away = new Migration(3, 1, 2, 4, 2, 1, 0, -1, -1, 0, 3, 1, Status.SUCCESS);
        unreleased(joined(master(), away).but().completed(MigrationSet.of(away)).done(), 2);
    }

    private void unreleased(ClassicState state, int gone) {
        assertStep(state.but().view(VIEW.without(gone)).done(), take(state, s -> suspect.suspect(s, gone)));
    }

    @Test
    void memberGivesUpOtherMembersOnly() {
        assertRefused(ClassicRule.UP, ClassicState.off(5, SETTINGS), s -> suspect.suspect(s, 1));
        assertRefused(ClassicRule.IS_MEMBER, member(2), s -> suspect.suspect(s, 2));
        assertRefused(ClassicRule.IS_MEMBER, member(2), s -> suspect.suspect(s, 5));
    }

    // Joining

    @Test
    void masterLetsAProcessIn() {
        ClassicState state = master().but().completed(DONE).done();
        MembersUpdate update = new MembersUpdate(5);
        assertStep(
                state.but().view(VIEW.with(5)).done(),
                take(state, s -> join.join(s, 5)),
                send(2, update),
                send(3, update),
                send(4, update),
                send(5, new FinalizeJoin(VIEW.with(5), TABLE, DONE, ClusterState.ACTIVE)));
    }

    @Test
    void joinIsRefused() {
        assertRefused(ClassicRule.LEADS, member(2), s -> join.join(s, 5));
        ClassicState promoting = master().but().duty(MasterPhase.PROMOTE).done();
        assertRefused(ClassicRule.READY, promoting, s -> join.join(s, 5));
        assertRefused(ClassicRule.NOTHING_IN_FLIGHT, master(MigrationProgress.Stage.COPY, MOVE), s -> join.join(s, 5));
        assertRefused(ClassicRule.NEWCOMER, master(), s -> join.join(s, 4));
    }

    @Test
    void newcomerGetsEverything() {
        Membership handler = classic(repaired()).membership();
        FinalizeJoin message = new FinalizeJoin(VIEW.with(5), MOVED, DONE, ClusterState.ACTIVE);
        assertStep(
                ClassicState.off(5, SETTINGS)
                        .but()
                        .life(ProcessStatus.UP)
                        .view(VIEW.with(5))
                        .master(2)
                        .table(MOVED)
                        .stamp(stamp(MOVED))
                        .completed(DONE)
                        .done(),
                take(ClassicState.off(5, SETTINGS), s -> handler.handleFinalizeJoin(s, 2, message)));
        assertRefused(ClassicRule.NOT_JOINED, member(2), s -> handler.handleFinalizeJoin(s, 1, message));
    }

    @Test
    void othersHearOfIt() {
        Membership handler = classic(repaired()).membership();
        assertStep(
                member(3).but().view(VIEW.with(5)).done(),
                take(member(3), s -> handler.handleMembersUpdate(s, 1, new MembersUpdate(5))));
        ClassicState without1 = member(3).but().view(VIEW.without(1)).done();
        assertRefused(ClassicRule.IS_MEMBER, without1, s -> handler.handleMembersUpdate(s, 1, new MembersUpdate(5)));
    }

    @Test
    void masterNotesWhoWantsToJoin() {
        Membership handler = classic(repaired()).membership();
        ClassicState noted = master().but()
                .timers(master().timers().withNewcomers(MemberSet.of(5)))
                .done();
        assertStep(noted, take(master(), s -> handler.handleJoinRequest(s, 5, new JoinRequest())));
        assertRefused(ClassicRule.LEADS, member(2), s -> handler.handleJoinRequest(s, 5, new JoinRequest()));
        assertRefused(ClassicRule.NEWCOMER, master(), s -> handler.handleJoinRequest(s, 4, new JoinRequest()));
    }
}
