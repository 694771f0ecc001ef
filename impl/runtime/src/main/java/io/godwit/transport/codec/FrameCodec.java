package io.godwit.transport.codec;

import static io.godwit.transport.codec.MalformedFrameException.unless;

import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.PartitionSet;
import io.godwit.transport.frame.VectorTime;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads and writes the payloads of frames. Any thread may use it. */
public final class FrameCodec {
    private static final int HELLO = 1;
    private static final int WELCOME = 2;
    private static final int REFUSAL = 3;
    private static final int PEERS = 4;
    private static final int KEEP_ALIVE = 5;
    private static final int MESSAGE_BATCH = 6;
    private static final int SNAPSHOT_MANIFEST = 7;
    private static final int SNAPSHOT_REQUEST = 8;
    private static final int SNAPSHOT_CHUNK = 9;
    private static final int CHUNK_ACK = 10;
    private static final int CALL = 11;
    private static final int ANSWER = 12;
    private static final int TABLE_REQUEST = 13;
    private static final int TABLE = 14;
    private static final int CLOCK = 15;
    private static final int FILE_CHUNK = 16;
    private static final int OPAQUE = 17;
    private static final int PARTITIONS_CALL = 18;
    private static final int PARTITIONS_ANSWER = 19;
    private static final int RUN_REQUEST = 20;
    private static final int RUN_ANSWER = 21;
    private static final int CALL_BATCH = 22;
    private static final int ANSWER_BATCH = 23;

    /** Initial capacity, enough for most messages. */
    private static final int ROOM = 64;

    private static final int MAX_MOMENT = 100_000;
    /** In characters. */
    private static final int LONGEST_REFUSAL = 4_096;

    private final TableCodec table;
    private final EngineCodec engine;
    private final TransferCodec transfers;
    private final PartitionSetCodec sets;

    /**
     * A codec for members and clients of a cluster.
     *
     * @param partitions number of partitions of the cluster; 0 if unknown, in which case registers are refused
     */
    public FrameCodec(int partitions) {
        this.table = new TableCodec(partitions);
        this.engine = new EngineCodec(table);
        this.transfers = new TransferCodec(table);
        this.sets = new PartitionSetCodec(partitions);
    }

    /** A frame that can be written. */
    public static final class Encoded {
        private final FieldWriter fields;
        private final FileSlice file;

        private Encoded(FieldWriter fields, FileSlice file) {
            this.fields = fields;
            this.file = file;
        }

        /** Length of the payload in bytes. */
        public int size() {
            return fields.size();
        }

        /**
         * Writes the payload.
         *
         * @param to a buffer with at least {@link #size} bytes left
         */
        public void write(ByteBuffer to) {
            fields.copy(to);
        }

        /** The bytes of a file that follow the frame, or null. */
        public FileSlice file() {
            return file;
        }
    }

    // ---- Writing

    /** The version of the wire format that a process has to speak in order to read a frame. */
    public static int needs(Frame frame) {
        int needed = ClusterVersion.FIRST;
        if (frame instanceof Frame.MessageBatch batch) {
            for (Message message : batch.messages()) {
                needed = Math.max(needed, EngineCodec.needs(message));
            }
        } else if (frame instanceof Frame.RunRequest || frame instanceof Frame.RunAnswer) {
            needed = ClusterVersion.RAISED;
        }
        return needed;
    }

    /**
     * Prepares a frame for writing.
     *
     * @throws IllegalArgumentException if it holds something that does not leave a process
     */
    public Encoded encode(Frame frame) {
        int messages =
                frame instanceof Frame.MessageBatch batch ? batch.messages().size() : 0;
        FieldWriter to = new FieldWriter(ROOM * (messages + 1));
        int start = to.begin(kind(frame));
        write(to, frame);
        to.end(start);
        return new Encoded(to, frame instanceof Frame.FileChunk chunk ? chunk.data() : null);
    }

