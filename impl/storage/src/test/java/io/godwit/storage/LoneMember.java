package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

/** A member that elects itself, and what a store has to keep of it. */
abstract class LoneMember {
    static final int PARTITIONS = 3;
    private static final Peer SELF = new Peer(1, Bytes.of(new byte[16]), "h", 1);
    static final Welcome IDENTITY =
            new Welcome(SELF, Bytes.of(new byte[16]), PARTITIONS, Maps.all(0), 1, List.of(SELF), List.of(SELF));

    @TempDir
    Path directory;

    final QuorumProtocol protocol = new QuorumProtocol();
    QuorumState state = protocol.found(1, new Setup(MemberSet.of(1), PARTITIONS, 1, 1));
    final Random random = new Random(20_261_121);
    private static final Verb[] VERBS = {
        Verb.PUT,
        Verb.PUT_UNTIL,
        Verb.APPEND,
        Verb.APPEND,
        Verb.APPEND,
        Verb.ADD,
        Verb.ADD,
        Verb.INCREMENT,
        Verb.REMOVE,
        Verb.REMOVE_EXPIRED,
        Verb.TOUCH
    };

    long call;
    /** Do several steps share a write? */
    boolean together;

    /** Lets the member take an event and makes durable what it wants to be. */
    void step(MemberStore store, Event event) throws IOException {
        Step<QuorumState> step = protocol.step(state, event);
        state = step.state();
        for (Command command : step.commands()) {
            if (command instanceof Command.Persist persist && (!together || random.nextInt(3) == 0)) {
                store.write((Image) persist.image());
            }
        }
    }

    /** A lone member elects itself. */
    void begin(MemberStore store) throws IOException {
        store.identify(IDENTITY);
        for (long now = 0; !state.control().isMaster(); now += 10_000) {
            step(store, new Event.Tick(now));
        }
    }

    void write(MemberStore store) throws IOException {
        Verb verb = random.nextInt(20) == 0 ? Verb.CLEAR : VERBS[random.nextInt(VERBS.length)];
        Bytes map = Bytes.of((byte) random.nextInt(2));
        Bytes key = verb == Verb.CLEAR ? Bytes.EMPTY : Bytes.of(key(verb).getBytes(StandardCharsets.UTF_8));
        int p = random.nextInt(PARTITIONS);
        OnMap operation =
                new OnMap(verb, map, key, Bytes.ofNumber(random.nextInt(100)), Bytes.ofNumber(random.nextInt(100)));
        if (random.nextBoolean()) {
            operation = operation.dueUnused(random.nextInt(100));
        }
        step(store, new Event.Call(random.nextInt(4), ++call, p, operation));
        if (random.nextInt(30) == 0) {
            int length = state.data().replica(p).log().length();
            OnMap expire = new OnMap(
                    Verb.EXPIRE_SESSIONS,
                    Bytes.EMPTY,
                    Bytes.EMPTY,
                    Bytes.ofNumber(length - random.nextInt(9)),
                    Bytes.EMPTY);
            step(store, new Event.Call(9, ++call, p, expire));
        }
    }

    /** Mostly a key where the operation finds what it works on; sometimes one where anything may be. */
    private String key(Verb verb) {
        boolean any = verb == Verb.PUT || verb == Verb.REMOVE || random.nextInt(4) == 0;
        return (any ? VERBS[random.nextInt(VERBS.length)] : verb).name() + random.nextInt(3);
    }

    static Image load(MemberStore store) throws IOException {
        return store.load().orElseThrow().image().orElseThrow();
    }

    void assertSame(Image expected, Image actual) {
        assertEquals(expected.control().term(), actual.control().term());
        assertEquals(expected.control().accepted(), actual.control().accepted());
        assertEquals(expected.control().committed(), actual.control().committed());
        assertEquals(expected.control().voting(), actual.control().voting());
        assertEquals(expected.control().stamp(), actual.control().stamp());
        assertEquals(expected.leaving(), actual.leaving());
        assertEquals(expected.data().status(), actual.data().status());
        for (int p = 0; p < PARTITIONS; p++) {
            Replica wanted = expected.data().replica(p);
            Replica found = actual.data().replica(p);
            assertEquals(wanted.view(), found.view());
            assertEquals(wanted.waits(), found.waits());
            assertEquals(wanted.log().length(), found.log().length());
            assertEquals(wanted.log().entries(), found.log().entries());
            assertEquals(wanted.log().content(), found.log().content());
        }
    }

    Image image() {
        return new Image(state.control(), state.data(), state.local().peers().leaving());
    }

    /** An image in which a partition has another log. */
    Image with(int partition, Log log) {
        DataState data = state.data();
        return new Image(
                state.control(), data.with(partition, data.replica(partition).withLog(log)), MemberSet.of());
    }
}
