package io.godwit.protocol.quorum.registers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StampsTest {
    private final Stamps stamps = new Stamps();

    private static Entry entry(int term, int number) {
        return new Entry(new Version(term, number), new Version(0, 0), Configuration.settled(1, 2));
    }

    @Test
    void emptyTableHasStampZero() {
        assertEquals(0, stamps.of(PartitionVector.filled(100, Entry.NONE)));
        assertEquals(0, stamps.contribution(3, Entry.NONE));
    }

    @Test
    void changeCostsOneExchange() {
        PartitionVector<Entry> before = PartitionVector.of(50, p -> entry(p % 3, p + 1));
        PartitionVector<Entry> after = before.with(7, entry(4, 1));
        assertEquals(stamps.of(after), stamps.exchange(stamps.of(before), 7, before.get(7), after.get(7)));
        assertEquals(
                stamps.of(before),
                stamps.exchange(
                        stamps.exchange(stamps.of(before), 7, before.get(7), after.get(7)),
                        7,
                        after.get(7),
                        before.get(7)));
    }

    @Test
    void contributionsOfSmallTablesAreDistinct() {
        Set<Long> seen = new HashSet<>();
        for (int p = 0; p < 60; p++) {
            for (int term = 0; term < 20; term++) {
                for (int number = 1; number <= 20; number++) {
                    assertTrue(seen.add(stamps.contribution(p, entry(term, number))));
                }
            }
        }
    }

    @Test
    void stampIsTheSameInEveryRelease() {
        assertEquals(6791897765849424158L, stamps.contribution(0, entry(0, 1)));
        assertEquals(-7885956899714717490L, stamps.contribution(5, entry(3, 9)));
    }
}
