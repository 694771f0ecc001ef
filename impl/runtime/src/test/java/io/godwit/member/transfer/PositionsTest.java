package io.godwit.member.transfer;

import static io.godwit.member.transfer.StepwiseTransfer.V1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.LogPosition;
import io.godwit.transport.frame.MapKey;
import io.godwit.transport.frame.UndoneWrites;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PositionsTest {
    private static final Version V2 = new Version(2, 1);
    private static final Version V3 = new Version(3, 1);
    private static final Bytes MAP = Bytes.ofNumber(1);

    private static LogEntry write(Version version, long client, Verb verb, Bytes key) {
        return new LogEntry(
                version,
                client,
                1,
                new OnMap(verb, MAP, key, verb == Verb.EXPIRE_SESSIONS ? Bytes.ofNumber(0) : Bytes.EMPTY, Bytes.EMPTY));
    }

    private static LogEntry put(Version version, long client) {
        return write(version, client, Verb.PUT, Bytes.ofNumber(client));
    }

    @Test
    void lastSharedEntryIsThatOfTheShorterLog() {
        Log here = Log.of(List.of(put(V1, 1), put(V1, 2), put(V2, 3)));
        Log there = Log.of(List.of(put(V1, 1), put(V3, 4)));
        assertEquals(
                Optional.of(new LogPosition(1, V1)), Positions.common(Positions.of(there), Positions.of(here), here));
    }

    @Test
    void logsWithoutAVersionInCommonShareNothing() {
        Log here = Log.of(List.of(put(V1, 1)));
        Log there = Log.of(List.of(put(V2, 1), put(V3, 2)));
        assertEquals(Optional.empty(), Positions.common(Positions.of(there), Positions.of(here), here));
        assertEquals(Optional.empty(), Positions.common(List.of(), Positions.of(here), here));
    }

    @Test
    void sharedEntryThatIsNoLongerKeptIsNoneToReturnTo() {
        Log here = Log.of(List.of(put(V1, 1), put(V1, 2), put(V2, 3)));
        List<LogPosition> mine = Positions.of(here);
        Log there = Log.of(List.of(put(V1, 1), put(V3, 4)));
        assertEquals(Optional.empty(), Positions.common(Positions.of(there), mine, here.keeping(1)));
    }

    @Test
    void undoNamesKeysAndClientsBehindThePosition() {
        Log log = Log.of(List.of(put(V1, 1), put(V1, 2), put(V1, 3)));
        List<MapKey> places = List.of(new MapKey(MAP, Bytes.ofNumber(2)), new MapKey(MAP, Bytes.ofNumber(3)));
        assertEquals(Optional.of(new UndoneWrites(places, List.of(2L, 3L))), Positions.undone(log, 1));
    }

    /** What it has removed is not in the log. */
    @Test
    void writeToAllKeysOfAMapCannotBeUndone() {
        for (Verb verb : List.of(Verb.CLEAR, Verb.EXPIRE_SESSIONS)) {
            Log log = Log.of(List.of(put(V1, 1), write(V1, 2, verb, Bytes.EMPTY)));
            assertEquals(Optional.empty(), Positions.undone(log, 1), verb.toString());
            assertEquals(Optional.of(UndoneWrites.NONE), Positions.undone(log, 2), verb.toString());
        }
    }

    @Test
    void tooManyBytesOfKeysAreNotNamed() {
        byte[] half = new byte[128 << 10];
        half[0] = 1;
        LogEntry one = write(V1, 2, Verb.PUT, Bytes.of(half));
        half[0] = 2;
        LogEntry other = write(V1, 3, Verb.PUT, Bytes.of(half));
        Log log = Log.of(List.of(put(V1, 1), one, other));
        assertEquals(Optional.empty(), Positions.undone(log, 1));
        assertEquals(1, Positions.undone(log, 2).orElseThrow().places().size());
    }
}
