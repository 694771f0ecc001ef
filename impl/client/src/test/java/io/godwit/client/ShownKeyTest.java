package io.godwit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.map.Bytes;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Keys in messages. */
class ShownKeyTest {
    private static String shown(String text) {
        return GodwitMap.shown(Bytes.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void textIsShownAsText() {
        assertEquals("\"capital\"", shown("capital"));
        assertEquals("\"Tromsø\"", shown("Tromsø"));
        assertEquals("\"" + "k".repeat(64) + "\"", shown("k".repeat(64)));
    }

    @Test
    void otherKeysAreShownInHexadecimal() {
        assertEquals("01ff", GodwitMap.shown(Bytes.of((byte) 1, (byte) 0xFF)));
        assertEquals("ff", GodwitMap.shown(Bytes.of((byte) 0xFF)));
        assertEquals("6b6b6b6b6b6b6b6b.. of 65", shown("k".repeat(65)));
    }
}
