package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.D;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.moving;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Members;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProposeMemberTest {

    /** Primary A of a partition that moves to D, with some entries; B, the only other in-sync member, holds two. */
    private static Replica leader(int length, int ofD, int... waits) {
        Replica replica = leading(moving(), log(V1, length), waits);
        return replica.withPrimaryState(replica.primaryState().acknowledged(D, ofD));
    }

    private void proposes(Replica before, Replica after, int subject) {
        DataState primary = member(A, before);
        assertAccepts(
                primary.with(P, after),
                List.of(new Send(Members.EVERYBODY, new CaughtUp(P, V2, subject))),
                take(primary, s -> ALL.migration().proposeMember(s, P, subject)));
    }

    @Test
    void learnerThatHoldsWhatTheOthersHoldIsWaitedFor() {
        proposes(leader(3, 2), leader(3, 2, D), D);
        proposes(leader(3, 3), leader(3, 3, D), D);
        proposes(leader(0, 0), leader(0, 0, D), D);
    }

    @Test
    void replicaThatIsNotInSyncIsProposedTheSameWay() {
        Replica before = leader(3, 0);
        Replica caughtUp = before.withPrimaryState(before.primaryState().acknowledged(C, 2));
        proposes(caughtUp, caughtUp.waitingFor(C), C);
    }

    @Test
    void membersThatAreWaitedForAlreadyCountAsTheOthers() {
        Replica before = leader(3, 1, C);
        proposes(before, before.waitingFor(D), D);
    }

    @Test
    void memberThatHasStoppedProposesNobody() {
        DataState stopped = member(A, leader(3, 3)).with(Status.LEFT);
        assertRefuses(QuorumRule.MEMBER_UP, stopped, take(stopped, s -> ALL.migration()
                .proposeMember(s, P, D)));
    }

    @Test
    void backupProposesNobody() {
        DataState backup = member(B, replica(view(V2, moving()), log(V1, 3)));
        assertRefuses(
                QuorumRule.IS_PRIMARY, backup, take(backup, s -> ALL.migration().proposeMember(s, P, D)));
    }

    @Test
    void strangerIsNotProposed() {
        DataState primary = member(A, leading(ABC, log(V1, 3)));
        assertRefuses(QuorumRule.IS_PARTICIPANT, primary, take(primary, s -> ALL.migration()
                .proposeMember(s, P, D)));
    }

    @Test
    void inSyncMemberIsNotProposed() {
        DataState primary = member(A, leader(3, 3));
        assertRefuses(QuorumRule.NOT_IN_SYNC, primary, take(primary, s -> ALL.migration()
                .proposeMember(s, P, B)));
    }

    @Test
    void memberIsProposedOnce() {
        DataState primary = member(A, leader(3, 3, D));
        assertRefuses(QuorumRule.NOT_PROPOSED, primary, take(primary, s -> ALL.migration()
                .proposeMember(s, P, D)));
    }

    @Test
    void memberIsInLineFirst() {
        DataState primary = member(A, leading(moving(), log(V1, 3)));
        assertRefuses(QuorumRule.PROPOSES_IN_LINE, primary, take(primary, s -> ALL.migration()
                .proposeMember(s, P, D)));
        assertRefuses(QuorumRule.PROPOSES_CAUGHT_UP, primary, take(primary, s -> without(QuorumRule.PROPOSES_IN_LINE)
                .migration()
                .proposeMember(s, P, D)));
        // Nobody has said anything, and B in sync holds no entry: that the learner holds none either is not the point.
        DataState early =
                member(A, leading(moving(), log(V1, 3)).withPrimaryState(PrimaryState.NONE.acknowledged(B, 0)));
        assertTrue(take(
                        early,
                        s -> without(QuorumRule.PROPOSES_IN_LINE).migration().proposeMember(s, P, D))
                .accepted());
    }

    @Test
    void memberHoldsWhatTheOthersHoldFirst() {
        DataState primary = member(A, leader(3, 1));
        assertRefuses(QuorumRule.PROPOSES_CAUGHT_UP, primary, take(primary, s -> ALL.migration()
                .proposeMember(s, P, D)));
        assertTrue(take(
                        primary,
                        s -> without(QuorumRule.PROPOSES_CAUGHT_UP).migration().proposeMember(s, P, D))
                .accepted());
    }
}
