package io.godwit.transport.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Message;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Version;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** LetterCodecTest holds that by hand and by the library is the same; this, that it is done by hand. */
class SyncCodecTest {
    private static final View VIEW = new View(Samples.V, Samples.MOVING);

    private final SyncCodec codec = new SyncCodec(new TableCodec(0), new ConfigurationCodec());

    private static byte[] bytes(Message message) {
        Cursor to = new Cursor(new byte[1]);
        assertTrue(SyncCodec.write(to, message));
        return Arrays.copyOf(to.array(), to.position());
    }

    private static List<Message> messages() {
        return List.of(
                new Ack(0, Version.NONE, 0),
                new Ack(50_021, Samples.V, 1 << 30),
                new CaughtUp(7, Samples.V, 9),
                new Sync(2, VIEW, Log.EMPTY),
                new Sync(0, VIEW, Log.of(List.of(Samples.WRITE, new LogEntry(Version.NONE, 0, 0, Samples.PUT)))));
    }

    @Test
    void whatIsWrittenHereIsReadHere() {
        for (Message message : messages()) {
            assertEquals(message, codec.read(new Cursor(bytes(message))));
        }
    }

    @Test
    void whatIsCutOffIsLeftToTheLibrary() {
        for (Message message : messages()) {
            byte[] bytes = bytes(message);
            for (int length = 0; length < bytes.length; length++) {
                assertNull(codec.read(new Cursor(Arrays.copyOf(bytes, length))), message + ": " + length + " bytes");
            }
        }
    }

    @Test
    void othersAreNotWritten() {
        Cursor to = new Cursor(new byte[1]);
        assertFalse(SyncCodec.write(to, new Probe(1, Samples.V, 2, 3)));
        assertEquals(0, to.position());
    }

    @Test
    void whatDoesNotLeaveAProcessIsRefused() {
        Log numbers = Log.of(List.of(new LogEntry(Samples.V, 1, 1, new Operation.Put(1, 1))));
        assertThrows(IllegalArgumentException.class, () -> bytes(new Sync(1, VIEW, numbers)));
        Log forgotten = Log.of(List.of(Samples.WRITE, new LogEntry(Samples.V, 1, 2, Samples.PUT)))
                .keeping(1);
        assertThrows(IllegalArgumentException.class, () -> bytes(new Sync(1, VIEW, forgotten)));
    }
}
