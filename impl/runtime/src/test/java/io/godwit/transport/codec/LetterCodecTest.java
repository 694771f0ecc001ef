package io.godwit.transport.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.google.protobuf.CodedInputStream;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Mark;
import io.godwit.transport.frame.Moment;
import io.godwit.transport.wire.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is written and read by hand is what the library writes and reads. */
class LetterCodecTest {
    private static final int ROUNDS = 20_000;
    private static final List<Verb> WRITES = Arrays.stream(Verb.values())
            .filter(verb -> verb != Verb.GET && verb != Verb.SIZE)
            .toList();

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
        return switch (random.nextInt(7)) {
            case 0 -> new Accept(partition, entry);
            case 1 -> new Accepted(partition, entry);
            case 2 -> new Commit(partition, entry);
            case 3 -> new Ack(partition, version(), random.nextBoolean() ? 0 : number());
            case 4 -> new CaughtUp(partition, version(), 1 + number() / 2);
            case 5 -> new Sync(partition, view(), log());
            default -> Samples.messages().get(random.nextInt(Samples.messages().size()));
        };
    }

    private Version version() {
        return random.nextInt(4) == 0 ? Version.NONE : new Version(number() / 2, 1 + number() / 2);
    }

    private View view() {
        return new View(new Version(number() / 2, 1 + number() / 2), entry().configuration());
    }

    private Bytes bytes() {
        byte[] bytes = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(1 << random.nextInt(10))];
        random.nextBytes(bytes);
        return Bytes.owning(bytes);
    }

    private OnMap operation() {
        Verb verb = WRITES.get(random.nextInt(WRITES.size()));
        boolean number = verb == Verb.INCREMENT || verb == Verb.EXPIRE;
        return new OnMap(verb, bytes(), bytes(), number ? Bytes.ofNumber(random.nextLong()) : bytes(), bytes());
    }

    private Log log() {
        List<LogEntry> entries = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            // Clients are any numbers, calls grow from 1.
            long client = random.nextInt(8) == 0 ? 0 : random.nextLong();
            entries.add(new LogEntry(version(), client, random.nextInt(8) == 0 ? 0 : number(), operation()));
        }
        return Log.of(entries);
    }

    private Frame.Offer offer() {
        List<Mark> marks = new ArrayList<>();
        for (int i = random.nextInt(5) - 2; i > 0; i--) {
            marks.add(new Mark(1 + number() / 2, version()));
        }
        long transfer = random.nextLong() >>> (1 + random.nextInt(63));
        return new Frame.Offer(transfer, number(), view(), random.nextBoolean() ? 0 : number(), version(), marks);
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
            Frame frame = random.nextInt(4) > 0 ? letter() : offer();
            byte[] bytes = bytes(frame);
            assertArrayEquals(Wire.Frame.parseFrom(bytes).toByteArray(), bytes);
            assertEquals(byTheLibrary(bytes), frame);
            assertEquals(frame, byHand(bytes));
        }
    }

    /** Lengths of one byte up to four, around where they become longer. */
    @Test
    void longLogsAreThoseOfTheLibrary() throws IOException {
        for (int size : new int[] {50, 60, 100, 110, 127, 128, 16_300, 16_350, 16_384, 60_000, 1 << 21}) {
            OnMap put = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.EMPTY, Bytes.owning(new byte[size]), Bytes.EMPTY);
            Log log = Log.of(List.of(new LogEntry(Samples.V, 1, 1, put), new LogEntry(Samples.V, 1, 2, put)));
            Frame letter = new Frame.Letter(List.of(new Sync(1, view(), log), new Ack(1, Samples.V, 2)));
            byte[] bytes = bytes(letter);
            assertArrayEquals(Wire.Frame.parseFrom(bytes).toByteArray(), bytes);
            assertEquals(letter, byTheLibrary(bytes));
            assertEquals(letter, byHand(bytes));
        }
    }

    /** Otherwise everything would be left to the library, and nobody would notice. */
    @Test
    void theLibraryIsNotAsked() throws IOException {
        for (int i = 0; i < ROUNDS; i++) {
            assertNotNull(codec.byHand(ByteBuffer.wrap(bytes(random.nextBoolean() ? letter() : offer()))));
        }
    }

    @Test
    void whatWasChangedOnTheWayIsReadAsByTheLibrary() {
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = bytes(random.nextInt(4) > 0 ? letter() : offer());
            for (int change = random.nextInt(3); change >= 0; change--) {
                int at = random.nextInt(bytes.length);
                bytes[at] =
                        random.nextBoolean() ? (byte) random.nextInt() : (byte) (bytes[at] ^ (1 << random.nextInt(8)));
            }
            if (random.nextInt(8) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            assertEquals(byTheLibrary(bytes), byHand(bytes));
        }
    }
}
