package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.frame.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a member makes of what it holds and what comes. */
class RollbackTest {
    private static final Version V1 = new Version(1, 1);
    private static final Version V2 = new Version(2, 1);

    private static LogEntry put(Version version, long client, long call) {
        OnMap operation = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.ofNumber(client), Bytes.ofNumber(call), Bytes.EMPTY);
        return new LogEntry(version, client, call, operation);
    }

    /** The client makes the call again at the new primary. */
    @Test
    void callThatIsTakenBackDoesNotCountAsExecuted() {
        Log held = Log.EMPTY.append(put(V1, 1, 1)).append(put(V1, 2, 1));
        assertTrue(held.hasExecuted(2, 1));
        Rollback rollback = new Rollback(held, 1, Positions.undone(held, 1).orElseThrow());
        Log after = rollback.forward(List.of(put(V2, 3, 1)), NamedMaps.EMPTY, LongMap.empty());
        assertFalse(after.hasExecuted(2, 1));
        assertTrue(after.hasExecuted(1, 1));
    }

    @Test
    void logThatIsNotTheOneThatWasOfferedIsRefused() {
        View view = new View(V2, Configuration.settled(1, 2));
        Frame.SnapshotManifest manifest = new Frame.SnapshotManifest(7, 0, view, 2, V2, List.of());
        SnapshotReceiver receiver = new SnapshotReceiver(manifest, Log.EMPTY, List.of(), false, 0);
        Log log = Log.EMPTY.append(put(V1, 1, 1)).append(put(V2, 2, 1));
        assertEquals(log, receiver.complete(log).log());
        Log shorter = Log.EMPTY.append(put(V2, 2, 1));
        Log other = Log.EMPTY.append(put(V1, 1, 1)).append(put(V1, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> receiver.complete(shorter));
        assertThrows(IllegalArgumentException.class, () -> receiver.complete(other));
    }
}
