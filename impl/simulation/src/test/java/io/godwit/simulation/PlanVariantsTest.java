package io.godwit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.simulation.RunPlan.RunSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PlanVariantsTest {
    private static final long SEEDS = 1_000;
    private static final long MICROS = 12_000_000;

    private static RunPlanner planner(String protocol, String faults) {
        return new RunPlanner(new RunSettings(protocol, 5, MICROS, FaultChoice.parse(faults, List.of("promotion"))));
    }

    @Test
    void parallelMigrationsMatchRealMembersInSomeSeeds() {
        RunPlanner planner = planner("quorum", "all");
        Set<Integer> parallel = new TreeSet<>();
        int real = 0;
        int wide = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            RunPlan plan = planner.plan(seed);
            parallel.add(plan.parallel());
            boolean many = plan.parallel() == 100;
            real += many ? 1 : 0;
            wide += plan.partitions() > 7 ? 1 : 0;
            assertTrue(plan.partitions() <= (many ? 24 : 7), () -> "seed " + plan.seed());
            RunPlan plain = planner.plain(seed);
            assertTrue(plain.parallel() <= 3 && plain.copies().ranges() == 1, () -> "seed " + plan.seed());
        }
        assertEquals(Set.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100), parallel);
        assertTrue(real > SEEDS / 5 && real < SEEDS / 3, "real default: " + real);
        assertTrue(wide > SEEDS / 50 && wide < SEEDS / 20, "many partitions: " + wide);
    }

    @Test
    void faultsEndUnderRushInSomeSeeds() {
        RunPlanner planner = planner("quorum", "all");
        int rushes = 0;
        int large = 0;
        int largeRushes = 0;
        int bursts = 0;
        int mixed = 0;
        int misconfigured = 0;
        int leased = 0;
        int states = 0;
        int upgrades = 0;
        int followed = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            RunPlan plan = planner.plan(seed);
            List<Fault> more = new ArrayList<>(plan.faults());
            planner.plain(seed).faults().forEach(more::remove);
            more.removeIf(fault -> fault.kind().group() == FaultKind.Group.MACHINE);
            bursts += more.removeIf(fault -> fault.kind() == FaultKind.BURST) ? 1 : 0;
            mixed += more.removeIf(fault -> fault.kind() == FaultKind.MIXED_CALLS) ? 1 : 0;
            misconfigured += more.removeIf(fault -> fault.kind() == FaultKind.MISCONFIGURED) ? 1 : 0;
            states += more.removeIf(fault -> fault.kind() == FaultKind.STATE) ? 1 : 0;
            upgrades += more.removeIf(fault -> fault.kind() == FaultKind.UPGRADE) ? 1 : 0;
            followed += more.removeIf(fault -> fault.kind() == FaultKind.FOLLOWED_CALLS) ? 1 : 0;
            leased += more.removeIf(fault -> fault.kind() == FaultKind.LEASES) ? 1 : 0;
            more.removeIf(fault -> fault.window().equals(FaultChoice.OPEN));
            boolean hasLarge = more.removeIf(fault -> fault.kind() == FaultKind.LARGE_VALUES);
            large += hasLarge ? 1 : 0;
            if (!more.isEmpty()) {
                rushes++;
                assertEquals(3, more.size());
                assertTrue(more.stream().allMatch(fault -> fault.at() < plan.calmFrom()));
                Fault rush = more.stream()
                        .filter(fault -> fault.kind() == FaultKind.RUSH)
                        .findFirst()
                        .orElseThrow();
                assertTrue(rush.amount() < 3_600, rush::toString);
                if (hasLarge) {
                    largeRushes++;
                    assertLinksCarry(plan, rush);
                } else {
                    assertTrue(rush.amount() >= 1_800, rush::toString);
                }
                assertTrue(rush.amount() * 1_000_000 / rush.duration() >= 500, rush::toString);
            }
        }
        assertTrue(rushes > SEEDS / 30 && rushes < SEEDS / 13, "rushes: " + rushes);
        assertTrue(largeRushes > 0);
        assertTrue(large > SEEDS / 12 && large < SEEDS / 6, "large values: " + large);
        assertTrue(bursts > SEEDS / 12 && bursts < SEEDS / 6, "bursts: " + bursts);
        assertTrue(mixed > SEEDS / 12 && mixed < SEEDS / 6, "mixed calls: " + mixed);
        assertTrue(states > SEEDS / 12 && states < SEEDS / 6, "states: " + states);
        assertTrue(followed > SEEDS / 6 && followed < SEEDS / 3, "followed: " + followed);
        assertTrue(upgrades > SEEDS / 13 && upgrades < SEEDS / 7, "upgrades: " + upgrades);
        assertTrue(leased > SEEDS / 6 && leased < SEEDS / 3, "leases: " + leased);
        assertTrue(misconfigured > SEEDS / 12 && misconfigured < SEEDS / 6, "misconfigured: " + misconfigured);
    }

    /** In a quarter of the calm the narrow link of a rush carries its large values, which are a quarter of the largest on average. */
    private static void assertLinksCarry(RunPlan plan, Fault rush) {
        long nanosPerByte = amounts(plan, FaultKind.COPYING);
        long bytes = rush.amount() * amounts(plan, FaultKind.LARGE_VALUES) / 4;
        assertTrue(rush.amount() > 0 && nanosPerByte > 0, rush::toString);
        assertTrue(bytes * nanosPerByte <= (plan.micros() - plan.calmFrom()) * 1_000 / 4, rush::toString);
    }

    private static long amounts(RunPlan plan, FaultKind kind) {
        return plan.faults().stream()
                .filter(fault -> fault.kind() == kind)
                .mapToLong(Fault::amount)
                .sum();
    }

    @Test
    void mostSeedsHaveFaultsOfConnectionsAndDisks() {
        RunPlanner planner = planner("quorum", "all");
        Set<FaultKind> kinds = new TreeSet<>();
        int some = 0;
        int damaged = 0;
        int lost = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            List<Fault> machines = planner.plan(seed).faults().stream()
                    .filter(fault -> fault.kind().group() == FaultKind.Group.MACHINE)
                    .toList();
            some += machines.isEmpty() ? 0 : 1;
            machines.forEach(fault -> kinds.add(fault.kind()));
            lost += machines.stream().anyMatch(fault -> fault.kind() == FaultKind.LOST_PARTITION) ? 1 : 0;
            damaged += machines.stream().anyMatch(fault -> fault.kind() == FaultKind.DAMAGE) ? 1 : 0;
        }
        assertTrue(some > SEEDS / 2, "seeds: " + some);
        assertTrue(damaged > SEEDS / 12 && damaged < SEEDS / 6, "damaged records: " + damaged);
        assertTrue(lost > SEEDS / 12 && lost < SEEDS / 6, "lost partitions: " + lost);
        assertEquals(
                Set.of(
                        FaultKind.RESET,
                        FaultKind.CORRUPT,
                        FaultKind.SLOW_DISK,
                        FaultKind.DISK_ERROR,
                        FaultKind.POWER_CUT,
                        FaultKind.FULL_DISK,
                        FaultKind.DAMAGE,
                        FaultKind.LOST_PARTITION),
                kinds);
    }

    @Test
    void namedModelsAreTheOnlyOnes() {
        for (long seed = 1; seed <= 100; seed++) {
            assertEquals(
                    planner("quorum", "crash,halves").plain(seed).faults(),
                    planner("quorum", "crash,halves").plan(seed).faults());
        }
    }

    @Test
    void otherProtocolsHaveNoneOfThat() {
        for (long seed = 1; seed <= 100; seed++) {
            assertEquals(
                    planner("classic", "all").plain(seed),
                    planner("classic", "all").plan(seed));
        }
    }
}
