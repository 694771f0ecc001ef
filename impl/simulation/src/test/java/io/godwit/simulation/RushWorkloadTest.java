package io.godwit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Operation;
import io.godwit.simulation.RunPlan.RunSettings;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RushWorkloadTest {
    private static final RunPlan PLAN =
            new RunPlanner(new RunSettings("quorum", 5, 12_000_000, FaultChoice.none())).plain(1);

    private static RushWorkload rush(int partitions) {
        return new RushWorkload(PLAN, Fault.at(5_000_000, FaultKind.RUSH, 1, partitions, 1_000, 2_000_000));
    }

    @Test
    void writersAddToSetsOfTheirPartition() {
        RushWorkload rush = rush(1);
        Set<Long> keys = new HashSet<>();
        Set<Long> elements = new HashSet<>();
        for (int writer = 0; writer < RushWorkload.WRITERS; writer++) {
            for (int call = 0; call < rush.calls(); call++) {
                Operation.AddToSet add = (Operation.AddToSet) rush.operation(writer, 10 + writer, call);
                assertEquals(Workload.Kind.SET, Workload.kind(add.key()));
                assertEquals(rush.partition(0), new Workload(PLAN).partition(add.key()));
                keys.add(add.key());
                assertTrue(elements.add(add.element()));
            }
        }
        assertEquals(1_000, elements.size());
        assertEquals(16, keys.size(), "all writers use the same keys, one for sixteen calls");
    }

    @Test
    void callsAreSpreadOverTheWholeTime() {
        RushWorkload rush = rush(1);
        assertEquals(5_000_000, rush.time(0, 0));
        assertEquals(5_002_000, rush.time(1, 0));
        assertEquals(5_008_000, rush.time(0, 1));
        assertEquals(7_000_000, rush.time(0, (int) rush.calls()));
    }

    @Test
    void twoPartitionsShareTheWriters() {
        RushWorkload rush = rush(2);
        assertEquals(rush.partition(0), rush.partition(2));
        assertEquals(rush.partition(1), rush.partition(3));
        assertEquals((rush.partition(0) + 1) % PLAN.partitions(), rush.partition(1));
    }

    @Test
    void thereAreNoMorePartitionsThanThePlanHas() {
        RushWorkload rush = new RushWorkload(
                PLAN.withPartitions(1, PLAN.copies()), Fault.at(0, FaultKind.RUSH, 1, 5, 100, 1_000_000));
        assertEquals(0, rush.partition(3));
    }
}
