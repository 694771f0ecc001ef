package io.godwit.protocol.quorum.registers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class StampsPropertyTest {
    private static final Stamps STAMPS = new Stamps();

    /** Following every change gives what computing it from the whole table gives, and does not depend on the way there. */
    @Property(tries = 100, seed = "11", generation = GenerationMode.RANDOMIZED)
    void followsEveryChange(@ForAll @IntRange(min = 1, max = 2000) int partitions, @ForAll Random random) {
        PartitionVector<Entry> table = PartitionVector.filled(partitions, Entry.NONE);
        long stamp = STAMPS.of(table);
        for (int change = 0; change < 300; change++) {
            int partition = random.nextInt(partitions);
            Entry entry = random.nextInt(10) == 0
                    ? Entry.NONE
                    : new Entry(
                            new Version(random.nextInt(4), 1 + random.nextInt(50)),
                            new Version(0, 0),
                            Configuration.settled(1, 2));
            stamp = STAMPS.exchange(stamp, partition, table.get(partition), entry);
            table = table.with(partition, entry);
        }
        assertEquals(STAMPS.of(table), stamp);
    }
}
