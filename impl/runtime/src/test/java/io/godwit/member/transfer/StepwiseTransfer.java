package io.godwit.member.transfer;

import io.godwit.environment.Executor;
import io.godwit.environment.Storage;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One side of transfers. The test is the other side, and runs the tasks that write files one by one. */
final class StepwiseTransfer implements SnapshotTransfer.Member {
    static final long MS = 1_000_000;
    static final Version V1 = new Version(1, 1);
    /** The number of the other side. */
    static final int OTHER = 2;

    final ManualScheduler scheduler = new ManualScheduler(1);
    final Map<Integer, Replica> replicas = new HashMap<>();
    final List<Sync> complete = new ArrayList<>();
    final List<String> log = new ArrayList<>();
    final FakeStore store = new FakeStore();
    final Deque<Runnable> files = new ArrayDeque<>();
    private final List<Frame> sent = new ArrayList<>();
    boolean open = true;
    boolean room = true;
    boolean calls;

    final SnapshotTransfer transfer;

    StepwiseTransfer(boolean durable) {
        Executor fileTasks = new Executor() {
            @Override
            public void execute(Runnable task) {
                files.add(task);
            }

            @Override
            public void yieldThread() {}

            @Override
            public void close() {}
        };
        transfer = new SnapshotTransfer(
                this,
                durable ? store : null,
                scheduler,
                new SnapshotTransfer.Executors(scheduler.newExecutor(), scheduler.newExecutor(), fileTasks),
                limit -> {},
                log::add);
    }

    @Override
    public Replica replica(int partition) {
        return replicas.getOrDefault(partition, Replica.NONE);
    }

    @Override
    public void arrived(int from, Sync sync) {
        complete.add(sync);
    }

    @Override
    public boolean isCalled() {
        return calls;
    }

    @Override
    public long send(int member, Frame frame) {
        if (member != OTHER || !open || !room) {
            return -1;
        }
        sent.add(frame);
        return 1_000;
    }

    @Override
    public void post(int member, Frame frame) {
        send(member, frame);
    }

    @Override
    public boolean isOpen(int member) {
        return open;
    }

    /** Runs what may run without files, and returns what was sent since the last call. */
    List<Frame> sent() {
        scheduler.run();
        List<Frame> frames = List.copyOf(sent);
        sent.clear();
        return frames;
    }

    /** Runs everything, and drops what was sent. */
    void settle() {
        scheduler.run();
        while (!files.isEmpty()) {
            files.remove().run();
            scheduler.run();
        }
        sent.clear();
    }

    void received(Frame frame) {
        transfer.received(OTHER, frame);
    }

    static View view(int number) {
        return new View(new Version(2, number), Configuration.settled(1, OTHER));
    }

    static Replica replica(Log log) {
        return new Replica(new View(V1, Configuration.settled(1)), log, MemberSet.of(), PrimaryState.NONE);
    }

    /** So many keys with values of so many bytes each, by as many clients. */
    static Log log(int keys, int bytes) {
        Log log = Log.EMPTY;
        for (int i = 1; i <= keys; i++) {
            OnMap put = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.ofNumber(i), Bytes.owning(new byte[bytes]), Bytes.EMPTY);
            log = log.append(new LogEntry(V1, i, 1, put));
        }
        return log;
    }

    /** A store that does what the test wants. */
    static final class FakeStore implements Store {
        /** Bytes of files that are written. */
        long size = 10;

        boolean full;
        boolean failing;
        /** What a file that has arrived holds; null for something that is of no use. */
        Log arrived;

        int exports;
        /** Files that were written and are not released. */
        int open;

        final List<Log> dismissed = new ArrayList<>();
        final List<FakeArrival> arrivals = new ArrayList<>();

        private void check() throws IOException {
            if (failing) {
                throw new IOException("no room");
            }
        }

        @Override
        public Storage.CopyFile export(int partition, Log log) throws IOException {
            check();
            exports++;
            open++;
            return new Storage.CopyFile() {
                private int references = 1;

                @Override
                public long size() {
                    return size;
                }

                @Override
                public void read(ByteBuffer to, long offset) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void retain() {
                    references++;
                }

                @Override
                public void release() {
                    references--;
                    open -= references == 0 ? 1 : 0;
                }
            };
        }

        @Override
        public Storage.ArrivingFile newArrival() throws IOException {
            check();
            arrivals.add(new FakeArrival());
            return arrivals.get(arrivals.size() - 1);
        }

        @Override
        public Log take(int partition, Storage.ArrivingFile file) throws IOException {
            if (arrived == null) {
                throw new IOException("damaged");
            }
            return arrived;
        }

        @Override
        public void dismiss(int partition, Log log) throws IOException {
            check();
            dismissed.add(log);
        }

        @Override
        public boolean isFull() {
            return full;
        }
    }

    /** A file that arrives. */
    static final class FakeArrival implements Storage.ArrivingFile {
        int bytes;
        boolean failing;
        int discards;

        @Override
        public void append(ByteBuffer more) throws IOException {
            if (failing) {
                throw new IOException("no room");
            }
            bytes += more.remaining();
        }

        @Override
        public Storage.Cursor scan() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void ingest() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void discard() {
            discards++;
        }
    }
}
