package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.DamageException;
import io.godwit.environment.ManualEnvironment;
import io.godwit.environment.Storage;
import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.Command.Persist;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Command.Stop;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.storage.MemberStore;
import io.godwit.storage.StoreException;
import io.godwit.storage.rocksdb.RocksStorage;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
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
    /** Does the storage notice damage when it is opened again? */
    private boolean damaged;

    /** What happens during a write. */
    private Runnable during = () -> {};

    private DurabilityQueue queue;
    private Persist write;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        storage = failing(RocksStorage.open(directory));
        MemberStore store = new MemberStore(storage, disk);
        store.load();
        queue = new DurabilityQueue(store, loop, disk, disk, done::add, log::add);
        QuorumState state = new QuorumProtocol().found(1, new Setup(MemberSet.of(1), 1, 1, 1));
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
                    } else if (method.getName().equals("sync")) {
                        during.run();
                    }
                    if (method.getName().equals("reopen") && damaged) {
                        throw new DamageException("a checksum does not fit");
                    }
                    return method.invoke(all, arguments);
                });
    }

    @AfterEach
    void close() {
        storage.close();
    }

    /** The image after the first one in which the member has promised to a term. */
    private Persist promises(int term) {
        Image image = (Image) write.image();
        return new Persist(new Image(image.control().inTerm(term, Role.FOLLOWER), image.data(), MemberSet.of()));
    }

    @Test
    void signsOfLifeDoNotWaitForTheDiskAndPromisesDo() {
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
    void tellsHowMuchOfALogTheDiskHas() {
        Image image = (Image) write.image();
        OnMap put = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY);
        LogEntry entry = new LogEntry(new Version(1, 1), 1, 1, put);
        Log two = Log.of(List.of(entry, entry));
        Persist longer = new Persist(new Image(
                image.control(), image.data().with(0, image.data().replica(0).withLog(two)), MemberSet.of()));
        assertEquals(2, queue.durableLength(0, two));
        queue.take(List.of(longer));
        assertEquals(0, queue.durableLength(0, two));
        disk.run();
        engine.run();
        assertEquals(2, queue.durableLength(0, two));
        queue.take(List.of(write));
        assertEquals(2, queue.durableLength(0, Log.EMPTY));
    }

    @Test
    void messageWaitsOnlyForWritesThatChangeIt() {
        queue.take(List.of(write));
        disk.run();
        queue.take(List.of(promises(2), PROMISE));
        engine.run();
        Send ack = new Send(2, new Ack(0, new Version(1, 1), 0));
        Answer answer = new Answer(1, 1, new NotHere(2));
        Answer read = new Answer(2, 1, new NotHere(2), new Basis(0, 0));
        queue.take(List.of(ack, answer, read));
        assertEquals(List.of(ack, answer, read), done);
        disk.run();
        engine.run();
        assertEquals(List.of(ack, answer, read, PROMISE), done);
    }

    @Test
    void answerWaitsForItsEntries() {
        queue.take(List.of(write));
        disk.run();
        engine.run();
        Image image = (Image) write.image();
        OnMap put = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.ofNumber(1), Bytes.EMPTY, Bytes.EMPTY);
        Log written = Log.EMPTY.append(new LogEntry(new Version(1, 1), 1, 1, put));
        Replica replica = image.data().replica(0).withLog(written);
        Image longer = new Image(image.control(), image.data().with(0, replica), MemberSet.of());
        Answer old = new Answer(1, 1, new NotHere(2), new Basis(0, 0));
        Answer late = new Answer(2, 1, new NotHere(2), new Basis(0, 1));
        queue.take(List.of(new Persist(longer), late, old));
        assertEquals(List.of(old), done);
        disk.run();
        engine.run();
        assertEquals(List.of(old, late), done);
    }

    @Test
    void stoppingWaitsForAll() {
        queue.take(List.of(write, new Stop()));
        assertEquals(List.of(), done);
        disk.run();
        engine.run();
        assertEquals(List.of(new Stop()), done);
    }

    @Test
    void commandsDuringAWriteWaitForTheNextOne() {
        queue.take(List.of(write, PROMISE));
        disk.run();
        queue.take(List.of(promises(2), new Send(3, new Released())));
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
        assertTrue(log.get(0).startsWith("writing to disk fails; answers that depend on it are held: "), log.get(0));
        assertEquals("the disk takes writes again", log.get(1));
    }

    /** The executor tells the member's owner, and the member ends. */
    @Test
    void damageEndsTheMemberInsteadOfAnotherAttempt() {
        failures = 1;
        damaged = true;
        queue.take(List.of(write, PROMISE));
        disk.run();
        IllegalStateException found = assertThrows(IllegalStateException.class, () -> disk.pass(500));
        assertTrue(((StoreException) found.getCause()).isDamage(), found::getMessage);
        disk.pass(10_000);
        engine.run();
        assertEquals(List.of(), done);
    }

    /** Who the member is, is kept beside its images. */
    @Test
    void identityIsMadeDurable() throws IOException {
        Peer self = new Peer(1, Bytes.owning(new byte[16]), "h", 1);
        Welcome identity =
                new Welcome(self, Bytes.owning(new byte[16]), 1, Maps.all(0), 1, List.of(self), List.of(self));
        queue.identify(identity);
        disk.run();
        assertEquals(
                identity, new MemberStore(storage, disk).load().orElseThrow().identity());
        assertEquals(0, queue.waiting());
    }

    /** Commands and identities that come during a write are written next, without being asked for again. */
    @Test
    void changesDuringWriteAreWrittenNext() {
        during = () -> {
            during = () -> {};
            queue.take(List.of(promises(2), new Send(3, new Released())));
        };
        queue.take(List.of(write, PROMISE));
        disk.run();
        engine.run();
        assertEquals(List.of(PROMISE, new Send(3, new Released())), done);
        assertEquals(0, queue.waiting());
    }
}
