package io.godwit.transport.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.google.protobuf.CodedInputStream;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Moment;
import io.godwit.transport.wire.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is written and read by hand is what the library writes and reads. */
class LetterCodecTest {
    private static final int ROUNDS = 20_000;

    private final FrameCodec codec = new FrameCodec(0);
    private final Random random = new Random(20_261_121);

    /** Small numbers mostly, and some as large as they get. */
    private int number() {
        return random.nextInt() >>> (1 + random.nextInt(30));
    }

    private Entry entry() {
        int[] backups = random.ints(random.nextInt(8), 0, 1 << random.nextInt(20))
                .map(it -> it + 2)
                .distinct()
                .toArray();
        MemberSet inSync =
                MemberSet.of(backups).filter(it -> random.nextBoolean()).with(1);
        boolean migrates = random.nextBoolean();
        int source = migrates && random.nextBoolean() ? 1 : 0;
        int destination = migrates ? (1 << 21) + random.nextInt(100) : 0;
        boolean first = random.nextInt(8) == 0;
        return new Entry(
                number(),
                1 + number() / 2,
                first ? -random.nextInt(2) : number(),
                first ? 0 : 1 + number() / 2,
                Configuration.of(1, backups, inSync, source, destination));
    }

    private Message message() {
        Entry entry = entry();
        int partition = number();
        return switch (random.nextInt(4)) {
            case 0 -> new Accept(partition, entry);
            case 1 -> new Accepted(partition, entry);
            case 2 -> new Commit(partition, entry);
            default -> Samples.messages().get(random.nextInt(Samples.messages().size()));
        };
    }

    private Moment clock() {
        return Moment.of(random.longs(random.nextInt(6))
                .map(it -> it >>> (1 + random.nextInt(63)))
                .toArray());
    }

    private Frame.Letter letter() {
        List<Message> messages = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            Message message = message();
            if (!(message instanceof io.godwit.protocol.quorum.registers.ControlMessage.Vote)) {
                messages.add(message);
            }
        }
        return new Frame.Letter(messages, clock());
    }

    private byte[] bytes(Frame frame) {
        FrameCodec.Encoded encoded = codec.encode(frame);
        ByteBuffer buffer = ByteBuffer.allocate(encoded.size());
        encoded.write(buffer);
        assertEquals(0, buffer.remaining());
        return buffer.array();
    }

    private Frame byTheLibrary(byte[] bytes) {
        try {
            CodedInputStream in = CodedInputStream.newInstance(bytes);
            in.setRecursionLimit(FrameCodec.DEEPEST);
            Wire.Frame wire = Wire.Frame.parseFrom(in);
            in.checkLastTagWas(0);
            return codec.decode(wire);
        } catch (IOException | IllegalArgumentException | NullPointerException | MalformedFrameException e) {
            return null;
        }
    }

    private Frame byHand(byte[] bytes) {
        try {
            return codec.decode(ByteBuffer.wrap(bytes));
        } catch (MalformedFrameException e) {
            return null;
        }
    }

    @Test
    void theBytesAreThoseOfTheLibrary() throws IOException {
        for (int i = 0; i < ROUNDS; i++) {
            Frame.Letter letter = letter();
            byte[] bytes = bytes(letter);
            assertArrayEquals(Wire.Frame.parseFrom(bytes).toByteArray(), bytes);
            assertEquals(byTheLibrary(bytes), letter);
            assertEquals(letter, byHand(bytes));
        }
    }

    /** Otherwise everything would be left to the library, and nobody would notice. */
    @Test
    void theLibraryIsNotAsked() throws IOException {
        TableCodec table = new TableCodec(0);
        LetterCodec letters = new LetterCodec(table, new EngineCodec(table));
        for (int i = 0; i < ROUNDS; i++) {
            assertNotNull(letters.decode(ByteBuffer.wrap(bytes(letter()))));
        }
    }

    @Test
    void whatWasChangedOnTheWayIsReadAsByTheLibrary() {
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = bytes(letter());
            for (int change = random.nextInt(3); change >= 0; change--) {
                int at = random.nextInt(bytes.length);
                bytes[at] =
                        random.nextBoolean() ? (byte) random.nextInt() : (byte) (bytes[at] ^ (1 << random.nextInt(8)));
            }
            if (random.nextInt(8) == 0) {
                bytes = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            assertEquals(byTheLibrary(bytes), byHand(bytes));
        }
    }
}
