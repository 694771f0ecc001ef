package io.godwit.simulation.disk;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.environment.Storage;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.storage.MemberStore;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A lone member's engine under random calls, and what its store needs. */
final class DiskWorkload {
    static final int PARTITIONS = 2;
    private static final Verb[] VERBS = {
        Verb.PUT, Verb.APPEND, Verb.APPEND, Verb.ADD, Verb.ADD, Verb.INCREMENT, Verb.REMOVE
    };
    private static final int LONG = 40;

    private final QuorumProtocol protocol = new QuorumProtocol();
    private final Random random;
    private QuorumState state = protocol.found(1, new Setup(MemberSet.of(1), PARTITIONS, 1, 1));
    private long call;

    DiskWorkload(Random random) {
        this.random = random;
    }

    static Welcome identity() {
        Peer self = new Peer(1, Bytes.of(new byte[16]), "h", 1);
        return new Welcome(self, Bytes.of(new byte[16]), PARTITIONS, Maps.all(0), 1, List.of(self), List.of(self));
    }

    MemberStore open(SimulatedDisk disk) throws IOException {
        return new MemberStore(disk.open(), new Clock() {
            @Override
            public long wallMillis() {
                return 0;
            }

            @Override
            public long nanoTime() {
                throw new UnsupportedOperationException();
            }

            @Override
            public Timer schedule(Executor on, long delayNanos, Runnable task) {
                throw new UnsupportedOperationException();
            }

            @Override
            public long random() {
                return random.nextLong();
            }
        });
    }

    /** A lone member elects itself. */
    void elect() {
        for (long now = 0; !state.control().isMaster(); now += 10_000) {
            state = protocol.step(state, new Event.Tick(now)).state();
        }
    }

    void restart(Image image) {
        state = protocol.restart(1, state.setup(), image);
        elect();
    }

    /** One more call of a client. */
    void call() {
        Verb verb = random.nextInt(20) == 0 ? Verb.CLEAR : VERBS[random.nextInt(VERBS.length)];
        Bytes key = verb == Verb.CLEAR
                ? Bytes.EMPTY
                : Bytes.of((verb.name() + random.nextInt(2)).getBytes(StandardCharsets.UTF_8));
        byte[] value = new byte[random.nextInt(5) == 0 ? LONG : 3];
        random.nextBytes(value);
        Bytes operand = verb == Verb.INCREMENT ? Bytes.ofNumber(random.nextInt(9)) : Bytes.owning(value);
        OnMap operation = new OnMap(verb, Bytes.of((byte) random.nextInt(2)), key, operand, Bytes.EMPTY);
        int partition = random.nextInt(PARTITIONS);
        state = protocol.step(state, new Event.Call(random.nextInt(3), ++call, partition, operation))
                .state();
        if (random.nextInt(10) == 0) {
            state = protocol.step(state, new Event.Forget(partition, 3)).state();
        }
    }

    Image image() {
        return new Image(state.control(), state.data(), state.local().peers().leaving());
    }

    Log log(int partition) {
        return state.data().replica(partition).log();
    }

    /** The image with another log of a partition. */
    Image with(int partition, Log log) {
        DataState data = state.data();
        return new Image(
                state.control(), data.with(partition, data.replica(partition).withLog(log)), MemberSet.of());
    }

    /** Has a store take a copy that another one has exported. */
    Log send(Log log, MemberStore store) throws IOException {
        try (MemberStore sender = open(new SimulatedDisk("sender", nanos -> {}))) {
            sender.identify(identity());
            Storage.CopyFile file = sender.export(1, log);
            ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
            file.read(bytes, 0);
            Storage.ArrivingFile arrival = store.newArrival();
            arrival.append(bytes.flip());
            return store.take(1, arrival);
        }
    }

    /** What has to be there after a restart. */
    static List<Object> parts(Image image) {
        List<Object> parts = new ArrayList<>(List.of(
                image.control().term(),
                image.control().accepted(),
                image.control().committed(),
                image.control().voting(),
                image.leaving(),
                image.data().status()));
        for (int p = 0; p < PARTITIONS; p++) {
            Replica replica = image.data().replica(p);
            parts.addAll(List.of(
                    replica.view(),
                    replica.waits(),
                    replica.log().length(),
                    replica.log().entries(),
                    replica.log().content()));
        }
        return parts;
    }
}
