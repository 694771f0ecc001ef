package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.engine.EngineFixture.proposal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Zones;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import org.junit.jupiter.api.Test;

class DecisionsTest {
    private static final Configuration ABC = Configuration.settled(1, 2, 3);
    private static final Version VERSION = new Version(1, 2);

    private static EngineFixture consider(EngineFixture fixture) {
        return fixture.work(context -> new Decisions().consider(context, 0));
    }

    private static EngineFixture target(EngineFixture fixture, int... members) {
        Target target =
                new Target(MemberSet.of(members), Zones.NONE, PartitionVector.filled(1, Arrangement.of(members)));
        return fixture.with(fixture.state.master().withTarget(target));
    }

    private static EngineFixture gone(EngineFixture fixture, int member) {
        MasterState master = fixture.state.master();
        return fixture.with(master.withCluster(master.cluster(), MemberSet.of(member)));
    }

    @Test
    void settledPartitionNeedsNoDecision() {
        consider(EngineFixture.master(ABC)).assertSent();
    }

    @Test
    void deadPrimaryIsReplacedByTheFirstBackupThatStays() {
        consider(EngineFixture.master(ABC).up(2, 3)).assertSent(proposal(0, Configuration.settled(2, 3)));
        consider(EngineFixture.master(ABC).leaving(2).up(2, 3)).assertSent(proposal(0, Configuration.settled(3, 2)));
        consider(EngineFixture.master(ABC).leaving(2, 3).up(2, 3)).assertSent(proposal(0, Configuration.settled(2, 3)));
        consider(EngineFixture.master(ABC).up(3)).assertSent(proposal(0, ABC.promoted(3)));
        consider(EngineFixture.master(ABC.withoutInSync(2)).up(2, 3))
                .assertSent(proposal(0, ABC.withoutInSync(2).promoted(3)));
    }

    @Test
    void partitionWithoutSuccessorWaits() {
        consider(EngineFixture.master(ABC).up(4)).assertSent();
        consider(EngineFixture.master(ABC.withoutInSync(2).withoutInSync(3)).up(2, 3))
                .assertSent();
    }

    @Test
    void deadBackupIsEvicted() {
        consider(EngineFixture.master(ABC).up(1, 2)).assertSent(proposal(0, ABC.withoutInSync(3)));
        consider(EngineFixture.master(ABC).up(1)).assertSent(proposal(0, ABC.withoutInSync(2)));
        consider(EngineFixture.master(ABC.withoutInSync(3)).up(1, 2)).assertSent();
    }

    @Test
    void orphanedMigrationIsGivenUp() {
        consider(EngineFixture.master(ABC.withMigration(1, 4)).up(1, 2, 3)).assertSent(proposal(0, ABC));
        Configuration away = ABC.withoutInSync(3).withMigration(3, 4);
        consider(EngineFixture.master(away).up(1, 2, 4)).assertSent(proposal(0, ABC.withoutInSync(3)));
        consider(EngineFixture.master(ABC.withMigration(0, 4)).up(1, 2, 3, 4)).assertSent();
    }

    @Test
    void caughtUpMemberIsAdded() {
        EngineFixture moving = EngineFixture.master(ABC.withMigration(1, 4));
        moving.receive(1, new CaughtUp(0, VERSION, 4)).assertSent(proposal(0, Configuration.settled(4, 1, 2, 3)));
        EngineFixture back = EngineFixture.master(ABC.withoutInSync(3));
        back.receive(1, new CaughtUp(0, VERSION, 3)).assertSent(proposal(0, ABC));
        assertEquals(VERSION, back.state.master().vouched().get(0).of(3));
    }

    @Test
    void caughtUpMemberThatTheMasterDoesNotHearWaits() {
        EngineFixture back = EngineFixture.master(ABC.withoutInSync(3)).up(1, 2);
        back.receive(1, new CaughtUp(0, VERSION, 3)).assertSent();
        consider(back.up(1, 2, 3)).assertSent(proposal(0, ABC));
    }

