package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.DamageException;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Version;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChecksummedValuesTest {
    private static final byte[] KEY = {7};

    private static void assertDamage(String message, StoreException damaged) {
        assertEquals(message, damaged.getMessage());
        assertTrue(damaged.isDamage());
    }

    @Test
    void failureMayComeFromDamage() {
        StoreException damage = StoreException.damaged("x");
        assertEquals(Optional.of(damage), StoreException.damageOf(damage));
        assertEquals(Optional.of(damage), StoreException.damageOf(new IllegalStateException("y", damage)));
        assertEquals(Optional.empty(), StoreException.damageOf(new StoreException("x")));
        assertEquals(Optional.empty(), StoreException.damageOf(new IllegalStateException("y")));
    }

    @Test
    void checksumIsOverKeyAndValue() throws StoreException {
        byte[] sealed = ChecksummedValues.seal(KEY, new byte[] {1, 2, 3});
        assertEquals("010203", HexFormat.of().formatHex(sealed, 4, 7));
        assertTrue(ChecksummedValues.isWhole(KEY, sealed));
        assertFalse(ChecksummedValues.isWhole(new byte[] {8}, sealed));
        assertArrayEquals(new byte[] {1, 2, 3}, ChecksummedValues.bytes(ChecksummedValues.open(KEY, sealed)));
        byte[] other = sealed.clone();
        other[6]++;
        assertDamage(
                "the value under key 07 is damaged: the checksum does not fit",
                assertThrows(StoreException.class, () -> ChecksummedValues.open(KEY, other)));
    }

    @Test
    void valueMayBeEmptyButHasAChecksum() throws StoreException {
        byte[] sealed = ChecksummedValues.seal(KEY, new byte[0]);
        assertEquals(4, sealed.length);
        assertEquals(0, ChecksummedValues.open(KEY, sealed).remaining());
        byte[] tooShort = Arrays.copyOf(sealed, 3);
        assertFalse(ChecksummedValues.isWhole(KEY, tooShort));
        assertThrows(StoreException.class, () -> ChecksummedValues.open(KEY, tooShort));
    }

    @Test
    void damageBelowIsDamage() {
        assertFalse(new StoreException("x").isDamage());
        assertFalse(new StoreException("x", new IOException("y")).isDamage());
        assertTrue(new StoreException("x", new DamageException("y")).isDamage());
        StoreException twice = new StoreException("x", StoreException.damaged("y"));
        assertDamage("x: y", twice);
        assertFalse(new StoreException("x", new StoreException("y")).isDamage());
        assertDamage("x: y", StoreException.damaged("x", new IllegalArgumentException("y")));
    }

    @Test
    void scalarsComeBack() throws StoreException {
        for (boolean left : new boolean[] {true, false}) {
            Voting voting = new Voting(new Version(4, 3), MemberSet.of(1, 2), ClusterState.FROZEN);
            Scalars scalars = new Scalars(5, left, voting, MemberSet.of(9));
            byte[] encoded = scalars.encode();
            byte[] key = Keys.only(Keys.SCALARS);
            assertEquals(scalars, Scalars.decode(ChecksummedValues.open(key, encoded)));
            assertEquals(4 + 4 * (7 + 3), encoded.length);
        }
    }

    /** Format 2 had no state of the cluster. */
    @Test
    void stateThatIsNotThereIsActive() throws StoreException {
        Voting voting = new Voting(new Version(4, 3), MemberSet.of(1, 2));
        byte[] whole = new Scalars(5, false, voting, MemberSet.of(9)).encode();
        ByteBuffer older = ByteBuffer.wrap(whole, 4, whole.length - 8).slice();
        assertEquals(new Scalars(5, false, voting, MemberSet.of(9)), Scalars.decode(older));
        ByteBuffer unknown = ByteBuffer.wrap(whole, 4, whole.length - 4).slice();
        unknown.putInt(unknown.limit() - 4, 99);
        assertTrue(assertThrows(StoreException.class, () -> Scalars.decode(unknown))
                .isDamage());
    }

    @Test
    void scalarsThatAreTooShortAreDamage() {
        byte[] whole =
                new Scalars(5, false, new Voting(new Version(4, 3), MemberSet.of(1, 2)), MemberSet.of(9)).encode();
        for (int length = 4; length < 20; length++) {
            ByteBuffer content = ByteBuffer.wrap(whole, 4, length - 4).slice();
            StoreException damaged = assertThrows(StoreException.class, () -> Scalars.decode(content));
            assertTrue(damaged.getMessage().startsWith("term and voters are damaged"), damaged.getMessage());
            assertTrue(damaged.isDamage());
        }
        ByteBuffer negative = ByteBuffer.allocate(24).putInt(16, -1);
        assertTrue(assertThrows(StoreException.class, () -> Scalars.decode(negative))
                .isDamage());
    }
}
