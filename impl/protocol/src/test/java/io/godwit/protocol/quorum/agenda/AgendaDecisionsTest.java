package io.godwit.protocol.quorum.agenda;

import static io.godwit.protocol.quorum.agenda.Desk.proposal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.registers.Answers;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import org.junit.jupiter.api.Test;

class AgendaDecisionsTest {
    private static final Configuration ABC = Configuration.settled(1, 2, 3);
    private static final Version VERSION = new Version(1, 2);

    private static Desk consider(Desk desk) {
        return desk.work(turn -> new Decisions().consider(turn, 0));
    }

    private static Desk target(Desk desk, int... members) {
        Target target = new Target(MemberSet.of(members), PartitionVector.filled(1, Arrangement.of(members)));
        return desk.with(desk.state.office().aimingAt(target));
    }

    private static Desk gone(Desk desk, int member) {
        Office office = desk.state.office();
        return desk.with(office.seeing(office.cluster(), MemberSet.of(member)));
    }

    @Test
    void nothingIsDueForASettledPartition() {
        consider(Desk.master(ABC)).assertSent();
    }

    @Test
    void aDeadPrimaryIsReplacedByTheFirstBackupThatStays() {
        consider(Desk.master(ABC).up(2, 3)).assertSent(proposal(0, Configuration.settled(2, 3)));
        consider(Desk.master(ABC).leaving(2).up(2, 3)).assertSent(proposal(0, Configuration.settled(3, 2)));
        consider(Desk.master(ABC).leaving(2, 3).up(2, 3)).assertSent(proposal(0, Configuration.settled(2, 3)));
        consider(Desk.master(ABC).up(3)).assertSent(proposal(0, ABC.promoted(3)));
        consider(Desk.master(ABC.withoutInSync(2)).up(2, 3))
                .assertSent(proposal(0, ABC.withoutInSync(2).promoted(3)));
    }

    @Test
    void withoutAnHeirAPartitionWaits() {
        consider(Desk.master(ABC).up(4)).assertSent();
        consider(Desk.master(ABC.withoutInSync(2).withoutInSync(3)).up(2, 3)).assertSent();
    }

    @Test
    void aDeadBackupIsEvicted() {
        consider(Desk.master(ABC).up(1, 2)).assertSent(proposal(0, ABC.withoutInSync(3)));
        consider(Desk.master(ABC).up(1)).assertSent(proposal(0, ABC.withoutInSync(2)));
        consider(Desk.master(ABC.withoutInSync(3)).up(1, 2)).assertSent();
    }

    @Test
    void anOrphanedMigrationIsGivenUp() {
        consider(Desk.master(ABC.withMigration(1, 4)).up(1, 2, 3)).assertSent(proposal(0, ABC));
        Configuration away = ABC.withoutInSync(3).withMigration(3, 4);
        consider(Desk.master(away).up(1, 2, 4)).assertSent(proposal(0, ABC.withoutInSync(3)));
        consider(Desk.master(ABC.withMigration(0, 4)).up(1, 2, 3, 4)).assertSent();
    }

    @Test
    void whoHasCaughtUpIsTakenIn() {
        Desk moving = Desk.master(ABC.withMigration(1, 4));
        moving.receive(1, new CaughtUp(0, VERSION, 4)).assertSent(proposal(0, Configuration.settled(4, 1, 2, 3)));
        Desk back = Desk.master(ABC.withoutInSync(3));
        back.receive(1, new CaughtUp(0, VERSION, 3)).assertSent(proposal(0, ABC));
        assertEquals(VERSION, back.state.office().vouched().get(0).of(3));
    }

    @Test
    void theWordOfOthersDoesNotCount() {
        Configuration moving = ABC.withMigration(1, 4);
        Desk.master(moving).receive(2, new CaughtUp(0, VERSION, 4)).assertSent();
        Desk.master(moving).receive(1, new CaughtUp(0, new Version(1, 1), 4)).assertSent();
        Desk follower = Desk.master(moving);
        follower.with(follower.state.control().withRole(Role.FOLLOWER))
                .receive(1, new CaughtUp(0, VERSION, 4))
                .assertSent();
        assertEquals(Version.NONE, follower.state.office().vouched().get(0).of(4));
    }

    @Test
    void whatIsGoneIsRemovedWhenItIsOutOfSync() {
        Configuration c = ABC.withoutInSync(2);
        consider(gone(Desk.master(c).up(1, 3), 2)).assertSent(proposal(0, c.withoutBackup(2)));
        consider(gone(Desk.master(c).up(1, 3), 3)).assertSent();
        consider(gone(Desk.master(ABC).up(1, 2, 3), 2)).assertSent();
    }

    @Test
    void whatIsNotWantedIsDroppedWhenThereIsEnough() {
        consider(target(Desk.master(ABC), 1, 3)).assertSent(proposal(0, Configuration.settled(1, 3)));
        consider(target(Desk.master(ABC), 1, 2)).assertSent(proposal(0, Configuration.settled(1, 2)));
        consider(target(Desk.master(Configuration.settled(1, 2)), 1, 3)).assertSent();
        Desk leaving =
                target(Desk.master(Configuration.settled(1, 2, 3, 4)).leaving(2).up(1, 2, 3, 4), 1, 3);
        consider(leaving).assertSent(proposal(0, Configuration.settled(1, 3, 4)));
        consider(target(Desk.master(ABC.withoutInSync(3)).up(1, 2), 1, 2)).assertSent();
    }

    @Test
    void thePlannedPrimaryTakesItsPlace() {
        Configuration ab = Configuration.settled(1, 2);
        consider(target(Desk.master(ab), 2, 1)).assertSent(proposal(0, Configuration.settled(2, 1)));
        consider(target(Desk.master(ab.withoutInSync(2)).up(1), 2, 1)).assertSent();
        consider(target(Desk.master(ab.withMigration(0, 3)), 2, 1)).assertSent();
    }

    @Test
    void oneDecisionAtATimeAndOnlyOnTopOfTheOwnTerm() {
        Desk busy = Desk.master(ABC).up(1, 2);
        busy.with(busy.state
                .control()
                .withOutstanding(
                        busy.state.control().outstanding().with(0, new Entry(1, 3, 1, 2, ABC)),
                        busy.state.control().answers()));
        consider(busy).assertSent();
        Desk old = Desk.master(ABC).up(1, 2);
        old.with(old.state.control().withCommitted(PartitionVector.filled(1, Entry.first(ABC))));
        consider(old).assertSent();
        Desk follower = Desk.master(ABC).up(1, 2);
        consider(follower.with(follower.state.control().withRole(Role.FOLLOWER)))
                .assertSent();
    }

    @Test
    void whatIsDecidedIsFollowedByTheNextDecision() {
        Desk desk = consider(Desk.master(ABC).up(1));
        Entry first = new Entry(1, 3, 1, 2, ABC.withoutInSync(2));
        desk.with(
                desk.state.control().withAnswers(PartitionVector.filled(1, new Answers(MemberSet.of(1), Desk.VOTERS))));
        desk.receive(2, new io.godwit.protocol.quorum.registers.ControlMessage.Accepted(0, first));
        assertEquals(
                new Entry(1, 4, 1, 3, ABC.withoutInSync(2).withoutInSync(3)),
                desk.state.control().outstanding().get(0));
    }
}