    @Test
    void wordOfOthersDoesNotCount() {
        Configuration moving = ABC.withMigration(1, 4);
        EngineFixture.master(moving).receive(2, new CaughtUp(0, VERSION, 4)).assertSent();
        EngineFixture.master(moving)
                .receive(1, new CaughtUp(0, new Version(1, 1), 4))
                .assertSent();
        EngineFixture follower = EngineFixture.master(moving);
        follower.with(follower.state.control().withRole(Role.FOLLOWER))
                .receive(1, new CaughtUp(0, VERSION, 4))
                .assertSent();
        assertEquals(Version.NONE, follower.state.master().vouched().get(0).of(4));
    }

    @Test
    void deadReplicaOutOfSyncIsRemoved() {
        Configuration c = ABC.withoutInSync(2);
        consider(gone(EngineFixture.master(c).up(1, 3), 2)).assertSent(proposal(0, c.withoutBackup(2)));
        consider(gone(EngineFixture.master(c).up(1, 3), 3)).assertSent();
        consider(gone(EngineFixture.master(ABC).up(1, 2, 3), 2)).assertSent();
    }

    @Test
    void surplusReplicaIsDroppedWhenEnoughAreInSync() {
        consider(target(EngineFixture.master(ABC), 1, 3)).assertSent(proposal(0, Configuration.settled(1, 3)));
        consider(target(EngineFixture.master(ABC), 1, 2)).assertSent(proposal(0, Configuration.settled(1, 2)));
        consider(target(EngineFixture.master(Configuration.settled(1, 2)), 1, 3))
                .assertSent();
        EngineFixture leaving = target(
                EngineFixture.master(Configuration.settled(1, 2, 3, 4))
                        .leaving(2)
                        .up(1, 2, 3, 4),
                1,
                3);
        consider(leaving).assertSent(proposal(0, Configuration.settled(1, 3, 4)));
        consider(target(EngineFixture.master(ABC.withoutInSync(3)).up(1, 2), 1, 2))
                .assertSent();
    }

    @Test
    void plannedPrimaryTakesItsPlace() {
        Configuration ab = Configuration.settled(1, 2);
        consider(target(EngineFixture.master(ab), 2, 1)).assertSent(proposal(0, Configuration.settled(2, 1)));
        consider(target(EngineFixture.master(ab.withoutInSync(2)).up(1), 2, 1)).assertSent();
        consider(target(EngineFixture.master(ab.withMigration(0, 3)), 2, 1)).assertSent();
    }

    @Test
    void oneDecisionAtATimeAndOnlyOnTopOfTheOwnTerm() {
        EngineFixture busy = EngineFixture.master(ABC).up(1, 2);
        busy.with(busy.state
                .control()
                .withOutstanding(
                        busy.state
                                .control()
                                .outstanding()
                                .with(0, new Entry(new Version(1, 3), new Version(1, 2), ABC)),
                        busy.state.control().answers()));
        consider(busy).assertSent();
        EngineFixture old = EngineFixture.master(ABC).up(1, 2);
        old.with(old.state.control().withCommitted(PartitionVector.filled(1, Entry.first(ABC))));
        consider(old).assertSent();
        EngineFixture follower = EngineFixture.master(ABC).up(1, 2);
        consider(follower.with(follower.state.control().withRole(Role.FOLLOWER)))
                .assertSent();
    }

    @Test
    void decisionIsFollowedByNextDecision() {
        EngineFixture fixture = consider(EngineFixture.master(ABC).up(1));
        Entry first = new Entry(new Version(1, 3), new Version(1, 2), ABC.withoutInSync(2));
        fixture.with(fixture.state
                .control()
                .withAnswers(PartitionVector.filled(1, new Acceptances(MemberSet.of(1), EngineFixture.VOTERS))));
        fixture.receive(2, new io.godwit.protocol.quorum.registers.ControlMessage.Accepted(0, first));
        assertEquals(
                new Entry(
                        new Version(1, 4),
                        new Version(1, 3),
                        ABC.withoutInSync(2).withoutInSync(3)),
                fixture.state.control().outstanding().get(0));
    }
}
