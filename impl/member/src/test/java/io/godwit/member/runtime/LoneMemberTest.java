package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Environment;
import io.godwit.environment.Executor;
import io.godwit.environment.ManualEnvironment;
import io.godwit.environment.Storage;
import io.godwit.environment.Transport;
import io.godwit.member.limit.Limit;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.storage.MemberStore;
import io.godwit.storage.rocksdb.RocksStorage;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Maps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member without others. The test runs its tasks, those of the disk apart from all others. */
class LoneMemberTest {
    /** More than may wait. */
    private static final int MANY = 20_100;

    private final ManualEnvironment tasks = new ManualEnvironment(1, 0);
    private final ManualEnvironment disk = new ManualEnvironment(2, 0);
    private final RecordedConnection client = new RecordedConnection(1);
    private Storage storage;
    private MemberRuntime member;
    private long calls;

    @TempDir
    private Path directory;

    private static final class Alone implements Transport {
        @Override
        public Listener listen(String host, int port, Acceptor acceptor) {
            return new Listener() {
                @Override
                public int port() {
                    return port;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public void connect(String host, int port, Handler handler) {
            throw new UnsupportedOperationException();
        }
    }

    /** One of the executors whose tasks run together: its end is not that of the others. */
    private record Shared(Executor all) implements Executor {
        @Override
        public void execute(Runnable task) {
            all.execute(task);
        }

        @Override
        public void yieldThread() {}

        @Override
        public void close() {}
    }

    private final List<Limit> limits = new ArrayList<>();

    private final class Hooks implements RuntimeHooks {
        @Override
        public void reached(Limit limit) {
            limits.add(limit);
        }

        @Override
        public Protocol<QuorumState> protocol() {
            return new QuorumProtocol();
        }

        @Override
        public MemberLog log() {
            return (number, term, partition, text) -> {};
        }

        @Override
        public void notJoined(IOException cause) {
            throw new IllegalStateException(cause);
        }

        @Override
        public void left() {}

        @Override
        public void failed(Throwable cause) {
            throw new IllegalStateException(cause);
        }
    }

    @BeforeEach
    void found() throws IOException {
        storage = RocksStorage.open(directory);
        Executor.Factory executors = (name, failed) -> new Shared(name.endsWith("-disk") ? disk : tasks);
        RuntimeConfig config = new RuntimeConfig("c", "h", 1, List.of(), 1, Maps.all(0), 1, 100, 1_000, 60, 0, 0);
        member = new MemberRuntime(config, new Environment(tasks, executors, new Alone(), storage), new Hooks());
        member.start(List.of("h:1"));
        tasks.run();
    }

    @AfterEach
    void close() {
        storage.close();
    }

    /** It becomes master, and serves the partition. */
    private Receiver elect() {
        for (int i = 0; i < 500; i++) {
            disk.run();
            tasks.pass(10);
        }
        disk.run();
        tasks.run();
        return member.member().orElseThrow().client();
    }

    private void call(Receiver receiver) {
        OnMap put = new OnMap(Verb.PUT, Bytes.ofNumber(1), Bytes.ofNumber(1), Bytes.ofNumber(++calls), Bytes.EMPTY);
        receiver.received(client.connection(), new Frame.Call(7, calls, 0, put, false));
    }

    private int answers() {
        return client.sent().size();
    }

    @Test
    void identityIsDurableBeforeMemberRuns() throws IOException {
        storage.close();
        storage = RocksStorage.open(directory);
        assertEquals(
                1,
                new MemberStore(storage, tasks)
                        .load()
                        .orElseThrow()
                        .identity()
                        .self()
                        .number());
    }

    @Test
    void clientIsReadAgainWhenTheTasksHaveRun() {
        Receiver receiver = elect();
        for (int i = 0; i < MANY; i++) {
            call(receiver);
        }
        assertFalse(client.isRead());
        tasks.run();
        disk.run();
        tasks.run();
        assertTrue(client.isRead());
        assertTrue(answers() > 0);
        assertEquals(Limit.BACKLOG, limits.get(0));
    }

    @Test
    void clientIsReadAgainWhenTheDiskHasWritten() {
        Receiver receiver = elect();
        for (int i = 0; i < MANY; i++) {
            call(receiver);
            tasks.run();
        }
        assertFalse(client.isRead());
        tasks.pass(100);
        assertFalse(client.isRead());
        disk.run();
        tasks.pass(100);
        assertTrue(client.isRead());
        assertTrue(answers() > 0);
        assertEquals(Limit.HELD, limits.get(0));
        // Once: nobody is held any more.
        assertEquals(limits.size() - 1, limits.indexOf(Limit.RELEASED));
    }
}
