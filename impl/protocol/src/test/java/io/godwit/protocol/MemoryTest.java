package io.godwit.protocol;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.GraphLayout;

/** How much a table of 50,021 partitions with 7 replicas each takes, every entry different from every other. */
class MemoryTest {
    private static final int PARTITIONS = 50_021;
    private static final int MEMBERS = 100;
    private static final long MOST_BYTES = 8 << 20;

    /** Records need the first; the others save waiting for an agent that is not needed. */
    @BeforeAll
    static void askForNoAgent() {
        System.setProperty("jol.magicFieldOffset", "true");
        System.setProperty("jol.skipDynamicAttach", "true");
        System.setProperty("jol.skipHotspotSAAttach", "true");
    }

    @Test
    void classicTableFits() {
        PartitionTable table = PartitionTable.of(
                PARTITIONS, p -> io.godwit.protocol.classic.data.PartitionEntry.of(p + 7, replicas(p)));
        assertFits(table);
    }

    @Test
    void quorumTableFits() {
        PartitionVector<Entry> table = PartitionVector.of(PARTITIONS, p -> {
            int[] replicas = replicas(p);
            int[] backups = Arrays.copyOfRange(replicas, 1, replicas.length);
            return new Entry(new Version(3, p), new Version(3, p - 1), Configuration.settled(replicas[0], backups));
        });
        assertFits(table);
    }

    private static int[] replicas(int partition) {
        int[] replicas = new int[7];
        for (int i = 0; i < replicas.length; i++) {
            replicas[i] = 1 + (partition + i * (1 + partition % 13)) % MEMBERS;
        }
        return replicas;
    }

    private static void assertFits(Object table) {
        long bytes = GraphLayout.parseInstance(table).totalSize();
        assertTrue(bytes <= MOST_BYTES, () -> bytes + " bytes");
    }
}