    private static int kind(Frame frame) {
        if (frame instanceof Frame.MessageBatch) {
            return MESSAGE_BATCH;
        } else if (frame instanceof Frame.Call) {
            return CALL;
        } else if (frame instanceof Frame.Answer) {
            return ANSWER;
        } else if (frame instanceof Frame.PartitionsCall) {
            return PARTITIONS_CALL;
        } else if (frame instanceof Frame.PartitionsAnswer) {
            return PARTITIONS_ANSWER;
        } else if (frame instanceof Frame.SnapshotManifest) {
            return SNAPSHOT_MANIFEST;
        } else if (frame instanceof Frame.SnapshotRequest) {
            return SNAPSHOT_REQUEST;
        } else if (frame instanceof Frame.SnapshotChunk) {
            return SNAPSHOT_CHUNK;
        } else if (frame instanceof Frame.FileChunk) {
            return FILE_CHUNK;
        } else if (frame instanceof Frame.ChunkAck) {
            return CHUNK_ACK;
        } else if (frame instanceof Frame.KeepAlive) {
            return KEEP_ALIVE;
        } else if (frame instanceof Frame.Clock) {
            return CLOCK;
        } else if (frame instanceof Frame.TableRequest) {
            return TABLE_REQUEST;
        } else if (frame instanceof Frame.Table) {
            return TABLE;
        } else if (frame instanceof Frame.Hello) {
            return HELLO;
        } else if (frame instanceof Frame.Welcome) {
            return WELCOME;
        } else if (frame instanceof Frame.Refusal) {
            return REFUSAL;
        } else if (frame instanceof Frame.Peers) {
            return PEERS;
        } else if (frame instanceof Frame.RunRequest) {
            return RUN_REQUEST;
        } else if (frame instanceof Frame.RunAnswer) {
            return RUN_ANSWER;
        } else if (frame instanceof Frame.CallBatch) {
            return CALL_BATCH;
        } else if (frame instanceof Frame.AnswerBatch) {
            return ANSWER_BATCH;
        }
        return OPAQUE;
    }

    private static void write(FieldWriter to, Frame frame) {
        if (frame instanceof Frame.MessageBatch batch) {
            batch.messages().forEach(message -> write(to, message));
            write(to, 2, batch.clock());
        } else if (frame instanceof Frame.Call call) {
            write(to, call);
        } else if (frame instanceof Frame.Answer answer) {
            write(to, answer);
        } else if (frame instanceof Frame.PartitionsCall call) {
            write(to, call);
        } else if (frame instanceof Frame.PartitionsAnswer answer) {
            write(to, answer);
        } else if (frame instanceof Frame.SnapshotManifest manifest) {
            TransferCodec.write(to, manifest);
        } else if (frame instanceof Frame.SnapshotRequest request) {
            TransferCodec.write(to, request);
        } else if (frame instanceof Frame.SnapshotChunk chunk) {
            TransferCodec.write(to, chunk);
        } else if (frame instanceof Frame.FileChunk chunk) {
            TransferCodec.write(to, chunk);
        } else if (frame instanceof Frame.ChunkAck ack) {
            TransferCodec.write(to, ack);
        } else if (frame instanceof Frame.KeepAlive beat) {
            to.flag(1, beat.full());
            to.flag(2, beat.heapOnly());
        } else if (frame instanceof Frame.Clock clock) {
            write(to, 1, clock.time());
        } else if (frame instanceof Frame.TableRequest request) {
            to.fixed(1, request.stamp());
        } else if (frame instanceof Frame.Table routes) {
            write(to, routes);
        } else if (frame instanceof Frame.Hello hello) {
            GreetingCodec.write(to, hello);
        } else if (frame instanceof Frame.Welcome welcome) {
            GreetingCodec.write(to, welcome);
        } else if (frame instanceof Frame.Refusal refusal) {
            GreetingCodec.write(to, refusal);
        } else if (frame instanceof Frame.Peers peers) {
            peers.peers().forEach(peer -> GreetingCodec.write(to, 1, peer));
        } else if (frame instanceof Frame.RunRequest request) {
            GreetingCodec.write(to, request);
        } else if (frame instanceof Frame.RunAnswer answer) {
            GreetingCodec.write(to, answer);
        } else if (frame instanceof Frame.Opaque opaque) {
            to.bytes(1, opaque.content());
        } else if (frame instanceof Frame.CallBatch batch) {
            for (Frame.Call call : batch.calls()) {
                int start = to.begin(1);
                write(to, call);
                to.end(start);
            }
        } else if (frame instanceof Frame.AnswerBatch batch) {
            for (Frame.Answer answer : batch.answers()) {
                int start = to.begin(1);
                write(to, answer);
                to.end(start);
            }
        }
    }

