package io.godwit.simulation.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.godwit.protocol.Copies;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.Workload;
import io.godwit.transport.frame.Maps;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
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

    @Test
    void largeValueIsWhatWasWrittenOrNothing() {
        MapCalls calls = new MapCalls(Maps.all(0), WIDTH, 1_000);
        byte[] written = calls.of(new Operation.Append(2, 77)).value().shared();
        assertEquals(1_000, written.length);
        assertEquals(new Result.Done(List.of(77L)), heard(written));
        for (int at = 0; at < written.length; at++) {
            byte[] damaged = written.clone();
            damaged[at] ^= 4;
            assertNotEquals(new Result.Done(List.of(77L)), heard(damaged), "byte " + at);
        }
        assertNotEquals(new Result.Done(List.of(77L)), heard(Arrays.copyOf(written, written.length - 1)));
    }

    private static Result heard(byte[] value) {
        return MapCalls.result(new Result.Found(List.of(Bytes.of(value))));
    }
}
