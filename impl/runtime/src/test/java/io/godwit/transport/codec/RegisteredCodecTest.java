package io.godwit.transport.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** LetterCodecTest holds that by hand and by the library is the same; this, that it is done by hand. */
class RegisteredCodecTest {
    private final RegisteredCodec codec = new RegisteredCodec(new TableCodec(0), new ConfigurationCodec());

    @Test
    void whatIsWrittenHereIsReadHere() {
        for (int backups = 0; backups <= 6; backups++) {
            for (int number : new int[] {1, 127, 128, 50_021, 1 << 21}) {
                for (Message message : messages(backups, number)) {
                    assertEquals(message, codec.read(new Cursor(bytes(message))));
                }
            }
        }
    }

    @Test
    void whatIsCutOffIsLeftToTheLibrary() {
        byte[] bytes = bytes(new Accept(3, Samples.ENTRY));
        for (int length = 0; length < bytes.length; length++) {
            assertNull(codec.read(new Cursor(Arrays.copyOf(bytes, length))), length + " bytes");
        }
    }

    private static byte[] bytes(Message message) {
        Cursor to = new Cursor(new byte[1]);
        assertTrue(RegisteredCodec.write(to, message));
        return Arrays.copyOf(to.array(), to.position());
    }

    private static List<Message> messages(int backups, int number) {
        int[] others = new int[backups];
        for (int i = 0; i < backups; i++) {
            others[i] = number + 1 + i;
        }
        Configuration configuration = Configuration.of(number, others, MemberSet.of(number), 0, number + 9);
        Entry entry = new Entry(number, number, 0, number - 1, configuration);
        return List.of(new Accept(0, entry), new Accepted(number, entry), new Commit(number - 1, entry));
    }
}
