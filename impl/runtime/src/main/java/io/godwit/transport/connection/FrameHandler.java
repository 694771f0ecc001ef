package io.godwit.transport.connection;

import io.godwit.environment.Clock;
import io.godwit.environment.Transport;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.MalformedFrameException;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * Common part of both sides of a connection: cuts the bytes into frames, and gives them to the handshake and then to the
 * receiver. Used by the connection's executor.
 */
abstract class FrameHandler implements Transport.Handler {
    private final Clock clock;
    private final FrameCodec codec;
    private final Limits limits;
    private final FrameDecoder decoder;

    private Connection connection;
    private Clock.Timer timer;
    /** Takes the frames, once the handshake is over. */
    private Receiver receiver;

    FrameHandler(Clock clock, FrameCodec codec, Limits limits) {
        this.clock = clock;
        this.codec = codec;
        this.limits = limits;
        this.decoder = new FrameDecoder(codec, limits.greeting());
    }

    /** The connection is open. */
    abstract void begin();

    /** The first frame has arrived. */
    abstract void first(Frame frame);

    /** The handshake is not over, and its time is. */
    abstract void timedOut();

    /** What was received is no frame. The connection is closed next. */
    abstract void malformed(MalformedFrameException cause);

    /** The connection is closed, by an error unless that is null. */
    abstract void ended(IOException cause);

    final Connection connection() {
        return connection;
    }

    /** Ends the handshake: from now on frames may be as long as the limits say, and go to the receiver. */
    final void finish(Receiver frames) {
        receiver = frames;
        decoder.maxBytes(limits.frame());
        timer.cancel();
    }

    final boolean isFinished() {
        return receiver != null;
    }

    /** Whether the first frame was in wire format 1 or 2. */
    final boolean isOld() {
        return decoder.isOld();
    }

    @Override
    public final void opened(Transport.Connection transport) {
        connection = new Connection(transport, codec, limits);
        timer = clock.schedule(transport.executor(), TimeUnit.MILLISECONDS.toNanos(limits.patience()), this::timedOut);
        begin();
    }

    @Override
    public final void received(ByteBuffer chunk) {
        try {
            // After the connection was closed here, the rest of the chunk is of no interest.
            for (Frame frame = next(chunk); frame != null; frame = next(chunk)) {
                if (receiver == null) {
                    first(frame);
                } else {
                    receiver.received(connection, frame);
                }
            }
        } catch (MalformedFrameException e) {
            malformed(e);
            connection.close();
        }
    }

    private Frame next(ByteBuffer chunk) {
        return connection.isOpen() ? decoder.next(chunk) : null;
    }

    @Override
    public final void closed(IOException cause) {
        timer.cancel();
        ended(cause);
        if (receiver != null) {
            receiver.closed(connection);
        }
    }
}
