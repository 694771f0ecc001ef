package io.godwit.transport.frame;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import org.junit.jupiter.api.Test;

class ClusterIdTest {
    @Test
    void recoveredClusterIsLaterThanTheOneBefore() {
        Bytes first = Bytes.owning(new byte[16]);
        Bytes second = ClusterId.recovered(first, 7);
        assertTrue(ClusterId.isRecoveryOf(second, first));
        assertTrue(ClusterId.isRecoveryOf(ClusterId.recovered(second, 8), first));
        assertFalse(ClusterId.isRecoveryOf(first, second));
        assertFalse(ClusterId.isRecoveryOf(second, second));
        assertFalse(ClusterId.isRecoveryOf(second, Bytes.ofNumber(1)), "an identity of another length");
    }
}
