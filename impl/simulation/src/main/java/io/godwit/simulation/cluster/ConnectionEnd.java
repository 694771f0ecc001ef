package io.godwit.simulation.cluster;

import io.godwit.environment.Executor;
import io.godwit.environment.Storage.CopyFile;
import io.godwit.environment.Transport;
import io.godwit.simulation.CoverageGoal;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.SeededRandom;
import io.godwit.simulation.cluster.SimulatedNetwork.SimulatedLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** One end of a connection. What its process writes travels write by write, each of which holds whole frames. */
final class ConnectionEnd implements Transport.Connection {
    /** Capacity of the system's buffers of a connection in bytes; beyond it a write has to wait. */
    private static final int SYSTEM_BUFFER = 256 << 10;
    /** Time after which the system repeats a write that got no answer, in nanoseconds; it doubles each time. */
    private static final long REPEATED_AFTER = 200_000_000;
    /** One in this many writes arrives in several chunks. */
    private static final int CHUNKED = 8;

    private final SimulatedNetwork network;
    private final SimulatedTransport transport;
    private final SeededRandom random;
    private final boolean first;
    private final Executor executor;
    private final Transport.Handler handler;
    /** Whether this end has been told that it is open. */
    private boolean told;

    private ConnectionEnd other;

    private boolean open = true;
    private boolean reading = true;
    /** Has the process ended, so that nothing is sent from here any more? */
    private boolean abandoned;

    private final List<Write> unflushed = new ArrayList<>();
    /** Writes that wait while the link is cut. */
    private final Deque<Write> stalled = new ArrayDeque<>();
    /** Bytes that were received while the process does not read. */
    private final Deque<byte[]> unread = new ArrayDeque<>();
    /** Callbacks of writes that have to wait for room. */
    private final Deque<Write> waiting = new ArrayDeque<>();

    private long underWay;
    /** Number of writes that were sent, and of those that were handed over. */
    private long sent;

    private long received;
    /** Arrival time of the last write; later ones arrive later. */
    private long lastArrival;

    /** Something that was written. */
    private static final class Write {
        private final byte[] bytes;
        private final Runnable written;

        Write(byte[] bytes, Runnable written) {
            this.bytes = bytes;
            this.written = written;
        }

        byte[] bytes() {
            return bytes;
        }

        Runnable written() {
            return written;
        }
    }

    private ConnectionEnd(
            SimulatedNetwork network,
            SimulatedTransport transport,
            SeededRandom connection,
            boolean first,
            Transport.Handler handler) {
        this.network = network;
        this.transport = transport;
        this.random = connection.of(RandomPurpose.CONNECTION, first ? 1 : 2, 0);
        this.first = first;
        this.executor = transport.thread(random);
        this.handler = handler;
    }

    /** Connects two processes; the one that has connected hears of it later than the other one. */
    static void connect(
            SimulatedNetwork network,
            SimulatedTransport from,
            SeededRandom connection,
            Transport.Handler handler,
            SimulatedNetwork.Listening to,
            long back) {
        ConnectionEnd here = new ConnectionEnd(network, from, connection, true, handler);
        Transport.Handler accepted = to.acceptor().accepted(SimulatedTransport.host(from.site()));
        ConnectionEnd there = new ConnectionEnd(network, to.transport(), connection, false, accepted);
        here.other = there;
        there.other = here;
        network.opened(here);
        network.opened(there);
        there.executor.execute(there::opened);
        network.scheduler().after(back, () -> here.executor.execute(here::opened));
    }

    private void opened() {
        if (!told) {
            told = true;
            handler.opened(this);
        }
    }

    boolean isOf(SimulatedTransport process) {
        return transport == process;
    }

    boolean isFirst() {
        return first;
    }

    /** For what is drawn for this end. */
    SeededRandom random() {
        return random;
    }

    int site() {
        return transport.site();
    }

    int otherSite() {
        return other.transport.site();
    }

    @Override
    public void write(int length, Consumer<ByteBuffer> content, Runnable written) {
        byte[] bytes = new byte[length];
        content.accept(ByteBuffer.wrap(bytes));
        unflushed.add(new Write(bytes, written));
    }

