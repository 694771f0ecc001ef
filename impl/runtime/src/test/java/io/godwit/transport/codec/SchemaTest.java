package io.godwit.transport.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.Parser;
import com.google.protobuf.TextFormat;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.QuorumMessage.Fetch;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LastWrite;
import io.godwit.transport.frame.LogPosition;
import io.godwit.transport.frame.PartitionSet;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.VectorTime;
import io.godwit.transport.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is written and read is what the generated classes of the schema write and read. */
class SchemaTest {
    private static final int ROUNDS = 20_000;
    private static final List<Verb> WRITES = Arrays.stream(Verb.values())
            .filter(verb -> verb != Verb.GET && verb != Verb.SIZE && verb == verb.inLog())
            .filter(verb -> verb != Verb.READ_CHANGES && verb != Verb.SCAN)
            .toList();

    private final FrameCodec codec = new FrameCodec(0);
    private final Parser<Wire.Frame> schema = DiscardUnknownFieldsParser.wrap(Wire.Frame.parser());
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
                new Version(number(), 1 + number() / 2),
                new Version(first ? -random.nextInt(2) : number(), first ? 0 : 1 + number() / 2),
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
        boolean replaces = verb == Verb.REPLACE || verb == Verb.PUT;
        return new OnMap(
                verb,
                bytes(),
                bytes(),
                replaces ? bytes() : Bytes.ofNumber(random.nextLong()),
                replaces ? bytes() : Bytes.ofNumber(random.nextLong()));
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

    private Frame.SnapshotManifest manifest() {
        List<LogPosition> positions = new ArrayList<>();
        for (int i = random.nextInt(5) - 2; i > 0; i--) {
            positions.add(new LogPosition(1 + number() / 2, version()));
        }
        long transfer = random.nextLong() >>> (1 + random.nextInt(63));
        return new Frame.SnapshotManifest(
                transfer, number(), view(), random.nextBoolean() ? 0 : number(), version(), positions);
    }

    private VectorTime clock() {
        return VectorTime.of(random.longs(random.nextInt(6))
                .map(it -> it >>> (1 + random.nextInt(63)))
                .toArray());
    }

