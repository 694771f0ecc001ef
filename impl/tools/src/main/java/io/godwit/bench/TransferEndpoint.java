package io.godwit.bench;

import io.godwit.environment.Transport;
import io.godwit.environment.threads.SystemClock;
import io.godwit.environment.threads.ThreadExecutor;
import io.godwit.member.transfer.CopyStore;
import io.godwit.member.transfer.SnapshotTransfer;
import io.godwit.member.transfer.Store;
import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.storage.MemberStore;
import io.godwit.storage.rocksdb.RocksStorage;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.HandshakeHandler;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Role;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Versions;
import io.godwit.transport.netty.NettyTransport;
import io.godwit.transport.netty.PendingConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One end of the connection: transfers, a store with its journal, and no engine. */
final class TransferEndpoint implements SnapshotTransfer.Member, AutoCloseable {
    private final int number;
    private final int partitions;
    private final MemberStore store;
    private final NettyTransport transport;
    private final Connections connections;
    private final FrameCodec codec;
    private final Transport.Listener listener;
    private final SnapshotTransfer transfer;
    private final SnapshotTransfer.Executors executors;
    private final ExecutorService journal = Executors.newSingleThreadExecutor();
    private final CountDownLatch durable;
    private volatile DataState data;
    private Image latest;
    private volatile Connection connection;
    private volatile Exception failure;

    /**
     * An end that nothing goes to or from yet.
     *
     * @param files does it send and take files?
     */
    TransferEndpoint(int number, int partitions, Path directory, boolean files) throws IOException {
        this.number = number;
        this.partitions = partitions;
        this.durable = new CountDownLatch(partitions);
        this.store = new MemberStore(RocksStorage.open(directory), new SystemClock());
        Peer self = new Peer(number, Bytes.of(new byte[16]), "127.0.0.1", 1);
        store.identify(
                new Welcome(self, Bytes.of(new byte[16]), partitions, Maps.all(0), 1, List.of(self), List.of(self)));
        this.data = new DataState(number, Status.UP, Copies.all(1), PartitionVector.filled(partitions, Replica.NONE));
        this.codec = new FrameCodec(partitions);
        this.transport = new NettyTransport("bench-" + number, 1, Limits.DEFAULT.patience(), null, Map.of());
        this.connections = new Connections(transport, new SystemClock(), Limits.DEFAULT);
        this.listener = connections.listen("127.0.0.1", 0, codec, door(self));
        Store disk = files ? new CopyStore(store, () -> false) : null;
        this.executors = new SnapshotTransfer.Executors(executor("engine"), executor("transfer"), executor("files"));
        this.transfer =
                new SnapshotTransfer(this, disk, new SystemClock(), executors, limit -> {}, System.out::println);
    }

    private ThreadExecutor executor(String name) {
        return new ThreadExecutor("bench-" + number + "-" + name, cause -> failure = new IOException(cause));
    }

    private HandshakeHandler door(Peer self) {
        return new HandshakeHandler() {
            @Override
            public Decision greet(Connection opened, Hello hello) {
                Welcome welcome = new Welcome(
                        self, Bytes.of(new byte[16]), partitions, Maps.all(0), 1, List.of(self), List.of(self));
                return new Accept(welcome, new Receiver() {
                    @Override
                    public void received(Connection from, Frame frame) {
                        executors.engine().execute(() -> transfer.received(3 - number, frame));
                    }

                    @Override
                    public void closed(Connection from) {
                        // The run is over.
                    }
                });
            }

            @Override
            public void refused(String remote, String why) {
                failure = new IOException(why);
            }
        };
    }

    /** Opens the connection on which this end sends. */
    void connect(TransferEndpoint other) throws InterruptedException, IOException {
        Peer self = new Peer(number, Bytes.of(new byte[16]), "127.0.0.1", listener.port());
        Hello hello = new Hello(
                Versions.ALL,
                Role.MEMBER,
                "bench",
                "quorum",
                1,
                partitions,
                Maps.all(0),
                Bytes.EMPTY,
                self,
                Bytes.EMPTY);
        Receiver silent = new Receiver() {
            @Override
            public void received(Connection from, Frame frame) {
                failure = new IOException("something came on the way out");
            }

            @Override
            public void closed(Connection from) {
                // The run is over.
            }
        };
        PendingConnection pending = new PendingConnection();
        connections.connect("127.0.0.1", other.listener.port(), hello, codec, silent, pending);
        try {
            connection = pending.get(30, TimeUnit.SECONDS).connection();
        } catch (TimeoutException e) {
            throw new IOException("no connection within 30 seconds", e);
        }
    }

    /** Sends logs, all at once. */
    void send(List<Sync> syncs) {
        executors.engine().execute(() -> syncs.forEach(sync -> transfer.send(3 - number, sync)));
    }

    @Override
    public Replica replica(int partition) {
        return data.replica(partition);
    }

    @Override
    public boolean isCalled() {
        return false;
    }

    /** What the engine does with a log: keeps it, and has that made durable. */
    @Override
    public void arrived(int from, Sync sync) {
        data = data.with(sync.partition(), new Replica(sync.view(), sync.log(), MemberSet.of(), PrimaryState.NONE));
        synchronized (this) {
            latest = new Image(ControlState.empty(number, partitions), data, MemberSet.of());
        }
        journal.execute(this::write);
    }

    /** Writes what there is; what came meanwhile goes with it. */
    private void write() {
        Image image;
        synchronized (this) {
            image = latest;
            latest = null;
        }
        try {
            if (image != null) {
                store.write(image);
            }
            durable.countDown();
        } catch (IOException | RuntimeException e) {
            failure = e;
        }
    }

    /** Waits until all partitions are on the disk. */
    void await() throws IOException, InterruptedException {
        while (!durable.await(100, TimeUnit.MILLISECONDS)) {
            if (failure != null) {
                throw new IOException(failure);
            }
        }
    }

    /** What has come. */
    DataState data() {
        return data;
    }

    /** Bytes that were sent in parts and in files. */
    long[] sent() {
        return new long[] {transfer.traffic().bytes(), transfer.traffic().fileBytes()};
    }

    @Override
    public long send(int member, Frame frame) {
        return connection.hasRoom() ? connection.offer(frame) : -1;
    }

    @Override
    public void post(int member, Frame frame) {
        connection.offer(frame);
    }

    @Override
    public boolean isOpen(int member) {
        return connection.isOpen();
    }

    @Override
    public void close() {
        executors.engine().close();
        executors.transfer().close();
        executors.files().close();
        transport.close();
        journal.shutdownNow();
        store.close();
    }
}
