package io.godwit.member.runtime;

import static io.godwit.member.runtime.OtherProcess.peer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.ManualEnvironment;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.MemoryTransport;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.VectorTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What member 1 sends to the process at h:2. */
class PeerTransportTest {
    private static final long PATIENCE = 1_000;
    private static final Version V = new Version(1, 1);
    private static final View VIEW = new View(V, Configuration.settled(1).withMigration(1, 2));
    private static final LogEntry WRITE =
            new LogEntry(V, 1, 1, new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY));

    private int yields;
    private final ManualEnvironment environment = new ManualEnvironment(1, 0) {
        @Override
        public void yieldThread() {
            yields++;
        }
    };
    private final MemoryTransport transport = new MemoryTransport(environment);
    private final EventLoop loop = new EventLoop(environment, environment);
    private final PeerRegistry registry = new PeerRegistry(peer(1, 1));
    private final List<Event> events = new ArrayList<>();
    private final List<Sync> snapshots = new ArrayList<>();
    private long listened;
    private boolean full;
    private VectorTime time = VectorTime.NONE;
    private final PeerTransport peers = new PeerTransport(
            loop,
            environment,
            new Connections(transport, environment, Limits.DEFAULT),
            new FrameCodec(1),
            registry,
            new TestMember(),
            PATIENCE,
            limit -> {});
    private OtherProcess two;

    private final class TestMember implements PeerTransport.Member {
        @Override
        public Hello hello(Bytes expected) {
            return OtherProcess.hello(expected);
        }

        @Override
        public long listened() {
            return listened;
        }

        @Override
        public boolean isMajority(MemberSet members) {
            return false;
        }

        @Override
        public Frame.KeepAlive keepAlive() {
            return new Frame.KeepAlive(full, false);
        }

        @Override
        public VectorTime vectorTime() {
            return time;
        }

        @Override
        public void take(Event event) {
            events.add(event);
        }
    }

    @BeforeEach
    void connect() throws IOException {
        two = new OtherProcess(transport.another(), environment);
        registry.learn(peer(2, 2));
        registry.learn(peer(3, 3));
        loop.start();
        peers.beat();
        environment.run();
        two.frames.clear();
    }

    private void send(int to, Message message) {
        peers.send(to, message, (member, sync) -> {
            assertEquals(2, member);
            snapshots.add(sync);
        });
    }

    private List<Frame> sent() {
        peers.flush();
        environment.run();
        List<Frame> frames = List.copyOf(two.frames);
        two.frames.clear();
        return frames;
    }

    private static Frame batch(Message... messages) {
        return new Frame.MessageBatch(List.of(messages));
    }

    @Test
    void messagesLeaveTogether() {
        Message one = new Released();
        Message other = new HeartbeatReply(1, MemberSet.of());
        send(2, one);
        send(Members.EVERYBODY, other);
        send(2, new Batch(List.of(one, one)));
        send(3, one);
        send(9, one);
        environment.run();
        assertEquals(List.of(), two.frames);
        time = VectorTime.of(4);
        assertEquals(List.of(new Frame.MessageBatch(List.of(one, other, one, one), time)), sent());
        assertEquals(List.of(), sent());
    }

    @Test
    void logsThatAreNotSmallAreSnapshots() {
        Sync none = new Sync(0, VIEW, Log.EMPTY);
        Sync small = new Sync(0, VIEW, Log.of(List.of(WRITE)));
        Sync large = new Sync(0, VIEW, Log.of(List.of(WRITE, WRITE)).keeping(1));
        send(2, none);
        send(2, small);
        send(2, large);
        assertEquals(List.of(large), snapshots);
        assertEquals(List.of(batch(none, small)), sent());
    }

    /** A client waits for these: the loop does not let others run before it sends. */
    @Test
    void clientAnswersAreNotDelayed() {
        List<Message> hurried =
                List.of(new Append(0, V, 1, WRITE), new Probe(0, V, 1, 1), new Confirm(0, V, 1, 1), new Released());
        for (Message message : hurried) {
            yields = 0;
            loop.execute(() -> send(2, message));
            environment.run();
            assertEquals(message instanceof Released ? 1 : 0, yields, message.toString());
        }
    }

    /** Values count in a batch, which is complete with 256 KiB. */
    @Test
    void largeWritesDoNotWaitForOthers() {
        OnMap put = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.EMPTY, Bytes.owning(new byte[256 << 10]), Bytes.EMPTY);
        Message large = new Append(0, V, 1, new LogEntry(V, 1, 1, put));
        send(2, large);
        send(2, new Released());
        assertEquals(List.of(batch(large), batch(new Released())), sent());
    }

    @Test
    void framesFollowWhatWasSentBefore() {
        Frame.SnapshotManifest manifest = new Frame.SnapshotManifest(7, 0, VIEW, 0, Version.NONE);
        Frame.SnapshotRequest request = new Frame.SnapshotRequest(7, 0, Version.NONE);
        send(2, new Released());
        peers.send(2, manifest);
        peers.send(2, request);
        peers.send(9, request);
        assertEquals(List.of(batch(new Released()), manifest, request), sent());
        time = VectorTime.of(4);
        peers.send(2, manifest);
        peers.send(2, request);
        assertEquals(List.of(new Frame.Clock(time), manifest, request), sent());
    }

    @Test
    void someFramesAreSentAtOnce() {
        long size = peers.sendNow(2, new Frame.ChunkAck(7, 1));
        assertTrue(size > 12, size + " bytes");
        environment.run();
        assertEquals(List.of(new Frame.ChunkAck(7, 1)), two.frames);
        assertEquals(-1, peers.sendNow(3, new Frame.KeepAlive()));
        assertEquals(-1, peers.sendNow(9, new Frame.KeepAlive()));
        assertTrue(peers.isOpen(2));
        assertFalse(peers.isOpen(3));
        assertFalse(peers.isOpen(9));
    }

    @Test
    void signsOfLifeSayWhetherTheDiskIsFull() {
        full = true;
        peers.beat();
        environment.run();
        assertEquals(List.of(new Frame.KeepAlive(true, false)), two.frames);
    }

    @Test
    void silentMemberIsSuspectedUntilItSends() {
        peers.heard(2);
        peers.heard(3);
        listened = PATIENCE;
        peers.detect();
        peers.heard(3);
        assertEquals(List.of(), events);
        listened++;
        peers.detect();
        assertEquals(List.of(new Event.Suspect(2)), events);
        peers.heard(2);
        assertEquals(List.of(new Event.Suspect(2), new Event.Trust(2)), events);
    }

    @Test
    void memberIsHeardThatIsConnectedAndNotSuspected() {
        peers.heard(2);
        assertFalse(peers.hears(2));
        peers.accepted(2);
        assertTrue(peers.hears(2));
        listened = PATIENCE + 1;
        peers.detect();
        assertFalse(peers.hears(2));
        peers.heard(2);
        assertTrue(peers.hears(2));
    }

    /** The process of one that was never heard of is perhaps about to start. */
    @Test
    void endedProcessIsSuspectedIfItWasKnown() {
        peers.heard(2);
        two.transport.end();
        environment.pass(100);
        peers.beat();
        environment.run();
        assertEquals(List.of(new Event.Suspect(2)), events);
        peers.accepted(2);
        peers.ended(2);
        environment.run();
        assertEquals(1, events.size());
    }

    /** One that has lost packets for long takes long to recover. */
    @Test
    void oldConnectionIsReplacedOnRequest() {
        environment.pass(10);
        peers.reconnect(2, 10_000_000);
        peers.reconnect(3, 0);
        peers.reconnect(9, 0);
        assertTrue(two.last().isOpen());
        environment.pass(1);
        peers.reconnect(2, 10_000_000);
        assertFalse(two.last().isOpen());
        environment.pass(50);
        peers.reconnect(2, 0);
        peers.beat();
        environment.run();
        assertEquals(2, two.greetings.size());
        assertTrue(two.last().isOpen());
    }

    @Test
    void connectionIsTriedAtOnceOnRequest() {
        two.last().close();
        environment.run();
        peers.beat();
        environment.run();
        assertEquals(1, two.greetings.size());
        peers.retry(2);
        environment.run();
        assertEquals(2, two.greetings.size());
    }
}
