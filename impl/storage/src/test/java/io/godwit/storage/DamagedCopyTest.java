package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell.Elements;
import io.godwit.protocol.map.Cell.Items;
import io.godwit.protocol.map.Cell.Single;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.CellChunk.Kind;
import io.godwit.transport.frame.MapKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each value has the checksum that belongs to it and its key, but together they make no sense. */
class DamagedCopyTest {
    private static final int PARTITIONS = 3;
    private static final Keys.Copy COPY = new Keys.Copy(1, 0);
    private static final Bytes MAP = Bytes.of((byte) 1);
    private static final Bytes KEY = Bytes.of((byte) 2);
    private static final Bytes ONE = Bytes.ofNumber(1);
    private static final Bytes TWO = Bytes.ofNumber(2);
    private static final Executed EXECUTED = new Executed(5, 3, new Done(List.of(0L)));

    private final RecordCodec codec = new RecordCodec(PARTITIONS);
    private final CopyReader reader = new CopyReader(1, codec);

    private static LogEntry write(long call) {
        return new LogEntry(new Version(1, 1), 9, call, new OnMap(Verb.PUT, MAP, KEY, ONE, Bytes.EMPTY));
    }

    private void take(byte[] key, byte[] value) throws StoreException {
        reader.take(key, ChecksummedValues.open(key, value));
    }

    private void entry(int position) throws StoreException {
        byte[] key = COPY.entry(position);
        take(key, codec.encode(key, new StoredRecord.LoggedWrite(1, position, write(position))));
    }

    private void part(byte[] key, Kind kind, Bytes value) throws StoreException {
        take(key, codec.encode(key, new StoredRecord.CellValue(new MapKey(MAP, KEY), kind, value)));
    }

    private interface Reads {
        void run() throws StoreException;
    }

    private static void assertDamage(String message, Reads reads) {
        StoreException damaged = assertThrows(StoreException.class, reads::run);
        assertEquals(message, damaged.getMessage());
        assertTrue(damaged.isDamage());
    }

    @Test
    void wholeCopyIsPutTogether() throws StoreException {
        entry(3);
        entry(4);
        part(COPY.item(MAP, KEY, 1), Kind.ITEMS, ONE);
        part(COPY.item(MAP, KEY, 2), Kind.ITEMS, TWO);
        byte[] executed = COPY.executed(9);
        take(executed, codec.encode(executed, new StoredRecord.LastExecuted(9, EXECUTED)));
        Log log = reader.log();
        assertEquals(4, log.length());
        assertEquals(3, log.firstKept());
        assertEquals(List.of(write(3), write(4)), log.entries());
        assertEquals(
                Items.append(Items.append(null, ONE), TWO), log.content().maps().cell(MAP, KEY));
        assertEquals(EXECUTED, log.executed(9));
    }

    @Test
    void elementsAreTakenInAnyOrder() throws StoreException {
        entry(1);
        part(COPY.element(MAP, KEY, TWO), Kind.ELEMENTS, TWO);
        part(COPY.element(MAP, KEY, ONE), Kind.ELEMENTS, ONE);
        assertEquals(
                Elements.NONE.with(ONE).with(TWO).values(),
                reader.log().content().maps().cell(MAP, KEY).values());
    }

    @Test
    void missingEntryIsDamage() throws StoreException {
        entry(3);
        assertDamage("entry 4 of partition 1 is missing", () -> entry(5));
    }

    @Test
    void missingItemIsDamage() throws StoreException {
        assertDamage("item 1 of a list in partition 1 is missing", () -> part(COPY.item(MAP, KEY, 2), Kind.ITEMS, ONE));
    }

    @Test
    void keyHoldsOneKind() throws StoreException {
        String twoKinds = "what a key in partition 1 holds is of two kinds";
        part(COPY.cell(MAP, KEY), Kind.SINGLE, ONE);
        assertDamage(twoKinds, () -> part(COPY.cell(MAP, KEY), Kind.SINGLE, ONE));
        assertDamage(twoKinds, () -> part(COPY.item(MAP, KEY, 1), Kind.ITEMS, ONE));
        assertDamage(twoKinds, () -> part(COPY.element(MAP, KEY, ONE), Kind.ELEMENTS, ONE));
        entry(1);
        assertEquals(new Single(ONE), reader.log().content().maps().cell(MAP, KEY));
    }

    @Test
    void somethingUnknownIsDamage() {
        byte[] key = COPY.entry(1);
        key[13] = 9;
        assertDamage(
                "something unknown is stored under 9 of partition 1",
                () -> take(key, ChecksummedValues.seal(key, new byte[0])));
    }

    private Loader loader() {
        return new Loader(1, PARTITIONS, Copies.all(1), new CopyPlaces());
    }

    private static void load(Loader loader, byte[] key, byte[] content) throws StoreException {
        loader.take(key, ChecksummedValues.open(key, ChecksummedValues.seal(key, content)));
    }

    @Test
    void partitionThatIsNotThereIsDamage() {
        for (int partition : new int[] {-1, 3}) {
            assertDamage(
                    "something is stored about partition " + partition + " of 3",
                    () -> load(loader(), Keys.of(Keys.VIEW, partition), new byte[0]));
        }
    }

    @Test
    void unknownKindIsDamage() {
        assertDamage(
                "something unknown is stored under kind 9", () -> load(loader(), Keys.of((byte) 9, 2), new byte[0]));
    }

    @Test
    void secondPlaceIsDamage() throws StoreException {
        load(loader(), Keys.of(Keys.PLACE, 2), new byte[8]);
        assertDamage(
                "the copy of partition 2 has two places",
                () -> load(loader(), Keys.of(Keys.PLACE, 2), new byte[] {0, 0, 0, 0, 0, 0, 0, 1}));
    }

    @Test
    void imageNeedsTermAndVoters() throws StoreException {
        Loader loader = loader();
        load(loader, Keys.only(Keys.NAME), new byte[] {1});
        assertDamage("term and voters are missing", loader::image);
    }
}
