package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.engine.EngineFixture.START;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import org.junit.jupiter.api.Test;

/**
 * With {@code on-loss: empty} the master declares partitions lost by itself. Member 2 has the only copy of partition 0, and is dead. The voters
 * are such that they stay.
 */
class AutomaticDeclarationTest {
    private static final Configuration ONLY = Configuration.settled(2);
    private static final long GONE = Timing.MEMBER_SILENCE + Timing.REMOVAL_DELAY + 1;
    private static final long DELAY = 10_000_000;

    private static EngineFixture master(long delay, Configuration... configurations) {
        EngineFixture fixture = EngineFixture.master(Copies.all(1), configurations);
        return voting(fixture.lossDelay(delay), ClusterState.ACTIVE, 1, 2, 3, 4, 5);
    }

    private static EngineFixture voting(EngineFixture fixture, ClusterState state, int... voters) {
        Voting voting = fixture.state.control().voting();
        return fixture.with(fixture.state
                .control()
                .withVoting(new Voting(voting.version(), MemberSet.of(voters), state, voting.clusterVersion())));
    }

    /** A round at that time, at which these members are heard. */
    private static EngineFixture round(EngineFixture fixture, long after, int... heard) {
        MasterState master = fixture.state.master();
        for (int member : heard) {
            master = master.heardFrom(member, START + after);
        }
        return fixture.with(master.withNextRound(START + after)).tick(after);
    }

    private static Configuration proposed(EngineFixture fixture, int partition) {
        return fixture.state.control().outstanding().get(partition).configuration();
    }

    private static void assertDeclared(int successor, EngineFixture fixture) {
        assertEquals(Configuration.settled(successor), proposed(fixture, 0));
    }

    private static void assertNothingDeclared(EngineFixture fixture) {
        assertEquals(Configuration.NONE, proposed(fixture, 0));
    }

    /** The master has a copy that it got under an older version. */
    private static EngineFixture withOldCopy(EngineFixture fixture) {
        QuorumState state = fixture.state;
        Replica replica = state.data().replica(0);
        LogEntry entry = new LogEntry(new Version(1, 1), 7, 1, new Operation.Put(1, 2));
        DataState data = state.data().with(0, replica.withLog(replica.log().append(entry)));
        fixture.state = new QuorumState(state.setup(), state.control(), data, state.local(), state.master());
        return fixture;
    }

    @Test
    void partitionBeginsAgainWhenItsOnlyMemberIsGone() {
        EngineFixture fixture = master(0, ONLY, Configuration.settled(3), Configuration.settled(1));
        assertNothingDeclared(round(fixture, GONE - 1, 3, 4, 5));
        // Then member 3 is dead, too, and not gone yet.
        assertDeclared(1, round(fixture, GONE + Timing.MEMBER_SILENCE, 4, 5));
        assertEquals(Configuration.NONE, proposed(fixture, 1));
        assertEquals(Configuration.NONE, proposed(fixture, 2));
    }

    @Test
    void operatorDecidesUnlessThereIsADelay() {
        assertNothingDeclared(round(master(Setup.NEVER, ONLY), 100 * GONE, 3, 4, 5));
    }

    @Test
    void memberThatIsHeardWithinTheDelayIsNotGivenUp() {
        EngineFixture fixture = master(DELAY, ONLY);
        assertNothingDeclared(round(fixture, GONE + DELAY - 1, 3, 4, 5));
        assertNothingDeclared(round(fixture, GONE + DELAY, 2, 3, 4, 5));
        assertNothingDeclared(round(fixture, 2 * (GONE + DELAY) - 1, 3, 4, 5));
        assertDeclared(1, round(fixture, 2 * (GONE + DELAY), 3, 4, 5));
    }

    @Test
    void partitionWithBackupsWaitsForTheOperator() {
        Copies copies = Copies.ranges(1, 2, 1);
        EngineFixture fixture = EngineFixture.master(copies, ONLY, ONLY).lossDelay(0);
        assertNothingDeclared(round(fixture, GONE, 3, 4, 5));
        assertEquals(Configuration.settled(1), proposed(fixture, 1));
    }

    @Test
    void masterWithAnOldCopyLetsAnotherMemberGoOn() {
        assertDeclared(3, round(withOldCopy(master(0, ONLY)), GONE, 3, 4, 5));
        EngineFixture leaving = withOldCopy(master(0, ONLY)).leaving(3);
        assertDeclared(4, round(voting(leaving, ClusterState.ACTIVE, 1, 4, 5), GONE, 3, 4, 5));
        assertDeclared(
                4, round(withOldCopy(master(0, Configuration.settled(2, 3).withoutInSync(3))), GONE, 3, 4, 5));
        EngineFixture two = withOldCopy(master(0, Configuration.settled(2, 3).withoutInSync(3)));
        assertDeclared(1, round(voting(two, ClusterState.ACTIVE, 1, 3, 5), GONE, 3));
    }

    @Test
    void memberGoesOnAsSoonAsItGoesByTheState() {
        EngineFixture fixture = withOldCopy(master(0, ONLY));
        fixture.with(fixture.state.control().withInstalled(MemberSet.of(1)));
        assertNothingDeclared(round(fixture, GONE, 3, 4, 5));
        fixture.with(fixture.state.control().withInstalled(MemberSet.of(1, 3)));
        assertDeclared(3, round(fixture, GONE + Timing.RETRANSMIT_INTERVAL, 3, 4, 5));
    }

    @Test
    void nothingIsDeclaredWhileTheClusterStops() {
        EngineFixture fixture = voting(master(0, ONLY), ClusterState.STOPPING, 1, 2, 3, 4, 5);
        assertNothingDeclared(round(fixture, GONE, 3, 4, 5));
        voting(fixture, ClusterState.ACTIVE, 1, 2, 3, 4, 5);
        assertDeclared(1, round(fixture, GONE + Timing.RETRANSMIT_INTERVAL, 3, 4, 5));
    }
}
