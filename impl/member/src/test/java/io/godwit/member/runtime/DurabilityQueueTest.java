package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.environment.ManualEnvironment;
import io.godwit.environment.Storage;
import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Persist;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.storage.MemberStore;
import io.godwit.storage.rocksdb.RocksStorage;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityQueueTest {
    private static final Send BEAT = new Send(Members.EVERYBODY, new Heartbeat(1, 0, 0, MemberSet.of()));
    private static final Send PROMISE = new Send(2, new Released());

    private final List<Command> done = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private final ManualEnvironment engine = new ManualEnvironment(1, 0);
    private final ManualEnvironment disk = new ManualEnvironment(2, 0);
    private final EventLoop loop = new EventLoop(engine, engine);
    private Storage storage;
    /** So many syncs fail. */
    private int failures;

    private DurabilityQueue queue;
    private Persist write;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        storage = failing(RocksStorage.open(directory));
        MemberStore store = new MemberStore(storage, disk);
        store.load();
        queue = new DurabilityQueue(store, loop, disk, disk, done::add, log::add);
        QuorumState state = new QuorumProtocol(Guards.ALL).found(1, new Setup(MemberSet.of(1), 1, 1, 1));
        write = new Persist(new Image(state.control(), state.data(), MemberSet.of()));
        loop.start();
    }

    /** The storage, of which a sync fails when the test wants it to. */
    private Storage failing(Storage all) {
        return (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("sync") && failures > 0) {
                        failures--;
                        throw new IOException("Input/output error");
                    }
                    return method.invoke(all, arguments);
                });
    }

    @AfterEach
    void close() {
        storage.close();
    }

    @Test
    void signsOfLifeDoNotWaitForTheDiskAndOtherCommandsDo() {
        queue.take(List.of(PROMISE));
        assertEquals(List.of(PROMISE), done);
        queue.take(List.of(write, PROMISE, BEAT));
        queue.take(List.of(new Send(2, new Batch(List.of(new Released(), BEAT.message(), new Released())))));
        engine.run();
        assertEquals(List.of(PROMISE, BEAT, new Send(2, BEAT.message())), done);
        assertEquals(3, queue.waiting());
        disk.run();
        engine.run();
        assertEquals(
                List.of(PROMISE, new Send(2, new Batch(List.of(new Released(), new Released())))),
                done.subList(3, done.size()));
        assertEquals(0, queue.waiting());
    }

    @Test
    void commandsDuringAWriteWaitForTheNextOne() {
        queue.take(List.of(write, PROMISE));
        disk.run();
        queue.take(List.of(write, new Send(3, new Released())));
        engine.run();
        assertEquals(List.of(PROMISE), done);
        disk.run();
        engine.run();
        assertEquals(List.of(PROMISE, new Send(3, new Released())), done);
    }

    @Test
    void slowDiskDelaysEachWrite() {
        queue.slowDown(20);
        queue.take(List.of(write, PROMISE));
        disk.pass(19);
        engine.run();
        assertEquals(List.of(), done);
        disk.pass(1);
        engine.run();
        assertEquals(List.of(PROMISE), done);
    }

    @Test
    void commandsBehindAWriteThatFailedAreCarriedOutOnceItWorks() {
        failures = 2;
        queue.take(List.of(write, PROMISE));
        disk.run();
        queue.take(List.of(new Send(3, new Released())));
        engine.run();
        assertEquals(List.of(), done);
        disk.pass(500);
        engine.run();
        assertEquals(List.of(), done);
        disk.pass(500);
        disk.run();
        engine.run();
        assertEquals(List.of(PROMISE, new Send(3, new Released())), done);
        assertEquals(0, queue.waiting());
        assertEquals(2, log.size(), log.toString());
    }
}