    private Frame.MessageBatch batch() {
        List<Message> messages = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            Message message = message();
            if (!(message instanceof Vote)) {
                messages.add(message);
            }
        }
        return new Frame.MessageBatch(messages, clock());
    }

    private List<Bytes> values() {
        return Stream.generate(this::bytes).limit(1 + random.nextInt(4)).toList();
    }

    private Result result() {
        return switch (random.nextInt(4)) {
            case 0 -> new Result.Found(values());
            case 1 -> new Result.Done(random.longs(random.nextInt(3)).boxed().toList());
            case 2 -> new Result.NotHere(random.nextBoolean() ? 0 : number());
            default -> Samples.results().get(random.nextInt(Samples.results().size()));
        };
    }

    private Frame.SnapshotChunk part() {
        boolean single = random.nextBoolean();
        CellChunk.Kind kind = single ? CellChunk.Kind.SINGLE : CellChunk.Kind.ITEMS;
        CellChunk cell = new CellChunk(bytes(), bytes(), kind, single ? List.of(bytes()) : values());
        LastWrite last = new LastWrite(random.nextLong(), new Executed(number(), 1 + number() / 2, result()));
        return new Frame.SnapshotChunk(
                random.nextLong(),
                number(),
                random.nextBoolean(),
                random.nextBoolean(),
                List.of(cell, cell),
                List.of(last),
                List.of(new LogEntry(version(), random.nextLong(), number(), operation())));
    }

    private Frame frame() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> batch();
            case 3 -> manifest();
            case 4 -> part();
            case 5 -> new Frame.Call(random.nextLong(), random.nextLong(), number(), operation(), random.nextBoolean());
            case 6 -> new Frame.Answer(random.nextLong(), number(), result(), number(), random.nextBoolean());
            case 7 -> new Frame.PartitionsCall(
                    random.nextLong(),
                    number(),
                    random.nextBoolean() ? Verb.SIZE : Verb.CLEAR,
                    bytes(),
                    partitions(1),
                    random.nextBoolean());
            case 8 -> new Frame.PartitionsAnswer(
                    random.nextLong(),
                    number(),
                    number(),
                    partitions(0),
                    partitions(0),
                    random.nextBoolean() ? "" : "x");
            default -> sample();
        };
    }

    /** Sets in the form of runs, and in that of bits. */
    private PartitionSet partitions(int least) {
        int end = 1 + random.nextInt(1 << random.nextInt(16));
        BitSet set = new BitSet();
        for (int i = random.nextInt(6) + least; i > 0; i--) {
            int first = random.nextInt(end);
            set.set(first, first + 1 + random.nextInt(end));
        }
        if (random.nextBoolean()) {
            for (int p = set.nextSetBit(0); p >= 0; p = set.nextSetBit(p + 2)) {
                set.clear(p + 1);
            }
        }
        return PartitionSet.of(set);
    }

    /** A sample that does not have a register for each partition of a cluster, nor data that come behind the frame. */
    private Frame sample() {
        Frame sample = Samples.frames().get(random.nextInt(Samples.frames().size()));
        boolean other = sample instanceof Frame.MessageBatch || sample instanceof Frame.FileChunk;
        return other ? new Frame.KeepAlive(random.nextBoolean(), random.nextBoolean()) : sample;
    }

    private byte[] bytes(Frame frame) {
        FrameCodec.Encoded encoded = codec.encode(frame);
        ByteBuffer buffer = ByteBuffer.allocate(encoded.size());
        encoded.write(buffer);
        assertEquals(0, buffer.remaining());
        return buffer.array();
    }

    private Frame read(byte[] bytes) {
        try {
            return codec.decode(ByteBuffer.wrap(bytes));
        } catch (MalformedFrameException e) {
            return null;
        }
    }

    /** By their names, as the generated classes print them. */
    @Test
    void fieldsAreThoseOfTheSchema() throws IOException {
        List<Frame> frames = new ArrayList<>(Samples.frames());
        Samples.operations().forEach(it -> frames.add(new Frame.Call(1, 2, 0, it, false)));
        Samples.results().forEach(it -> frames.add(new Frame.Answer(1, 2, it)));
        for (Frame.Role role : Frame.Role.values()) {
            frames.add(new Frame.Hello(3, role, "", "", 0, 0, null, Bytes.EMPTY, Peer.NOBODY, Samples.IDENTITY));
        }
        for (Frame.Reason reason : Frame.Reason.values()) {
            frames.add(new Frame.Refusal(reason, reason.name()));
        }
        for (Frame.Verdict verdict : Frame.Verdict.values()) {
            frames.add(new Frame.RunAnswer(verdict, Samples.RUN, Samples.RUN, Samples.VOTING));
        }
        PartitionVector<Entry> none = PartitionVector.filled(Samples.PARTITIONS, Entry.NONE);
        frames.add(new Frame.MessageBatch(List.of(new Fetch(Samples.REGISTERS, none))));
        StringBuilder printed = new StringBuilder();
        for (Frame frame : frames) {
            printed.append(TextFormat.printer().printToString(Wire.Frame.parseFrom(bytes(frame))))
                    .append('\n');
        }
        try (InputStream expected = SchemaTest.class.getResourceAsStream("frames.txt")) {
            assertEquals(new String(expected.readAllBytes(), StandardCharsets.UTF_8), printed.toString());
        }
    }

    private void isOfTheSchema(Frame frame, byte[] bytes) throws IOException {
        assertArrayEquals(schema.parseFrom(bytes).toByteArray(), bytes);
        assertEquals(frame, read(bytes));
    }

    @Test
    void bytesAreThoseOfTheSchema() throws IOException {
        for (int i = 0; i < ROUNDS; i++) {
            Frame frame = frame();
            isOfTheSchema(frame, bytes(frame));
        }
    }

    /** Lengths of one byte up to four, around where they become longer, and where arrays are not copied. */
    @Test
    void longOnesAreThoseOfTheSchema() throws IOException {
        for (int size :
                new int[] {50, 60, 100, 110, 127, 128, 460, 511, 512, 513, 514, 16_300, 16_350, 16_384, 60_000, 1 << 21
                }) {
            Bytes value = Bytes.owning(new byte[size]);
            OnMap put = new OnMap(Verb.REPLACE, value, Bytes.EMPTY, value, Bytes.of((byte) 1));
            Log log = Log.of(List.of(new LogEntry(Samples.V, 1, 1, put), new LogEntry(Samples.V, 1, 2, put)));
            Frame batch = new Frame.MessageBatch(List.of(new Sync(1, view(), log), new Ack(1, Samples.V, 2)));
            isOfTheSchema(batch, bytes(batch));
            Frame answer = new Frame.Answer(1, 1, new Result.Found(List.of(value, Bytes.EMPTY, value)), 1, true);
            isOfTheSchema(answer, bytes(answer));
        }
    }

    /** Not all that the generated classes read is read, but what is read means the same. */
    @Test
    void alteredFrameIsReadAsBySchema() throws IOException {
        int taken = 0;
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = bytes(frame());
            for (int change = random.nextInt(3); change >= 0; change--) {
                int at = random.nextInt(bytes.length);
                bytes[at] =
                        random.nextBoolean() ? (byte) random.nextInt() : (byte) (bytes[at] ^ (1 << random.nextInt(8)));
            }
            if (random.nextInt(8) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            Frame read = read(bytes);
            if (read != null) {
                taken++;
                assertEquals(read, read(schema.parseFrom(bytes).toByteArray()));
            }
        }
        assertTrue(taken > ROUNDS / 10, taken + " were read");
    }

    @Test
    void fieldsThatAreNotKnownArePassedOver() {
        UnknownFieldSet more = UnknownFieldSet.newBuilder()
                .addField(
                        15, Field.newBuilder().addFixed64(1).addVarint(1L << 40).build())
                .addField(16, Field.newBuilder().addFixed32(1).build())
                .addField(
                        900,
                        Field.newBuilder()
                                .addLengthDelimited(ByteString.copyFromUtf8("abc"))
                                .build())
                .build();
        Wire.Version version = Wire.Version.newBuilder()
                .setTerm(3)
                .setNumber(4)
                .setUnknownFields(more)
                .build();
        Wire.Ack ack = Wire.Ack.newBuilder()
                .setVersion(version)
                .setNumber(5)
                .setUnknownFields(more)
                .build();
        Wire.Frame frame = Wire.Frame.newBuilder()
                .setMessageBatch(Wire.MessageBatch.newBuilder()
                        .addMessages(Wire.EngineMessage.newBuilder().setAck(ack))
                        .setUnknownFields(more))
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(900, more.getField(16))
                        .build())
                .build();
        assertEquals(new Frame.MessageBatch(List.of(new Ack(0, Samples.V, 5))), read(frame.toByteArray()));
    }

    /** The schema allows it, and nobody writes like this. */
    @Test
    void fieldsInAnotherOrderOrTwiceAreRefused() {
        byte[] request = bytes(new Frame.TableRequest(7));
        byte[] twice = new byte[2 * request.length - 2];
        System.arraycopy(request, 0, twice, 0, request.length);
        System.arraycopy(request, 2, twice, request.length, request.length - 2);
        twice[1] = (byte) (twice.length - 2);
        assertNull(read(twice));
        // A PartAck with the fields 1 and 2, and the other way round.
        assertEquals(new Frame.ChunkAck(5, 6), read(new byte[] {0x52, 4, 8, 5, 16, 6}));
        assertNull(read(new byte[] {0x52, 4, 16, 6, 8, 5}));
    }
}
