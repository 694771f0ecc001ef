package io.godwit.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VariableChangesTest {
    private static final int PARTITIONS = 271;
    private static final Operation OPERATION = new Operation.Put(1, 1);

    private final VariableChanges changes = new VariableChanges();
    private DataState state = DataState.unborn(1, PARTITIONS, Copies.all(2));

    private String step(int named, DataState after) {
        JsonLine line = new JsonLine();
        line.open('{');
        Event.Call call = new Event.Call(7, 1, named, OPERATION);
        changes.look(call, state, after);
        changes.write(line, state, after);
        state = after;
        return new String(line.bytes(), 1, line.size() - 1, StandardCharsets.US_ASCII);
    }

    private DataState written(int partition, long call) {
        Replica replica = state.replica(partition);
        return state.with(
                partition, replica.withLog(replica.log().append(new LogEntry(new Version(1, 1), 7, call, OPERATION))));
    }

    private List<String> idle(int steps) {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            String line = step(0, state);
            if (!line.isEmpty()) {
                said.add(line);
            }
        }
        return said;
    }

    @Test
    void changeOfTheEventsPartitionIsWrittenAtOnceAndOnce() {
        assertEquals(List.of(), idle(10));
        assertEquals("\"l\":[1,1,1]", step(5, written(5, 1)));
        assertEquals("\"d\":{\"replicas\":{\"5\":{\"log\":[2,[1,1,7,2]]}}}", step(5, written(5, 2)));
        assertEquals(List.of(), idle(200));
    }

    /** Not what the protocol does; but if it did, the log would have to say so. */
    @Test
    void changeOfAnotherPartitionIsWrittenSoon() {
        idle(10);
        assertEquals("", step(0, written(40, 1)));
        assertEquals("\"l\":[1,1,1]", step(5, written(5, 1)));
        assertEquals(List.of("\"d\":{\"replicas\":{\"40\":{\"log\":[1,[1,1,7,1]]}}}"), idle(64));
        assertEquals(List.of(), idle(200));
    }

    @Test
    void changesBetweenEventsAreNotWritten() {
        idle(10);
        state = written(40, 1);
        assertEquals(List.of(), idle(200));
    }
}