    @Override
    public void write(CopyFile file, long offset, int length, Runnable written) {
        // What stands before the piece of a file belongs to it.
        int at = unflushed.size() - 1;
        Write head = unflushed.get(at);
        byte[] both = Arrays.copyOf(head.bytes(), head.bytes().length + length);
        try {
            file.read(ByteBuffer.wrap(both, head.bytes().length, length), offset);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        unflushed.set(at, new Write(both, () -> {
            head.written().run();
            written.run();
        }));
    }

    @Override
    public void flush() {
        List<Write> all = List.copyOf(unflushed);
        unflushed.clear();
        all.forEach(this::send);
    }

    private void send(Write write) {
        if (!open) {
            write.written().run();
            return;
        }
        network.tap().written(site(), otherSite(), random.bits(RandomPurpose.CONNECTION, 0, 0), write.bytes());
        underWay += write.bytes().length;
        transmit(write);
        if (underWay <= SYSTEM_BUFFER) {
            write.written().run();
        } else {
            network.reached(CoverageGoal.WRITES_WAIT);
            waiting.add(write);
        }
    }

    private void transmit(Write write) {
        SimulatedLink link = network.link(site(), otherSite());
        if (!link.isUp() || !stalled.isEmpty()) {
            stalled.add(write);
            return;
        }
        byte[] bytes = write.bytes();
        long now = network.scheduler().now();
        long arrival = link.passed(now, bytes.length) + delay(RandomPurpose.DELAY, ++sent);
        if (sent == 1) {
            // The greeting is left alone: a connection without it is of no use.
            arrive(inOrder(arrival), bytes);
        } else if (random.chance(link.lossPerMillion, RandomPurpose.LOSS, sent, 0)) {
            arrived(bytes.length);
        } else if (random.chance(link.resetPerMillion, RandomPurpose.RESET, sent, 1)) {
            int some = (int) random.below(bytes.length + 1, RandomPurpose.RESET, sent, 2);
            arrive(inOrder(arrival), Arrays.copyOf(bytes, some));
            breakAfter(Math.max(0, lastArrival - now), "connection reset");
        } else if (random.chance(link.corruptPerMillion, RandomPurpose.CORRUPT, sent, 0)) {
            byte[] altered = bytes.clone();
            int bit = (int) random.below(bytes.length * 8L, RandomPurpose.CORRUPT, sent, 1);
            altered[bit >> 3] ^= (byte) (1 << (bit & 7));
            arrive(inOrder(arrival), altered);
        } else if (random.chance(link.reorderPerMillion, RandomPurpose.REORDER, sent, 0)) {
            arrive(arrival + overtaken(), bytes);
        } else {
            arrive(inOrder(arrival), bytes);
            if (transport.repeats() && random.chance(link.duplicatePerMillion, RandomPurpose.REORDER, sent, 1)) {
                arrive(arrival + overtaken(), bytes);
            }
        }
    }

    private long delay(long concern, long which) {
        return network.delay(site(), otherSite(), random, concern, which);
    }

    private long overtaken() {
        return random.below(SimulatedNetwork.OVERTAKEN, RandomPurpose.REORDER, sent, 2);
    }

    private long inOrder(long arrival) {
        lastArrival = Math.max(lastArrival + 1, arrival);
        return lastArrival;
    }

    private void arrive(long time, byte[] bytes) {
        network.scheduler().at(time, () -> other.receive(bytes, REPEATED_AFTER));
    }

    /** Handles an arrival at this end; if nothing answers, it arrives again later. */
    private void receive(byte[] bytes, long again) {
        if (!abandoned) {
            executor.execute(() -> take(bytes));
        } else if (!network.isOff(site())) {
            // Nobody is here any more, and the system says so.
            other.breakAfter(delay(RandomPurpose.RESET, ++received), "connection reset");
        } else if (other.open) {
            network.scheduler().after(again, () -> receive(bytes, 2 * again));
        }
    }

    private void take(byte[] bytes) {
        if (!open) {
            return;
        } else if (!reading || !unread.isEmpty()) {
            unread.add(bytes);
            return;
        }
        hand(bytes);
    }

    private void hand(byte[] bytes) {
        other.arrived(bytes.length);
        long write = ++received;
        if (random.below(CHUNKED, RandomPurpose.CHUNKS, write, 0) > 0) {
            handler.received(ByteBuffer.wrap(bytes));
            return;
        }
        int from = 0;
        while (from < bytes.length && open) {
            int length = 1 + (int) random.below(bytes.length - from, RandomPurpose.CHUNKS, write, from + 1);
            handler.received(ByteBuffer.wrap(bytes, from, length).slice());
            from += length;
        }
    }

    /** Some of what was written has left the systems' buffers. */
    private void arrived(int bytes) {
        underWay = Math.max(0, underWay - bytes);
        while (underWay <= SYSTEM_BUFFER && !waiting.isEmpty()) {
            network.reached(CoverageGoal.WRITES_CONTINUE);
            executor.execute(waiting.remove().written());
        }
    }

    /** The link may carry again. */
    void retry() {
        if (open && network.link(site(), otherSite()).isUp()) {
            List<Write> all = List.copyOf(stalled);
            stalled.clear();
            all.forEach(this::transmit);
        }
    }

    @Override
    public void reading(boolean enabled) {
        executor.execute(() -> {
            reading = enabled;
            while (reading && open && !unread.isEmpty()) {
                hand(unread.remove());
            }
        });
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        executor.execute(() -> {
            if (open) {
                end(null);
                long arrival = inOrder(network.scheduler().now() + delay(RandomPurpose.DELAY, ++sent));
                network.scheduler().at(arrival, () -> other.breaks(null));
            }
        });
    }

    /** The connection breaks for both ends. */
    void breakAfter(long nanos, String why) {
        network.scheduler().after(nanos, () -> {
            breaks(new IOException(why));
            other.breaks(new IOException(why));
        });
    }

    private void breaks(IOException cause) {
        executor.execute(() -> {
            if (open) {
                end(cause);
            }
        });
    }

    private void end(IOException cause) {
        open = false;
        network.closed(this);
        stalled.clear();
        unread.clear();
        waiting.forEach(write -> executor.execute(write.written()));
        waiting.clear();
        // It may break before this end has heard that it is open.
        opened();
        handler.closed(cause);
    }

    /** The process has ended. */
    void abandon(boolean resets) {
        open = false;
        abandoned = true;
        network.closed(this);
        if (resets && network.link(site(), otherSite()).isUp()) {
            other.breakAfter(delay(RandomPurpose.RESET, 0), "connection reset");
        }
    }

    @Override
    public Executor executor() {
        return executor;
    }

    @Override
    public String remote() {
        return SimulatedTransport.host(otherSite());
    }
}