    private static void write(FieldWriter to, Message message) {
        int start = to.begin(1);
        EngineCodec.write(to, message);
        to.end(start);
    }

    private static void write(FieldWriter to, int field, VectorTime time) {
        int start = to.begin(field);
        for (int i = 0; i < time.size(); i++) {
            to.varint(time.events(i));
        }
        to.endPacked(start);
    }

    private static void write(FieldWriter to, Frame.Call call) {
        to.fixed(1, call.client());
        to.number(2, call.number());
        to.number(3, call.partition());
        MapCodec.write(to, 4, call.operation());
        to.flag(5, call.relaxed());
    }

    private static void write(FieldWriter to, Frame.Answer answer) {
        to.fixed(1, answer.client());
        to.number(2, answer.number());
        MapCodec.write(to, 3, answer.result());
        to.number(4, answer.index());
        to.flag(5, answer.more());
    }

    private static void write(FieldWriter to, Frame.PartitionsCall call) {
        to.fixed(1, call.client());
        to.number(2, call.number());
        MapCodec.write(to, 3, call.verb());
        to.bytes(4, call.map());
        PartitionSetCodec.write(to, 5, call.partitions());
        to.flag(6, call.relaxed());
    }

    private static void write(FieldWriter to, Frame.PartitionsAnswer answer) {
        to.fixed(1, answer.client());
        to.number(2, answer.number());
        to.number(3, answer.count());
        PartitionSetCodec.write(to, 4, answer.done());
        PartitionSetCodec.write(to, 5, answer.left());
        to.text(6, answer.refusal());
    }

    private static void write(FieldWriter to, Frame.Table table) {
        to.fixed(1, table.stamp());
        for (Frame.Route route : table.routes()) {
            int start = to.begin(2);
            to.number(1, route.partition());
            TableCodec.write(to, 2, route.version());
            to.number(3, route.primary());
            to.end(start);
        }
        table.peers().forEach(peer -> GreetingCodec.write(to, 3, peer));
    }

    // ---- Reading

    /**
     * Reads a frame. The data of a {@code FileChunk} are {@link FileSlice.Following}.
     *
     * @param bytes the payload, in a buffer with an array
     * @throws MalformedFrameException if that is not one frame of the wire format, or contains an invalid value
     */
    public Frame decode(ByteBuffer bytes) {
        try {
            FieldReader from = reader(bytes);
            int kind = from.kind(ANSWER_BATCH);
            long around = from.enter();
            Frame frame = frame(from, kind);
            from.leave(around);
            from.end();
            return frame;
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new MalformedFrameException("a message that contains an invalid value", e);
        }
    }

    private static FieldReader reader(ByteBuffer bytes) {
        int from = bytes.arrayOffset() + bytes.position();
        return new FieldReader(bytes.array(), from, from + bytes.remaining());
    }

