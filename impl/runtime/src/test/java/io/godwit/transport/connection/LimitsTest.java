package io.godwit.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class LimitsTest {
    @Test
    void handshakeHasToFit() {
        Limits least = new Limits(1_024, 1_024, 1_024, 1);
        assertEquals(new Limits(1_024, 1_024, 9_999, 1), least.withQueue(9_999));
        assertThrows(IllegalArgumentException.class, () -> new Limits(1_023, 1_024, 1_024, 1));
        assertThrows(IllegalArgumentException.class, () -> new Limits(1_024, 1_023, 1_024, 1));
        assertThrows(IllegalArgumentException.class, () -> new Limits(1_024, 1_024, 1_024, 0));
        assertThrows(IllegalArgumentException.class, () -> least.withQueue(1_023));
    }
}
