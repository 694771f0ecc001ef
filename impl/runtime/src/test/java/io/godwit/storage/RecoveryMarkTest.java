package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RecoveryMarkTest {
    @Test
    void noteIsReadAsItWasWrittenAndAPartOfItIsDamage() throws StoreException {
        RecoveryMark mark = new RecoveryMark(Bytes.ofNumber(1), Bytes.ofNumber(2), 1_007, MemberSet.of(2, 5));
        byte[] encoded = mark.encode();
        assertEquals(mark, RecoveryMark.decode(ByteBuffer.wrap(encoded)));
        StoreException damage = assertThrows(
                StoreException.class, () -> RecoveryMark.decode(ByteBuffer.wrap(Arrays.copyOf(encoded, 10))));
        assertTrue(damage.isDamage());
    }
}
