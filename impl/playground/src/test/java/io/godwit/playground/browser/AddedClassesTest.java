package io.godwit.playground.browser;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.playground.browser.java.security.TMessageDigest;
import io.godwit.playground.browser.java.util.TRandom;
import io.godwit.playground.browser.java.util.TSplittableRandom;
import io.godwit.playground.browser.java.util.zip.TCRC32C;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** The classes that a browser is given compute what those of the JDK compute. */
class AddedClassesTest {
    private static final int ROUNDS = 300;

    @Test
    void digestsAndChecksums() throws NoSuchAlgorithmException {
        Random random = new Random(1);
        CRC32C crc = new CRC32C();
        TCRC32C ours = new TCRC32C();
        for (int length = 0; length < ROUNDS; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            assertArrayEquals(
                    MessageDigest.getInstance("SHA-256").digest(bytes),
                    TMessageDigest.getInstance("SHA-256").digest(bytes));
            crc.reset();
            crc.update(bytes);
            ours.reset();
            ours.update(ByteBuffer.wrap(bytes));
            assertEquals(crc.getValue(), ours.getValue());
        }
    }

    @Test
    void randomNumbers() {
        SplittableRandom random = new SplittableRandom(-5);
        TSplittableRandom ours = new TSplittableRandom(-5);
        Random old = new Random(-5);
        TRandom oursOld = new TRandom(-5);
        for (int i = 1; i < ROUNDS; i++) {
            assertEquals(random.nextLong(), ours.nextLong());
            assertEquals(random.nextInt(), ours.nextInt());
            assertEquals(random.nextBoolean(), ours.nextBoolean());
            assertEquals(random.nextInt(i), ours.nextInt(i));
            assertEquals(random.nextInt(i << 22), ours.nextInt(i << 22));
            assertEquals(random.nextLong((3L * i) << 52), ours.nextLong((3L * i) << 52));
            assertEquals(random.nextLong(i, 10L * i), ours.nextLong(i, 10L * i));
            random = random.split();
            ours = ours.split();
            assertEquals(old.nextLong(), oursOld.nextLong());
            assertEquals(old.nextInt(), oursOld.nextInt());
            assertEquals(old.nextBoolean(), oursOld.nextBoolean());
            assertEquals(old.nextInt(i), oursOld.nextInt(i));
            assertEquals(old.nextInt(i << 22), oursOld.nextInt(i << 22));
        }
    }
}
