package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What is on disk stays readable: keys are compared byte by byte. */
class KeysTest {
    private static final Keys.Copy COPY = new Keys.Copy(0x0102, 0x03);
    private static final String HEAD = "0c" + "00000102" + "0000000000000003";
    private static final Bytes MAP = Bytes.of((byte) 0xAA, (byte) 0xBB);
    private static final Bytes KEY = Bytes.of((byte) 0xCC);

    private static void assertKey(String hex, byte[] key) {
        assertEquals(hex, HexFormat.of().formatHex(key));
    }

    @Test
    void keysOfAMember() {
        assertKey("05", Keys.only(Keys.VIEW));
        assertKey("05" + "00000102", Keys.of(Keys.VIEW, 0x0102));
    }

    @Test
    void keysOfACopy() {
        assertKey(HEAD, COPY.all());
        assertKey(HEAD + "01" + "00000007", COPY.entry(7));
        assertKey(HEAD + "03" + "0000000000000009", COPY.executed(9));
        assertKey(HEAD + "04" + "00000002aabb", COPY.map(Keys.ITEM, MAP));
        assertKey(HEAD + "02" + "00000002aabb" + "cc", COPY.cell(MAP, KEY));
        assertKey(HEAD + "04" + "00000002aabb" + "00000001cc", COPY.items(MAP, KEY));
        assertKey(HEAD + "04" + "00000002aabb" + "00000001cc" + "00000005", COPY.item(MAP, KEY, 5));
    }

    @Test
    void longElementIsNamedByItsDigest() throws NoSuchAlgorithmException {
        String items = HEAD + "04" + "00000002aabb" + "00000001cc";
        byte[] shortest = "e".repeat(32).getBytes(StandardCharsets.US_ASCII);
        assertKey(items + "00" + "65".repeat(32), COPY.element(MAP, KEY, Bytes.of(shortest)));
        byte[] longer = "e".repeat(33).getBytes(StandardCharsets.US_ASCII);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(longer);
        assertKey(items + "01" + HexFormat.of().formatHex(digest), COPY.element(MAP, KEY, Bytes.of(longer)));
    }

    @Test
    void copyKeyNamesPartitionAndKey() {
        byte[] key = COPY.item(MAP, KEY, 5);
        assertTrue(Keys.isOfCopy(key));
        assertEquals(COPY, Keys.copy(key));
        assertEquals(Keys.ITEM, Keys.what(key));
        assertEquals(0x0102, Keys.partition(key));
        assertEquals(5, Keys.number(key));
        assertTrue(Keys.isOfCopy(COPY.entry(1)));
    }

    /** Its beginning is kind, partition, place, and what of the copy. */
    @Test
    void shortKeyIsNoneOfACopy() {
        byte[] shortest = Arrays.copyOf(COPY.entry(1), 14);
        assertTrue(Keys.isOfCopy(shortest));
        assertEquals(COPY, Keys.copy(shortest));
        byte[] shorter = Arrays.copyOf(shortest, 13);
        assertFalse(Keys.isOfCopy(shorter));
        assertEquals(
                "a key of 13 bytes",
                assertThrows(IllegalArgumentException.class, () -> Keys.copy(shorter))
                        .getMessage());
        byte[] other = shortest.clone();
        other[0] = Keys.PLACE;
        assertFalse(Keys.isOfCopy(other));
    }

    @Test
    void whatLiesBehind() {
        assertArrayEquals(new byte[] {1, 3}, Keys.behind(new byte[] {1, 2}));
        assertArrayEquals(new byte[] {2}, Keys.behind(new byte[] {1, -1}));
        assertArrayEquals(new byte[] {1}, Keys.behind(new byte[] {0, -1, -1}));
        assertThrows(IllegalArgumentException.class, () -> Keys.behind(new byte[] {-1, -1}));
        byte[] prefix = {1, 2};
        Keys.behind(prefix);
        assertArrayEquals(new byte[] {1, 2}, prefix);
    }

    @Test
    void identityKeysAreReserved() {
        for (byte kind = 1; kind <= 16; kind++) {
            boolean identity = kind == 1 || kind == 10 || kind == 14 || kind == 15;
            assertEquals(identity, Keys.isOfIdentity(Keys.only(kind)), "kind " + kind);
        }
    }
}
