package io.godwit.protocol.quorum.agenda;

import static io.godwit.protocol.quorum.agenda.Desk.proposal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
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

    private static Desk place(Desk desk) {
        return desk.work(turn -> new Placement(new Decisions()).place(turn));
    }

    private static Desk target(Desk desk, int[]... arrangements) {
        MemberSet members = desk.state
                .office()
                .cluster()
                .up()
                .minus(desk.state.watch().peers().leaving());
        return desk.with(desk.state
                .office()
                .aimingAt(new Target(
                        members, PartitionVector.of(arrangements.length, p -> Arrangement.of(arrangements[p])))));
    }

    private static int[] held(int... members) {
        return members;
    }

    @Test
    void aMissingCopyIsMade() {
        place(target(Desk.master(Configuration.settled(1)), held(1, 4)))
                .assertSent(proposal(0, Configuration.settled(1).withMigration(0, 4)));
    }

    @Test
    void aCopyMoves() {
        place(target(Desk.master(AB), held(1, 4))).assertSent(proposal(0, AB.withMigration(2, 4)));
        place(target(Desk.master(AB), held(4, 2))).assertSent(proposal(0, AB.withMigration(1, 4)));
    }

    @Test
    void thePlaceOfADeadBackupIsTakenWithoutIt() {
        place(target(Desk.master(AB.withoutInSync(2)).up(1, 3, 4, 5), held(1, 4)))
                .assertSent(proposal(0, AB.withoutInSync(2).withMigration(0, 4)));
    }

    @Test
    void nothingMovesWithoutAPrimaryOrWhileSomethingMoves() {
        // A dead primary is replaced first.
        place(target(Desk.master(AB).up(2, 3, 4, 5), held(2, 4))).assertSent(proposal(0, AB.promoted(2)));
        place(target(Desk.master(AB.withMigration(2, 5)), held(1, 4))).assertSent();
        Desk follower = target(Desk.master(AB), held(1, 4));
        place(follower.with(follower.state.control().withRole(Role.FOLLOWER))).assertSent();
    }

    @Test
    void missingCopiesComeFirst() {
        Configuration three = Configuration.settled(3);
        place(target(Desk.master(Configuration.settled(3, 2), three), held(3, 4), held(3, 4)))
                .assertSent(proposal(1, three.withMigration(0, 4)));
    }

    @Test
    void nobodyTakesPartInMoreThanAllowed() {
        Configuration two = Configuration.settled(2, 1);
        Configuration three = Configuration.settled(3, 1);
        place(target(Desk.master(two, three), held(2, 4), held(3, 4))).assertSent(proposal(0, two.withMigration(1, 4)));
        place(target(Desk.master(two, two), held(2, 4), held(2, 5))).assertSent(proposal(0, two.withMigration(1, 4)));
        place(target(Desk.master(two, three), held(2, 4), held(3, 5)))
                .assertSent(proposal(0, two.withMigration(1, 4)), proposal(1, three.withMigration(1, 5)));
        place(target(Desk.master(two.withMigration(1, 4), three), held(2, 4), held(3, 4)))
                .assertSent();
        place(target(Desk.master(two.withMigration(1, 4), two), held(2, 4), held(2, 5)))
                .assertSent();
        place(target(Desk.master(two.withMigration(1, 4), three), held(2, 4), held(3, 2)))
                .assertSent();
    }

    @Test
    void plansAnewWhenOthersMayHoldReplicas() {
        Desk desk = place(Desk.master(AB, AB).leaving(2).up(1, 2, 3));
        Target target = desk.state.office().target();
        assertEquals(MemberSet.of(1, 3), target.members());
        for (int p = 0; p < 2; p++) {
            assertEquals(
                    MemberSet.of(1, 3),
                    MemberSet.of(target.arrangements().get(p).toArray()));
        }
        assertTrue(target.isPlanned());
        assertFalse(Target.NONE.isPlanned());
        place(desk);
        assertEquals(target, desk.state.office().target());
        place(Desk.master(AB).leaving(1, 2, 3).up(1, 2, 3)).assertSent();
    }

    @Test
    void aPlanDoesNotUndoWhatMoves() {
        Desk desk = place(Desk.master(AB.withMigration(2, 3)).up(1, 2, 3));
        assertTrue(desk.state.office().target().arrangements().get(0).holds(3));
    }

    @Test
    void eachRangeIsPlannedFromItsOwnPartitions() {
        Configuration two = Configuration.settled(2, 1);
        Configuration three = Configuration.settled(3);
        Desk desk = place(Desk.master(Copies.ranges(2, 2, 1), AB, two, three, Configuration.settled(4))
                .up(1, 2, 3, 4));
        PartitionVector<Arrangement> planned = desk.state.office().target().arrangements();
        assertEquals(4, planned.size());
        for (int p = 0; p < 4; p++) {
            assertEquals(p < 2 ? 2 : 1, planned.get(p).size());
        }
        assertEquals(Arrangement.of(3), planned.get(2));
        assertEquals(Arrangement.of(4), planned.get(3));
    }

    private static Optional<Job<Migrate>> running(Desk desk, int partition) {
        return desk.state.office().queue().schedule().running(partition);
    }

    @Test
    void whatTheMasterStartsIsKnownByItsStepAndAllElseByItsMembers() {
        Desk desk = place(target(Desk.master(AB), held(1, 4)));
        assertEquals(Optional.of(new Job<>(0, Urgency.BALANCE, 1, 4, new Migrate(2, 4, false))), running(desk, 0));
        Desk later = place(target(Desk.master(AB.withMigration(2, 5)), held(1, 4)));
        assertEquals(Optional.of(new Job<>(0, Urgency.BALANCE, 1, 5, Queue.OTHERS)), running(later, 0));
        assertEquals(1, later.state.office().queue().schedule().load(1));
        assertEquals(1, later.state.office().queue().schedule().load(5));
    }

    @Test
    void nobodyHasLostItsPlaceWithoutAPlan() {
        Desk desk = Desk.master(AB);
        desk.work(turn -> {
            Placement placement = new Placement(new Decisions());
            assertFalse(placement.isUnwanted(turn, 0, 7));
            assertEquals(0, placement.successor(turn, 0));
        });
        target(desk, held(2, 7)).work(turn -> {
            Placement placement = new Placement(new Decisions());
            assertFalse(placement.isUnwanted(turn, 0, 7));
            assertTrue(placement.isUnwanted(turn, 0, 1));
        });
    }
}
