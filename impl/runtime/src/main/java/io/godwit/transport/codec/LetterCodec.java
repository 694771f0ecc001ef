package io.godwit.transport.codec;

import static io.godwit.transport.codec.Tags.NESTED_1;
import static io.godwit.transport.codec.Tags.NESTED_2;
import static io.godwit.transport.codec.Tags.NESTED_6;

import com.google.protobuf.CodedInputStream;
import io.godwit.protocol.Message;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Moment;
import io.godwit.transport.wire.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Letters, the frames that hold nearly all messages. The envelope is written and read here, so that each message in it can be
 * handled by {@link RegisteredCodec}, by {@link SyncCodec} or by the library.
 */
final class LetterCodec {
    /** The field of a {@code Frame} that holds a letter. */
    static final int TAG = NESTED_6;

    /** The fields of a letter. */
    private static final int MESSAGE = NESTED_1;

    private static final int CLOCK = NESTED_2;

    /** How deep a message may go that stands in a letter in a frame. */
    private static final int DEEPEST = FrameCodec.DEEPEST - 2;

    /** About as long as a message is. */
    private static final int ROOM = 48;

    private final EngineCodec engine;
    private final RegisteredCodec registered;
    private final SyncCodec syncs;

    LetterCodec(TableCodec table, ConfigurationCodec configurations, EngineCodec engine) {
        this.engine = engine;
        this.registered = new RegisteredCodec(table, configurations);
        this.syncs = new SyncCodec(table, configurations);
    }

    /**
     * The fields of a letter.
     *
     * @throws IllegalArgumentException if it holds something that does not leave a process
     */
    Cursor encode(Frame.Letter letter) {
        List<Message> messages = letter.messages();
        Moment clock = letter.clock();
        Cursor to = new Cursor(new byte[ROOM * (messages.size() + 1)]);
        for (Message message : messages) {
            int start = to.begin(MESSAGE);
            if (!RegisteredCodec.write(to, message) && !SyncCodec.write(to, message)) {
                to.put(engine.encode(message).toByteArray());
            }
            to.end(start);
        }
        if (!clock.isEmpty()) {
            int start = to.begin(CLOCK);
            MomentCodec.write(to, clock);
            to.end(start);
        }
        return to;
    }

    /**
     * Reads the fields of a letter, which end at the limit.
     *
     * @return null if the library has to look at it
     * @throws MalformedFrameException if it says what cannot be
     */
    Frame.Letter decode(Cursor from) throws IOException {
        List<Message> messages = new ArrayList<>();
        while (from.comes(MESSAGE)) {
            int end = from.enter(MESSAGE);
            if (end < 0) {
                return null;
            }
            int start = from.position();
            int limit = from.limit();
            Message message = byHand(from);
            messages.add(message == null ? byTheLibrary(from.array(), start, limit) : message);
            from.go(limit, end);
        }
        if (!from.hasRemaining()) {
            return new Frame.Letter(messages);
        }
        Moment clock = from.enterLast(CLOCK) ? MomentCodec.read(from) : null;
        return clock == null ? null : new Frame.Letter(messages, clock);
    }

    private Message byHand(Cursor from) {
        try {
            Message message = registered.read(from);
            return message == null ? syncs.read(from) : message;
        } catch (MalformedFrameException | IllegalArgumentException e) {
            // The library says the same, and why.
            return null;
        }
    }

    private Message byTheLibrary(byte[] bytes, int start, int limit) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(bytes, start, limit - start);
        in.setRecursionLimit(DEEPEST);
        Wire.EngineMessage wire = Wire.EngineMessage.parseFrom(in);
        in.checkLastTagWas(0);
        return engine.decode(wire);
    }
}
