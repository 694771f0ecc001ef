package io.godwit.transport.connection;

import io.godwit.environment.Credentials;
import io.godwit.environment.Executor;
import io.godwit.environment.ManualEnvironment;
import io.godwit.environment.Storage;
import io.godwit.environment.Transport;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A connection without a network: what is sent can be read. For one thread. */
public final class RecordedConnection {
    private final ManualEnvironment executor = new ManualEnvironment(1, 0);
    private final FrameDecoder decoder;
    private final List<Frame> frames = new ArrayList<>();
    private final Connection connection;
    private boolean reads = true;
    private Credentials credentials = Credentials.NONE;

    /** A connection with a member or a client of a cluster with so many partitions. */
    public RecordedConnection(int partitions) {
        this(partitions, Limits.DEFAULT);
    }

    /** The same with other limits. */
    public RecordedConnection(int partitions, Limits limits) {
        FrameCodec codec = new FrameCodec(partitions);
        this.decoder = new FrameDecoder(codec, Limits.DEFAULT.frame());
        this.connection = new Connection(new Recorder(), codec, limits);
    }

    /** What frames are sent on. */
    public Connection connection() {
        return connection;
    }

    /** Whether the member reads what comes. */
    public boolean isRead() {
        return reads;
    }

    /** Lets the other side have shown a certificate. */
    public RecordedConnection as(Credentials newCredentials) {
        credentials = newCredentials;
        return this;
    }

    /** Lets both sides speak a version. */
    public RecordedConnection speak(int version) {
        connection.speak(version);
        return this;
    }

    /** What was sent since the last call. */
    public List<Frame> sent() {
        executor.run();
        List<Frame> sent = List.copyOf(frames);
        frames.clear();
        return sent;
    }

    private final class Recorder implements Transport.Connection {
        private boolean open = true;

        @Override
        public void write(int length, Consumer<ByteBuffer> content, Runnable written) {
            ByteBuffer bytes = ByteBuffer.allocate(length);
            content.accept(bytes);
            bytes.flip();
            for (Frame frame = decoder.next(bytes); frame != null; frame = decoder.next(bytes)) {
                frames.add(frame);
            }
            written.run();
        }

        @Override
        public void write(Storage.CopyFile file, long offset, int length, Runnable written) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void flush() {}

        @Override
        public void reading(boolean enabled) {
            reads = enabled;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }

        @Override
        public Executor executor() {
            return executor;
        }

        @Override
        public String remote() {
            return "recorded";
        }

        @Override
        public Credentials credentials() {
            return credentials;
        }
    }
}
