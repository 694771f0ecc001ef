package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.engine.EngineFixture.proposal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Zones;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.quorum.plan.NextStep.Migrate;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.scheduler.Job;
import io.godwit.protocol.scheduler.Urgency;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Members take part in one migration at a time here. */
class PlacementTest {
    private static final Configuration AB = Configuration.settled(1, 2);

    private static EngineFixture place(EngineFixture fixture) {
        return fixture.work(context -> new Placement(new Decisions()).place(context));
    }

    private static EngineFixture target(EngineFixture fixture, int[]... arrangements) {
        MemberSet members = fixture.state
                .master()
                .cluster()
                .up()
                .minus(fixture.state.local().peers().leaving());
        return fixture.with(fixture.state
                .master()
                .withTarget(new Target(
                        members,
                        Zones.NONE,
                        PartitionVector.of(arrangements.length, p -> Arrangement.of(arrangements[p])))));
    }

    private static int[] held(int... members) {
        return members;
    }

    @Test
    void missingCopyIsMade() {
        place(target(EngineFixture.master(Configuration.settled(1)), held(1, 4)))
                .assertSent(proposal(0, Configuration.settled(1).withMigration(0, 4)));
    }

    @Test
    void copyMoves() {
        place(target(EngineFixture.master(AB), held(1, 4))).assertSent(proposal(0, AB.withMigration(2, 4)));
        place(target(EngineFixture.master(AB), held(4, 2))).assertSent(proposal(0, AB.withMigration(1, 4)));
    }

    @Test
    void placeOfADeadBackupIsTakenWithoutIt() {
        place(target(EngineFixture.master(AB.withoutInSync(2)).up(1, 3, 4, 5), held(1, 4)))
                .assertSent(proposal(0, AB.withoutInSync(2).withMigration(0, 4)));
    }

    @Test
    void migrationNeedsPrimaryAndNoOtherMigration() {
        // A dead primary is replaced first.
        place(target(EngineFixture.master(AB).up(2, 3, 4, 5), held(2, 4))).assertSent(proposal(0, AB.promoted(2)));
        place(target(EngineFixture.master(AB.withMigration(2, 5)), held(1, 4))).assertSent();
        EngineFixture follower = target(EngineFixture.master(AB), held(1, 4));
        place(follower.with(follower.state.control().withRole(Role.FOLLOWER))).assertSent();
    }

    @Test
    void missingCopiesComeFirst() {
        Configuration three = Configuration.settled(3);
        place(target(EngineFixture.master(Configuration.settled(3, 2), three), held(3, 4), held(3, 4)))
                .assertSent(proposal(1, three.withMigration(0, 4)));
    }

    @Test
    void memberTakesPartInNoMoreThanAllowed() {
        Configuration two = Configuration.settled(2, 1);
        Configuration three = Configuration.settled(3, 1);
        place(target(EngineFixture.master(two, three), held(2, 4), held(3, 4)))
                .assertSent(proposal(0, two.withMigration(1, 4)));
        place(target(EngineFixture.master(two, two), held(2, 4), held(2, 5)))
                .assertSent(proposal(0, two.withMigration(1, 4)));
        place(target(EngineFixture.master(two, three), held(2, 4), held(3, 5)))
                .assertSent(proposal(0, two.withMigration(1, 4)), proposal(1, three.withMigration(1, 5)));
        place(target(EngineFixture.master(two.withMigration(1, 4), three), held(2, 4), held(3, 4)))
                .assertSent();
        place(target(EngineFixture.master(two.withMigration(1, 4), two), held(2, 4), held(2, 5)))
                .assertSent();
        place(target(EngineFixture.master(two.withMigration(1, 4), three), held(2, 4), held(3, 2)))
                .assertSent();
    }

    @Test
    void plansAnewWhenOthersMayHoldReplicas() {
        EngineFixture fixture = place(EngineFixture.master(AB, AB).leaving(2).up(1, 2, 3));
        Target target = fixture.state.master().target();
        assertEquals(MemberSet.of(1, 3), target.members());
        for (int p = 0; p < 2; p++) {
            assertEquals(
                    MemberSet.of(1, 3),
                    MemberSet.of(target.arrangements().get(p).toArray()));
        }
        assertTrue(target.isPlanned());
        assertFalse(Target.NONE.isPlanned());
        place(fixture);
        assertEquals(target, fixture.state.master().target());
        place(EngineFixture.master(AB).leaving(1, 2, 3).up(1, 2, 3)).assertSent();
    }

    @Test
    void planDoesNotUndoWhatMoves() {
        EngineFixture fixture =
                place(EngineFixture.master(AB.withMigration(2, 3)).up(1, 2, 3));
        assertTrue(fixture.state.master().target().arrangements().get(0).holds(3));
    }

    @Test
    void eachRangeIsPlannedFromItsOwnPartitions() {
        Configuration two = Configuration.settled(2, 1);
        Configuration three = Configuration.settled(3);
        EngineFixture fixture =
                place(EngineFixture.master(Copies.ranges(2, 2, 1), AB, two, three, Configuration.settled(4))
                        .up(1, 2, 3, 4));
        PartitionVector<Arrangement> planned = fixture.state.master().target().arrangements();
        assertEquals(4, planned.size());
        for (int p = 0; p < 4; p++) {
            assertEquals(p < 2 ? 2 : 1, planned.get(p).size());
        }
        assertEquals(Arrangement.of(3), planned.get(2));
        assertEquals(Arrangement.of(4), planned.get(3));
    }

    private static Optional<Job<Migrate>> running(EngineFixture fixture, int partition) {
        return fixture.state.master().queue().schedule().running(partition);
    }

    @Test
    void migrationIsKnownByItsStepOrMembers() {
        EngineFixture fixture = place(target(EngineFixture.master(AB), held(1, 4)));
        assertEquals(Optional.of(new Job<>(0, Urgency.BALANCE, 1, 4, new Migrate(2, 4, false))), running(fixture, 0));
        EngineFixture later = place(target(EngineFixture.master(AB.withMigration(2, 5)), held(1, 4)));
        assertEquals(Optional.of(new Job<>(0, Urgency.BALANCE, 1, 5, MigrationQueue.OTHERS)), running(later, 0));
        assertEquals(1, later.state.master().queue().schedule().load(1));
        assertEquals(1, later.state.master().queue().schedule().load(5));
    }

    @Test
    void membersKeepTheirPlacesWithoutPlan() {
        EngineFixture fixture = EngineFixture.master(AB);
        fixture.work(context -> {
            Placement placement = new Placement(new Decisions());
            assertFalse(placement.isUnwanted(context, 0, 7));
            assertEquals(0, placement.successor(context, 0));
        });
        target(fixture, held(2, 7)).work(context -> {
            Placement placement = new Placement(new Decisions());
            assertFalse(placement.isUnwanted(context, 0, 7));
            assertTrue(placement.isUnwanted(context, 0, 1));
        });
    }
}
