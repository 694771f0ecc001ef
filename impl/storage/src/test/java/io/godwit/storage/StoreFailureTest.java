package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.environment.threads.SystemClock;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.storage.rocksdb.RocksStorage;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A store over a storage some of whose methods fail. */
class StoreFailureTest {
    private static final Peer SELF = new Peer(1, Bytes.of(new byte[16]), "h", 1);
    private static final Welcome IDENTITY =
            new Welcome(SELF, Bytes.of(new byte[16]), 2, Maps.all(0), 1, List.of(SELF), List.of(SELF));
    private static final Log LOG = Log.of(List.of(write(1), write(2)));

    @TempDir
    private Path directory;

    /** Names of methods, of the storage and of its files, that fail. */
    private final Set<String> failing = new HashSet<>();

    private MemberStore store;

    private static LogEntry write(long call) {
        Bytes key = Bytes.ofNumber(call);
        return new LogEntry(new Version(1, 1), 9, call, new OnMap(Verb.PUT, Bytes.EMPTY, key, key, Bytes.EMPTY));
    }

    @BeforeEach
    void open() throws IOException {
        store = new MemberStore(storage(), new SystemClock());
    }

    @AfterEach
    void close() {
        failing.clear();
        store.close();
    }

    private Storage storage() throws IOException {
        return wrapped(Storage.class, RocksStorage.open(directory));
    }

    /** The same, but for methods that fail. */
    private <T> T wrapped(Class<T> type, T inner) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    if (failing.contains(method.getName())) {
                        throw new IOException("no room");
                    }
                    try {
                        Object result = method.invoke(inner, given);
                        return result instanceof Storage.CopyWriter writer
                                ? wrapped(Storage.CopyWriter.class, writer)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private void assertFails(String method, String message, Executable does) {
        failing.add(method);
        StoreException failed = assertThrows(StoreException.class, does);
        failing.clear();
        assertEquals(message + ": no room", failed.getMessage());
        assertFalse(failed.isDamage());
    }

    @Test
    void unreadableFileIsError() throws IOException {
        store.identify(IDENTITY);
        assertFails("get", "cannot read the store in " + directory, store::clusterName);
        assertFails("scan", "cannot read the store in " + directory, store::load);
        assertEquals(IDENTITY, store.load().orElseThrow().identity());
        store.close();
        Storage again = storage();
        assertFails("get", "cannot use the store in " + directory, () -> new MemberStore(again, new SystemClock()));
        store = new MemberStore(again, new SystemClock());
        assertEquals("store in " + directory, store.toString());
    }

    /** Both names were to be written before the identity is; the later one counts. */
    @Test
    void failedWriteIsRepeatedWithNextChange() throws IOException {
        assertFails("write", "cannot write to the store in " + directory, () -> store.name("first"));
        assertFails("sync", "cannot write to the store in " + directory, () -> store.name("second"));
        assertFails("reopen", "cannot open the store in " + directory, store::reopen);
        assertEquals(0, store.bytesWritten());
        store.reopen();
        store.identify(IDENTITY);
        long written = store.bytesWritten();
        assertTrue(written > 0);
        store.identify(IDENTITY);
        assertTrue(store.bytesWritten() > written);
        assertTrue(store.bytesWritten() < 2 * written, "the names are written once");
        store.close();
        store = new MemberStore(storage(), new SystemClock());
        assertEquals(Optional.of("second"), store.clusterName());
        assertEquals(IDENTITY, store.load().orElseThrow().identity());
    }

    @Test
    void incarnationIsDrawnOnce() throws IOException {
        assertEquals(Bytes.ofNumber(5), store.incarnation(() -> Bytes.ofNumber(5)));
        assertEquals(Bytes.ofNumber(5), store.incarnation(() -> Bytes.ofNumber(6)));
        store.close();
        store = new MemberStore(storage(), new SystemClock());
        assertEquals(Bytes.ofNumber(5), store.incarnation(() -> Bytes.ofNumber(7)));
        assertEquals(Optional.empty(), store.load());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("transfer"))) {
            return files.toList();
        }
    }

    @Test
    void copyThatCannotBeWrittenLeavesNothing() throws IOException {
        store.identify(IDENTITY);
        String message = "cannot write a copy of partition 1 beside " + directory;
        assertFails("newCopy", message, () -> store.export(1, LOG));
        assertFails("put", message, () -> store.export(1, LOG));
        assertFails("finish", message, () -> store.export(1, LOG));
        assertEquals(List.of(), files());
    }

    private Storage.ArrivingFile sent() throws IOException {
        Storage.CopyFile file = store.export(1, LOG);
        ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
        file.read(bytes, 0);
        Storage.ArrivingFile arrival = store.newArrival();
        arrival.append(bytes.flip());
        arrivals.add(bytes.duplicate().rewind());
        file.release();
        return arrival;
    }

    private final List<ByteBuffer> arrivals = new ArrayList<>();

    @Test
    void copyIsTakenOnce() throws IOException {
        store.identify(IDENTITY);
        assertFails("newArrival", "cannot take a file beside the store in " + directory, store::newArrival);
        Log taken = store.take(1, sent());
        assertEquals(LOG.length(), taken.length());
        assertEquals(List.of(write(2)), taken.entries());
        assertEquals(LOG.content(), taken.content());
        Storage.ArrivingFile again = store.newArrival();
        again.append(arrivals.get(0));
        StoreException twice = assertThrows(StoreException.class, () -> store.take(1, again));
        assertEquals(
                "cannot take " + again + " into the store in " + directory + ": it holds that copy already",
                twice.getMessage());
        assertEquals(List.of(), files());
        assertEquals(1, store.copies(1));
        assertEquals(0, store.copies(0));
        assertEquals(0, store.loaded());
    }

    @Test
    void emptyFileIsNoCopy() throws IOException {
        store.identify(IDENTITY);
        Storage.ArrivingFile file = store.newArrival();
        StoreException empty = assertThrows(StoreException.class, () -> store.take(1, file));
        assertTrue(empty.getMessage().startsWith("cannot use " + file), empty.getMessage());
        assertEquals(List.of(), files());
    }
}
