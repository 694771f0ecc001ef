package io.godwit.protocol.quorum.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class QuorumPlannerTest {
    @Test
    void waitsForAMigration() {
        Configuration migrating = Configuration.settled(1, 2).withMigration(1, 3);
        assertEquals(Optional.empty(), QuorumPlanner.next(migrating, Arrangement.of(3, 2)));
    }

    @Test
    void addsACopyFirst() {
        assertNext(new NextStep.Migrate(Members.NONE, 3, true), Configuration.settled(1), 1, 3, 2);
    }

    @Test
    void newPrimaryTakesItFromThePrimary() {
        assertNext(new NextStep.Migrate(1, 3, false), Configuration.settled(1, 2), 3, 2);
        assertNext(new NextStep.Migrate(1, 3, true), Configuration.settled(1), 3, 1);
    }

    @Test
    void newBackupTakesItFromOneThatIsNotWanted() {
        assertNext(new NextStep.Migrate(4, 3, false), Configuration.settled(1, 2, 4), 1, 2, 3);
    }

    @Test
    void newBackupBesidesWhenOnlyThePrimaryIsNotWanted() {
        assertNext(new NextStep.Migrate(Members.NONE, 3, false), Configuration.settled(1, 2), 2, 3);
    }

    @Test
    void switchesThePrimaryWhenItIsInSync() {
        Configuration c = Configuration.settled(1, 2);
        assertNext(new NextStep.Switch(2), c, 2, 1);
        assertEquals(Optional.empty(), QuorumPlanner.next(c.withoutInSync(2), Arrangement.of(2, 1)));
    }

    @Test
    void dropsWhenAllThatAreWantedAreInSync() {
        Configuration c = Configuration.settled(1, 2, 3);
        assertNext(new NextStep.Drop(2), c, 1, 3);
        assertEquals(Optional.empty(), QuorumPlanner.next(c.withoutInSync(3), Arrangement.of(1, 3)));
        assertNext(new NextStep.Drop(2), c.withoutInSync(3).withoutInSync(2), 1, 3);
    }

    @Test
    void hasNothingToDoAtTheTarget() {
        assertEquals(Optional.empty(), QuorumPlanner.next(Configuration.settled(1, 3, 2), Arrangement.of(1, 2, 3, 0)));
    }

    @Test
    void seesAMigrationAsDone() {
        Configuration c = Configuration.settled(1, 2);
        assertEquals(Arrangement.of(1, 2, 0), QuorumPlanner.arrangement(c, 3));
        assertEquals(Arrangement.of(3, 1, 2), QuorumPlanner.arrangement(c.withMigration(1, 3), 2));
        assertEquals(Arrangement.of(1, 2, 3, 0), QuorumPlanner.arrangement(c.withMigration(Members.NONE, 3), 4));
    }

    @Property(tries = 3000, seed = "8", generation = GenerationMode.RANDOMIZED)
    void leadsToTheTargetWithoutLosingACopy(@ForAll @IntRange(min = 2, max = 12) int members, @ForAll Random random) {
        int[] now = some(members, random);
        Arrangement target = Arrangement.of(some(members, random));
        Configuration c =
                Configuration.settled(now[0], IntStream.of(now).skip(1).toArray());
        int least = Math.min(now.length, target.copies());
        int transfers = 0;
        List<Configuration> way = new ArrayList<>(List.of(c));
        for (Optional<NextStep> next = QuorumPlanner.next(c, target);
                next.isPresent();
                next = QuorumPlanner.next(c, target)) {
            if (next.get() instanceof NextStep.Migrate) {
                transfers++;
            }
            for (Configuration after : decisions(c, next.get())) {
                assertTrue(c.mayBecome(after), () -> way + " to " + after);
                assertTrue(after.isValid());
                assertTrue(after.inSyncSize() >= least);
                c = after;
                way.add(c);
            }
            assertTrue(way.size() < 40, way::toString);
        }
        assertEquals(target.primary(), c.primary());
        assertEquals(MemberSet.of(target.toArray()), c.replicas());
        assertEquals(MemberSet.of(target.toArray()).minus(MemberSet.of(now)).size(), transfers);
    }

    /** A migration is two decisions: its start and the switch. */
    private static List<Configuration> decisions(Configuration c, NextStep next) {
        if (next instanceof NextStep.Migrate migrate) {
            Configuration started = c.withMigration(migrate.source(), migrate.destination());
            return List.of(started, started.migrated());
        }
        return next instanceof NextStep.Switch swap
                ? List.of(c.switched(swap.member()))
                : List.of(c.withoutBackup(((NextStep.Drop) next).member()));
    }

    private static int[] some(int members, Random random) {
        List<Integer> all =
                new ArrayList<>(IntStream.rangeClosed(1, members).boxed().toList());
        Collections.shuffle(all, random);
        return all.stream()
                .limit(1 + random.nextInt(Math.min(7, members)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static void assertNext(NextStep expected, Configuration configuration, int... target) {
        assertEquals(Optional.of(expected), QuorumPlanner.next(configuration, Arrangement.of(target)));
    }
}
