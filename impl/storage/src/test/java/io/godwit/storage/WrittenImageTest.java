package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.environment.Storage;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Acks;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One image after the other: what is loaded is the last one. */
class WrittenImageTest {
    private static final int PARTITIONS = 3;
    private static final Peer SELF = new Peer(1, Bytes.of(new byte[16]), "h", 1);
    private static final Welcome IDENTITY =
            new Welcome(SELF, Bytes.of(new byte[16]), PARTITIONS, Maps.all(0), 1, List.of(SELF), List.of(SELF));

    private final QuorumState state = new QuorumProtocol().found(1, new Setup(MemberSet.of(1), PARTITIONS, 1, 1));
    private MemberStore store;
    private long call;

    @TempDir
    private Path directory;

    @BeforeEach
    void open() throws IOException {
        store = Stores.open(directory);
        store.identify(IDENTITY);
        store.write(image(state.data().replica(1)));
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** An image in which partition 1 has that replica. */
    private Image image(Replica replica) {
        return new Image(state.control(), state.data().with(1, replica), MemberSet.of());
    }

    private Replica loaded() throws IOException {
        return store.load().orElseThrow().image().orElseThrow().data().replica(1);
    }

    private void assertKept(Replica replica) throws IOException {
        store.write(image(replica));
        Replica loaded = loaded();
        assertEquals(replica.view(), loaded.view());
        assertEquals(replica.waits(), loaded.waits());
        assertEquals(replica.log(), loaded.log());
        assertEquals(replica.log().content(), loaded.log().content());
    }

    private LogEntry entry(Verb verb, int value) {
        Bytes key = verb == Verb.CLEAR ? Bytes.EMPTY : Bytes.ofNumber(1);
        return new LogEntry(
                new Version(1, 1), 1, ++call, new OnMap(verb, Bytes.EMPTY, key, Bytes.ofNumber(value), Bytes.EMPTY));
    }

    private Log log(Log before, Verb... verbs) {
        Log log = before;
        for (Verb verb : verbs) {
            log = log.append(entry(verb, log.length()));
        }
        return log;
    }

    @Test
    void viewsAndWhomAPrimaryWaitsForComeAndGo() throws IOException {
        Replica replica = state.data().replica(1);
        View moving = new View(new Version(2, 1), Configuration.settled(1, 2));
        assertKept(new Replica(moving, replica.log(), MemberSet.of(2, 3), replica.primaryState()));
        assertKept(new Replica(moving, replica.log(), MemberSet.of(3), replica.primaryState()));
        assertKept(new Replica(moving, replica.log(), MemberSet.of(), replica.primaryState()));
        assertKept(Replica.NONE);
    }

    @Test
    void registersComeAndGo() throws IOException {
        Image first = image(state.data().replica(1));
        Image none = new Image(
                first.control().withCommitted(first.control().committed().with(1, Entry.NONE)),
                first.data(),
                first.leaving());
        for (Image image : List.of(none, first, none)) {
            store.write(image);
            assertEquals(
                    image.control().committed(),
                    store.load().orElseThrow().image().orElseThrow().control().committed());
        }
    }

    /** A primary asks again for acknowledgements of all that it has. */
    @Test
    void formerPrimaryLeadsAgain() throws IOException {
        Log log = log(Log.EMPTY, Verb.PUT, Verb.PUT);
        store.write(image(state.data().replica(1).withLog(log)));
        assertEquals(new PrimaryState(log, Acks.NONE, LongMap.empty()), loaded().primaryState());
        View other = new View(new Version(2, 1), Configuration.settled(2, 1));
        store.write(image(new Replica(other, log, MemberSet.of(), PrimaryState.NONE)));
        assertEquals(PrimaryState.NONE, loaded().primaryState());
    }

    @Test
    void logWithoutItsBeginningIsWrittenWhole() throws IOException {
        assertKept(state.data()
                .replica(1)
                .withLog(log(Log.EMPTY, Verb.PUT, Verb.PUT, Verb.PUT).keeping(1)));
    }

    /** Several writes to one key between two images: nothing stays of what it held before. */
    @Test
    void lastValueOfKeyIsWritten() throws IOException {
        Replica replica = state.data().replica(1);
        Log list = log(Log.EMPTY, Verb.APPEND, Verb.APPEND, Verb.APPEND);
        Log set = log(Log.EMPTY, Verb.ADD, Verb.ADD, Verb.ADD);
        Log value = log(Log.EMPTY, Verb.PUT);
        for (Log log : List.of(list, set, value)) {
            for (Verb[] verbs : new Verb[][] {
                {Verb.REMOVE, Verb.APPEND},
                {Verb.REMOVE, Verb.APPEND, Verb.APPEND, Verb.APPEND, Verb.APPEND},
                {Verb.REMOVE, Verb.ADD},
                {Verb.REMOVE, Verb.PUT},
                {Verb.REMOVE},
                {Verb.CLEAR},
                {Verb.PUT, Verb.CLEAR},
                {Verb.CLEAR, Verb.ADD},
                {Verb.PUT, Verb.PUT}
            }) {
                assertKept(replica.withLog(log));
                assertKept(replica.withLog(log(log, verbs)));
                store.write(image(replica));
            }
        }
    }

    /** Only the log that was taken can be dismissed. */
    @Test
    void anotherLogIsNotDismissed(@TempDir Path another) throws IOException {
        Log log = log(Log.EMPTY, Verb.PUT, Verb.PUT, Verb.PUT);
        try (MemberStore sender = Stores.open(another)) {
            sender.identify(IDENTITY);
            Storage.CopyFile file = sender.export(1, log);
            ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
            file.read(bytes, 0);
            file.release();
            Storage.ArrivingFile arrival = store.newArrival();
            arrival.append(bytes.flip());
            Log taken = store.take(1, arrival);
            store.dismiss(1, log);
            store.dismiss(2, taken);
            store.write(image(state.data().replica(1).withLog(taken)));
            assertEquals(taken, loaded().log());
            assertEquals(1, store.loaded());
        }
    }
}
