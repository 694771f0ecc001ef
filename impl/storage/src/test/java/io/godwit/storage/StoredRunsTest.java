package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Runs as they are stored. */
class StoredRunsTest {
    private static void assertDamaged(ByteBuffer bytes) {
        StoreException damage = assertThrows(StoreException.class, () -> StoredRuns.decode(bytes));
        assertTrue(StoreException.damageOf(damage).isPresent());
        assertTrue(damage.getMessage().startsWith("a run is damaged"), damage.getMessage());
    }

    @Test
    void shortOrNegativeOnesAreDamage() throws StoreException {
        assertEquals(3, StoredRuns.decode(ByteBuffer.allocate(20).putInt(0, 3)).number());
        assertDamaged(ByteBuffer.allocate(19));
        assertDamaged(ByteBuffer.allocate(20).putInt(0, -1));
    }
}
