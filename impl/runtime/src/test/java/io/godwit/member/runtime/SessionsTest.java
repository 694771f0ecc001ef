package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.godwit.protocol.Event;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final int P = 3;
    private final Sessions sessions = new Sessions(100);
    private Log log = Log.EMPTY;
    private Version epoch = new Version(1, 1);

    private void write(long client, long call) {
        OnMap put = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.ofNumber(client), Bytes.EMPTY, Bytes.EMPTY);
        log = log.append(new LogEntry(new Version(1, 1), client, call, put));
    }

    /** Looks, and does what comes of it. */
    private boolean expires(long now) {
        Optional<Event> event = sessions.look(P, epoch, log, now);
        event.map(Event.Call.class::cast).ifPresent(call -> {
            assertEquals(P, call.partition());
            log = log.append(new LogEntry(new Version(1, 1), call.client(), call.call(), call.operation()));
        });
        return event.isPresent();
    }

    @Test
    void forgetsWhoWasSilentAndNobodyElse() {
        write(7, 1);
        write(8, 1);
        assertEquals(false, expires(0));
        write(8, 2);
        assertEquals(false, expires(99));
        assertEquals(true, expires(100));
        assertNull(log.executed(7));
        assertNotNull(log.executed(8));
        assertEquals(1, log.executed(Sessions.OWN).call());
        assertEquals(true, expires(200));
        assertNull(log.executed(8));
        assertEquals(2, log.executed(Sessions.OWN).call());
        assertEquals(false, expires(300));
        assertEquals(false, expires(400));
    }

    /** Another one may have been primary meanwhile, with a shorter log, in which the client has written since the note. */
    @Test
    void primaryOfANewVersionStartsAgain() {
        write(7, 1);
        write(8, 1);
        assertEquals(false, expires(0));
        log = Log.EMPTY;
        write(7, 2);
        epoch = new Version(1, 3);
        assertEquals(false, expires(150));
        assertNotNull(log.executed(7));
        assertEquals(true, expires(250));
        assertNull(log.executed(7));
    }

    @Test
    void timeMayBeginAnywhere() {
        write(7, 1);
        assertEquals(false, expires(1_000));
        assertEquals(false, expires(1_099));
        assertEquals(true, expires(1_100));
    }
}
