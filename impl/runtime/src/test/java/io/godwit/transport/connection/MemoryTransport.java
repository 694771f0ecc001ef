package io.godwit.transport.connection;

import io.godwit.environment.Credentials;
import io.godwit.environment.Executor;
import io.godwit.environment.ManualEnvironment;
import io.godwit.environment.Storage;
import io.godwit.environment.Transport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Connections in memory. All of a network use one executor, which the test runs. For one thread. */
public final class MemoryTransport implements Transport {
    final ManualEnvironment executor;
    /** The sides of this process, in the order in which they came to be; of a connection with itself the one that has connected first. */
    final List<Side> sides = new ArrayList<>();

    /** Bytes of the largest chunk that is delivered. */
    int maxChunk = Integer.MAX_VALUE;

    /** Who listens at an address, of all processes of the network. */
    private final Map<String, Listening> network;

    private record Listening(MemoryTransport transport, Acceptor acceptor) {}

    /** A network with one process. */
    MemoryTransport() {
        this(new ManualEnvironment(1, 0));
    }

    /** A network with one process, whose tasks run with all others. */
    public MemoryTransport(ManualEnvironment environment) {
        this(environment, new HashMap<>());
    }

    private MemoryTransport(ManualEnvironment executor, Map<String, Listening> network) {
        this.executor = executor;
        this.network = network;
    }

    /** Another process of the same network. */
    public MemoryTransport another() {
        return new MemoryTransport(executor, network);
    }

    /** The process ends: all its connections are closed, and nobody listens at its addresses. */
    public void end() {
        network.values().removeIf(listening -> listening.transport() == this);
        List.copyOf(sides).forEach(Side::close);
    }

    /** Whether the process has an open connection. */
    public boolean isConnected() {
        return sides.stream().anyMatch(Side::isOpen);
    }

    /** Nothing that is sent to this process arrives, or everything that was sent meanwhile. */
    public void reading(boolean enabled) {
        List.copyOf(sides).forEach(side -> side.reading(enabled));
    }

    @Override
    public Listener listen(String host, int port, Acceptor acceptor) {
        network.put(host + ":" + port, new Listening(this, acceptor));
        return new Listener() {
            @Override
            public int port() {
                return port;
            }

            @Override
            public void close() {
                network.remove(host + ":" + port);
            }
        };
    }

    @Override
    public void connect(String host, int port, Handler handler) {
        Listening there = network.get(host + ":" + port);
        if (there == null) {
            executor.execute(() -> handler.failed(true, new IOException("nobody listens")));
            return;
        }
        Side one = new Side(handler, host + ":" + port);
        Side other = new Side(there.acceptor().accepted("client"), "client");
        one.other = other;
        other.other = one;
        sides.add(one);
        there.transport().sides.add(other);
        executor.execute(() -> other.handler.opened(other));
        executor.execute(() -> one.handler.opened(one));
    }

    /** One side of a connection. */
    final class Side implements Connection {
        private final Handler handler;
        private final String remote;
        private final ByteArrayOutputStream unflushed = new ByteArrayOutputStream();
        private final ByteArrayOutputStream undelivered = new ByteArrayOutputStream();
        private final List<Runnable> written = new ArrayList<>();
        /** Sizes of what was written. */
        final List<Integer> writes = new ArrayList<>();

        private Side other;
        private boolean open = true;
        private boolean reading = true;
        /** What the other side has shown. */
        Credentials credentials = Credentials.NONE;

        int flushes;

        private Side(Handler handler, String remote) {
            this.handler = handler;
            this.remote = remote;
        }

        @Override
        public void write(int length, Consumer<ByteBuffer> content, Runnable done) {
            writes.add(length);
            written.add(done);
            byte[] bytes = new byte[length];
            content.accept(ByteBuffer.wrap(bytes));
            unflushed.writeBytes(bytes);
        }

        @Override
        public void write(Storage.CopyFile file, long offset, int length, Runnable done) {
            write(
                    length,
                    bytes -> {
                        try {
                            file.read(bytes, offset);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    done);
        }

        @Override
        public void flush() {
            flushes++;
            other.undelivered.writeBytes(unflushed.toByteArray());
            unflushed.reset();
            executor.execute(other::deliver);
        }

        /** Makes bytes arrive at this side. */
        void arrive(byte[] bytes) {
            undelivered.writeBytes(bytes);
            executor.execute(this::deliver);
        }

        private void deliver() {
            while (open && reading && undelivered.size() > 0) {
                byte[] bytes = undelivered.toByteArray();
                undelivered.reset();
                int length = Math.min(maxChunk, bytes.length);
                undelivered.write(bytes, length, bytes.length - length);
                handler.received(ByteBuffer.wrap(Arrays.copyOf(bytes, length)));
            }
            if (undelivered.size() == 0) {
                other.left();
            }
        }

        private void left() {
            List<Runnable> all = List.copyOf(written);
            written.clear();
            all.forEach(Runnable::run);
        }

        @Override
        public void reading(boolean enabled) {
            reading = enabled;
            executor.execute(this::deliver);
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            end(null);
            other.end(null);
        }

        /** The connection breaks. */
        void fail(IOException cause) {
            end(cause);
            other.end(cause);
        }

        private void end(IOException cause) {
            if (open) {
                open = false;
                executor.execute(() -> {
                    left();
                    handler.closed(cause);
                });
            }
        }

        @Override
        public Executor executor() {
            return executor;
        }

        @Override
        public String remote() {
            return remote;
        }

        @Override
        public Credentials credentials() {
            return credentials;
        }
    }
}
