package io.godwit.simulation.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Copies;
import io.godwit.simulation.plan.Workload;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of each kind lie in all partitions: a rush looks for a set in the partition that it names, until it finds one. */
class MapCallsTest {
    private static final int WIDTH = 2;
    private static final int KEYS = 1_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void eachPartitionHasKeysOfEachKind(int ranges) {
        int[] copies = {2, 1, 3};
        MapCalls calls = MapCalls.of(Copies.ranges(WIDTH, Arrays.copyOf(copies, ranges)), ranges * WIDTH);
        Set<String> found = new HashSet<>();
        for (long key = 0; key < KEYS; key++) {
            found.add(Workload.kind(key) + " in " + calls.partition(key));
        }
        assertEquals(Workload.Kind.values().length * ranges * WIDTH, found.size(), found.toString());
    }
}
