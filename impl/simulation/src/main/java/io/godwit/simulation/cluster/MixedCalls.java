package io.godwit.simulation.cluster;

import io.godwit.client.CallException;
import io.godwit.client.invocation.Callback;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.Fault;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.RunResult.Violation;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * A client that makes calls of all kinds, in a map of its own: reads of any copy, operations that do not fit the value of a
 * key, and writes to the members' own map, which have to be refused. It is closed while calls are pending, and then each of
 * them has to end. The results are not judged, except those of {@link CountedCalls}; the members' treatment of the writes is, as
 * that of all writes.
 */
final class MixedCalls {
    private static final Bytes MAP = bytes("mixed");
    private static final Bytes MEMBERS_OWN = bytes("godwit.members");
    private static final Verb[] VERBS = {
        Verb.GET,
        Verb.GET,
        Verb.PUT,
        Verb.PUT_IF_ABSENT,
        Verb.PUT_FOR,
        Verb.PUT_IF_ABSENT_FOR,
        Verb.REPLACE,
        Verb.REMOVE,
        Verb.INCREMENT,
        Verb.APPEND,
        Verb.ADD,
        Verb.SIZE,
        Verb.CLEAR
    };
    private static final int KEYS = 6;
    private static final int SESSIONS = 4;
    /** One in this many calls is to a map whose size is judged. */
    private static final int COUNTED = 3;
    /** One in this many calls is to the members' own map. */
    private static final int OWN = 16;
    /** In microseconds. */
    private static final long PERIOD = 20_000;
    /** Number of calls that are pending when the client is closed. */
    private static final int LAST = 2 * SESSIONS;
    /** Time by which a closed client has ended all calls, in microseconds. */
    private static final long ENDS = 1_000;

    private final SimulatedCluster<?> cluster;
    private final SimulatedClient client;
    private final SplittableRandom random;
    private final CountedCalls counted;
    private final int id;
    private final long end;
    private int open;

    MixedCalls(SimulatedCluster<?> cluster, int id, Fault fault) {
        this.cluster = cluster;
        this.id = id;
        this.client = new SimulatedClient(
                cluster, id, fault.site(), cluster.random().of(RandomPurpose.CLIENT, fault.id(), 1), SESSIONS);
        this.random = new SplittableRandom(cluster.random().bits(RandomPurpose.MIXED_CALLS, fault.id(), 0));
        this.counted = new CountedCalls(cluster, client, id, random.split(), () -> open--);
        this.end = cluster.now() + fault.duration();
    }

    private static Bytes bytes(String text) {
        return Bytes.owning(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Starts; returns the client. */
    SimulatedClient start() {
        cluster.after(PERIOD, this::next);
        return client;
    }

    private void next() {
        if (cluster.now() >= end) {
            close();
            return;
        }
        if (client.isConnected()) {
            call();
        }
        cluster.after(PERIOD, this::next);
    }

    private void close() {
        for (int i = 0; client.isConnected() && i < LAST; i++) {
            call();
        }
        client.close();
        if (client.isConnected()) {
            call();
        }
        cluster.after(ENDS, () -> {
            if (open > 0) {
                cluster.note(new Violation(
                        "CallsEnd", "client " + id + " is closed, and " + open + " calls have not ended"));
            }
        });
    }

    private void call() {
        if (random.nextInt(COUNTED) == 0 && counted.call()) {
            open++;
            return;
        }
        boolean refused = random.nextInt(OWN) == 0;
        Verb verb = refused ? Verb.PUT : VERBS[random.nextInt(VERBS.length)];
        if (verb == Verb.SIZE || verb == Verb.CLEAR) {
            callOnPartitions(verb);
            return;
        }
        Bytes key = Bytes.ofNumber(random.nextInt(KEYS));
        Bytes value = Bytes.ofNumber(random.nextInt(KEYS));
        OnMap operation =
                new OnMap(verb, refused ? MEMBERS_OWN : MAP, key, value, Bytes.ofNumber(random.nextInt(KEYS)));
        open++;
        client.call(operation, random.nextBoolean(), new Callback<>() {
            @Override
            public void done(Result result) {
                ended(verb, result.toString());
                if (refused) {
                    cluster.note(new Violation("Refused", "client " + id + " has written to the members' own map"));
                }
            }

            @Override
            public void failed(CallException cause) {
                ended(verb, cause.getMessage());
            }
        });
    }

    private void callOnPartitions(Verb verb) {
        open++;
        client.callOnPartitions(verb, MAP, random.nextBoolean(), new Callback<>() {
            @Override
            public void done(Long result) {
                ended(verb, result.toString());
            }

            @Override
            public void failed(CallException cause) {
                ended(verb, cause.getMessage());
            }
        });
    }

    private void ended(Verb verb, String how) {
        open--;
        cluster.tell("client", () -> "c" + id + " " + verb + " " + how);
    }
}
