package io.godwit.protocol.classic.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.hazelcast.internal.partition.InternalPartition;
import com.hazelcast.internal.partition.PartitionStampUtil;
import java.lang.reflect.Proxy;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StampTest {
    /** Known without the product: the stamps that it gave once. */
    @Test
    void stampOfTheseTablesIsTheSeeds() {
        assertEquals(3787685307260582462L, Stamp.of(1, p -> 1));
        assertEquals(1676481938342544680L, Stamp.of(7, p -> p + 1));
        assertEquals(3286310622415918325L, Stamp.of(271, p -> p + 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 271, 50_021})
    void stampIsTheSeedsForEveryLengthOfTheLastBlock(int partitions) {
        assertEqualToTheSeeds(versions(partitions, new Random(partitions)));
    }

    @Provide
    Arbitrary<Integer> partitions() {
        return Arbitraries.integers().between(1, 50_021);
    }

    @Property(tries = 200, seed = "10", generation = GenerationMode.RANDOMIZED)
    void stampIsTheSeedsForAnyTable(@ForAll("partitions") int partitions, @ForAll Random random) {
        assertEqualToTheSeeds(versions(partitions, random));
    }

    /** Small versions as in a young cluster, great ones, and negative ones, which never happen but have bits everywhere. */
    private static int[] versions(int partitions, Random random) {
        int bound = random.nextInt(3);
        return random.ints(partitions)
                .map(v -> bound == 0 ? v : bound == 1 ? v & 0xFF : v & 0xFF_FFFF)
                .toArray();
    }

    private static void assertEqualToTheSeeds(int[] versions) {
        InternalPartition[] partitions = IntStream.range(0, versions.length)
                .mapToObj(p -> partition(p, versions[p]))
                .toArray(InternalPartition[]::new);
        assertEquals(PartitionStampUtil.calculateStamp(partitions), Stamp.of(versions.length, p -> versions[p]));
    }

    /** A partition of the product, as far as the stamp is concerned. */
    private static InternalPartition partition(int id, int version) {
        return (InternalPartition) Proxy.newProxyInstance(
                StampTest.class.getClassLoader(),
                new Class<?>[] {InternalPartition.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getPartitionId" -> id;
                    case "version" -> version;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
