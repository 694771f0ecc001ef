package io.godwit.transport.codec;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.godwit.protocol.Message;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Moment;
import io.godwit.transport.wire.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Letters, the frames that hold nearly all messages. The envelope is written and read here, so that each message in it can be
 * handled by {@link RegisteredCodec} or by the library.
 */
final class LetterCodec {
    /** The field of a {@code Frame} that holds a letter. */
    private static final int LETTER = (6 << 3) | 2;

    /** The fields of a letter. */
    private static final int MESSAGE = (1 << 3) | 2;

    private static final int CLOCK = (2 << 3) | 2;

    /** How deep a message may go that stands in a letter in a frame. */
    private static final int DEEPEST = FrameCodec.DEEPEST - 2;

    private final EngineCodec engine;
    private final RegisteredCodec registered;

    LetterCodec(TableCodec table, EngineCodec engine) {
        this.engine = engine;
        this.registered = new RegisteredCodec(table);
    }

    /** A letter that can be written: messages that the library writes, and others that are bytes already. */
    private static final class Encoded implements FrameCodec.Encoded {
        private final List<Object> parts;
        private final Moment clock;
        /** Bytes of the clock's numbers. */
        private final int numbers;

        private final int letter;

        Encoded(List<Object> parts, Moment clock) {
            this.parts = parts;
            this.clock = clock;
            this.numbers = MomentCodec.size(clock);
            int size = clock.isEmpty() ? 0 : 1 + Varints.size(numbers) + numbers;
            for (Object part : parts) {
                int one = size(part);
                size += 1 + Varints.size(one) + one;
            }
            this.letter = size;
        }

        private static int size(Object part) {
            return part instanceof MessageLite wire ? wire.getSerializedSize() : ((byte[]) part).length;
        }

        @Override
        public int size() {
            return 1 + Varints.size(letter) + letter;
        }

        @Override
        public void write(ByteBuffer to) {
            to.put((byte) LETTER);
            Varints.write(to, letter);
            for (Object part : parts) {
                to.put((byte) MESSAGE);
                Varints.write(to, size(part));
                if (part instanceof MessageLite wire) {
                    write(to, wire);
                } else {
                    to.put((byte[]) part);
                }
            }
            if (!clock.isEmpty()) {
                to.put((byte) CLOCK);
                Varints.write(to, numbers);
                MomentCodec.write(to, clock);
            }
        }

        private static void write(ByteBuffer to, MessageLite wire) {
            try {
                CodedOutputStream out = CodedOutputStream.newInstance(to);
                wire.writeTo(out);
                out.flush();
            } catch (IOException e) {
                throw new IllegalStateException("a buffer cannot be written", e);
            }
        }
    }

    FrameCodec.Encoded encode(Frame.Letter letter) {
        List<Object> parts = new ArrayList<>(letter.messages().size());
        for (Message message : letter.messages()) {
            parts.add(RegisteredCodec.isOne(message) ? RegisteredCodec.bytes(message) : engine.encode(message));
        }
        return new Encoded(parts, letter.clock());
    }

    /**
     * Reads a frame, if it is a letter that is written as here.
     *
     * @return null if the library has to look at it
     * @throws MalformedFrameException if it says what cannot be
     */
    Frame.Letter decode(ByteBuffer bytes) throws IOException {
        ByteBuffer from = bytes.duplicate();
        int end = from.limit();
        if (Varints.enter(from, LETTER) != end || from.limit() != end) {
            return null;
        }
        List<Message> messages = new ArrayList<>();
        while (from.hasRemaining() && from.get(from.position()) == MESSAGE) {
            if (Varints.enter(from, MESSAGE) != end) {
                return null;
            }
            messages.add(message(from));
            from.position(from.limit()).limit(end);
        }
        if (!from.hasRemaining()) {
            return new Frame.Letter(messages);
        }
        boolean last = Varints.enter(from, CLOCK) == end && from.limit() == end;
        Moment clock = last ? MomentCodec.read(from) : null;
        return clock == null ? null : new Frame.Letter(messages, clock);
    }

    private Message message(ByteBuffer bytes) throws IOException {
        Message message = registered.read(bytes);
        if (message != null) {
            return message;
        }
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        in.setRecursionLimit(DEEPEST);
        Wire.EngineMessage wire = Wire.EngineMessage.parseFrom(in);
        in.checkLastTagWas(0);
        return engine.decode(wire);
    }
}