    private Frame frame(FieldReader from, int kind) {
        return switch (kind) {
            case MESSAGE_BATCH -> new Frame.MessageBatch(from.messages(1, engine::read), time(from, 2));
            case CALL -> call(from);
            case ANSWER -> answer(from);
            case CALL_BATCH -> callBatch(from);
            case ANSWER_BATCH -> answerBatch(from);
            case PARTITIONS_CALL -> partitionsCall(from);
            case PARTITIONS_ANSWER -> partitionsAnswer(from);
            case SNAPSHOT_MANIFEST -> transfers.manifest(from);
            case SNAPSHOT_REQUEST -> TransferCodec.request(from);
            case SNAPSHOT_CHUNK -> TransferCodec.chunk(from);
            case FILE_CHUNK -> TransferCodec.fileChunk(from);
            case CHUNK_ACK -> TransferCodec.chunkAck(from);
            case KEEP_ALIVE -> new Frame.KeepAlive(from.flag(1), from.flag(2));
            case CLOCK -> new Frame.Clock(time(from, 1));
            case TABLE_REQUEST -> new Frame.TableRequest(from.fixed(1));
            case TABLE -> new Frame.Table(
                    from.fixed(1), from.messages(2, this::route), from.messages(3, GreetingCodec::peer));
            case HELLO -> GreetingCodec.hello(from);
            case WELCOME -> GreetingCodec.welcome(from);
            case REFUSAL -> GreetingCodec.refusal(from);
            case PEERS -> new Frame.Peers(from.messages(1, GreetingCodec::peer));
            case RUN_REQUEST -> GreetingCodec.runRequest(from);
            case RUN_ANSWER -> GreetingCodec.runAnswer(from);
            case OPAQUE -> new Frame.Opaque(from.bytes(1));
            default -> throw new MalformedFrameException("no such frame");
        };
    }

    private Frame.Call call(FieldReader from) {
        return new Frame.Call(
                from.fixed(1),
                from.longNumber(2),
                table.partition(from.number(3)),
                from.message(4, MapCodec::operation),
                from.flag(5));
    }

    private static Frame.Answer answer(FieldReader from) {
        return new Frame.Answer(
                from.fixed(1), from.longNumber(2), from.message(3, MapCodec::result), from.number(4), from.flag(5));
    }

    private Frame callBatch(FieldReader from) {
        List<Frame.Call> calls = from.messages(1, this::call);
        unless(!calls.isEmpty() && calls.size() <= Frame.CallBatch.MAX_CALLS, "no calls, or too many in one frame");
        return new Frame.CallBatch(calls);
    }

    private static Frame answerBatch(FieldReader from) {
        List<Frame.Answer> answers = from.messages(1, FrameCodec::answer);
        unless(!answers.isEmpty(), "no answers");
        return new Frame.AnswerBatch(answers);
    }

    private Frame partitionsCall(FieldReader from) {
        long client = from.fixed(1);
        long number = from.longNumber(2);
        Verb verb = MapCodec.verb(from, 3);
        unless(verb == Verb.SIZE || verb == Verb.CLEAR, "not an operation on partitions");
        Bytes map = from.bytes(4);
        PartitionSet partitions = sets.read(from, 5);
        unless(!partitions.isEmpty(), "an empty set of partitions");
        return new Frame.PartitionsCall(client, number, verb, map, partitions, from.flag(6));
    }

    private Frame partitionsAnswer(FieldReader from) {
        long client = from.fixed(1);
        long number = from.longNumber(2);
        long count = from.longNumber(3);
        unless(count >= 0, "a negative count");
        return new Frame.PartitionsAnswer(
                client, number, count, sets.read(from, 4), sets.read(from, 5), from.text(6, LONGEST_REFUSAL));
    }

    private static VectorTime time(FieldReader from, int field) {
        long around = from.enter(field);
        int size = from.count();
        unless(size <= MAX_MOMENT, "vector clock too long");
        long[] events = new long[size];
        for (int i = 0; i < size; i++) {
            events[i] = from.longVarint();
            unless(events[i] >= 0, "negative entry in a vector clock");
        }
        from.leave(around);
        return VectorTime.of(events);
    }

    private Frame.Route route(FieldReader from) {
        return new Frame.Route(table.partition(from.number(1)), TableCodec.version(from, 2), from.number(3));
    }
}
