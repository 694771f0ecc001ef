package io.godwit.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.CertificateRole;
import io.godwit.environment.Credentials;
import io.godwit.environment.Environment;
import io.godwit.environment.Executor;
import io.godwit.environment.ManualEnvironment;
import io.godwit.environment.Transport;
import io.godwit.member.runtime.MemberLog;
import io.godwit.member.runtime.MemberRuntime;
import io.godwit.member.runtime.RuntimeConfig;
import io.godwit.member.runtime.RuntimeHooks;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.transport.codec.Samples;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Role;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Frames from processes whose certificates do not allow them have no effect on a member. How many: system property
 * {@code godwit.fuzz}.
 */
class WrongRoleFuzzTest {
    private static final int COUNT = Integer.getInteger("godwit.fuzz", 20_000);
    private static final long SEED = Long.getLong("godwit.fuzz.seed", 20_261_126);
    private static final int MAX_FRAMES = 8;
    private static final Credentials CLIENT = new Credentials("CN=client", Set.of(CertificateRole.CLIENT));
    private static final Credentials OPERATOR = new Credentials("CN=operator", Set.of(CertificateRole.OPERATOR));
    private static final Credentials NO_ROLE = new Credentials("CN=other", Set.of());
    /** A number for a member, which members fetch on the connections of clients. */
    private static final Frame NUMBER = new Frame.Call(
            77,
            1,
            0,
            new OnMap(
                    Verb.INCREMENT,
                    Bytes.owning("godwit.members".getBytes(StandardCharsets.UTF_8)),
                    Bytes.owning("last".getBytes(StandardCharsets.UTF_8)),
                    Bytes.ofNumber(1),
                    Bytes.EMPTY),
            false);

    private final Random random = new Random(SEED);
    private final ManualEnvironment tasks = new ManualEnvironment(1, 0);
    private final MemoryTransport transport = new MemoryTransport(tasks);
    private final List<byte[]> all = new ArrayList<>();
    private final List<byte[]> ofMembers = new ArrayList<>();
    private MemberRuntime member;

    private final Transport.Handler silent = new Transport.Handler() {
        @Override
        public void opened(Transport.Connection connection) {}

        @Override
        public void failed(boolean nobodyListens, IOException cause) {}

        @Override
        public void received(ByteBuffer bytes) {}

        @Override
        public void closed(IOException cause) {}
    };

    /** One of the executors whose tasks run together: its end is not that of the others. */
    private record Shared(Executor together) implements Executor {
        @Override
        public void execute(Runnable task) {
            together.execute(task);
        }

        @Override
        public void yieldThread() {}

        @Override
        public void close() {}
    }

    private static final class Hooks implements RuntimeHooks {
        @Override
        public Protocol<QuorumState> protocol() {
            return new QuorumProtocol();
        }

        @Override
        public MemberLog log() {
            return (number, term, partition, text) -> {};
        }

        @Override
        public void notJoined(IOException cause) {
            throw new IllegalStateException(cause);
        }

        @Override
        public void left() {
            throw new IllegalStateException("it has left");
        }

        @Override
        public void failed(Throwable cause) {
            throw new IllegalStateException(cause);
        }
    }

    @BeforeEach
    void found() throws IOException {
        RuntimeConfig config =
                new RuntimeConfig("c", "h", 1, List.of(), Samples.PARTITIONS, Maps.all(0), 1, 100, 1_000, 60, 0, 0);
        member = new MemberRuntime(
                config, new Environment(tasks, (name, failed) -> new Shared(tasks), transport, null), new Hooks());
        member.start(List.of("h:1"));
        tasks.pass(5_000);
        assertTrue(state().control().isMaster());
        for (Frame frame : Samples.frames()) {
            byte[] bytes = EncodedFrames.bytes(frame);
            all.add(bytes);
            boolean ofClients = frame instanceof Frame.Call
                    || frame instanceof Frame.CallBatch
                    || frame instanceof Frame.PartitionsCall
                    || frame instanceof Frame.TableRequest;
            if (!ofClients) {
                ofMembers.add(bytes);
            }
        }
        all.add(EncodedFrames.bytes(NUMBER));
        ofMembers.add(EncodedFrames.bytes(NUMBER));
    }

    private QuorumState state() {
        return member.state().orElseThrow();
    }

    private static byte[] hello(Role role) {
        Peer self = new Peer(9, Samples.IDENTITY, "h", 9);
        return EncodedFrames.bytes(new Frame.Hello(
                Frame.WIRE_VERSION,
                role,
                "c",
                MemberRuntime.PROTOCOL,
                MemberRuntime.GENERATION,
                Samples.PARTITIONS,
                Maps.all(0),
                Bytes.EMPTY,
                self,
                Bytes.EMPTY));
    }

    /** Opens a connection, sends a greeting and some frames, and closes it; time does not pass. Returns how many were sent. */
    private int send(Credentials as, Role role, List<byte[]> frames) {
        transport.connect("h", 1, silent);
        MemoryTransport.Side side = transport.sides.get(1);
        side.credentials = as;
        int count = 1;
        if (random.nextInt(MAX_FRAMES) > 0) {
            side.arrive(hello(role));
        }
        for (int more = random.nextInt(MAX_FRAMES); more > 0; more--) {
            side.arrive(frames.get(random.nextInt(frames.size())));
            count++;
        }
        tasks.run();
        side.close();
        tasks.run();
        transport.sides.clear();
        return count;
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    @Test
    void frameOfAnotherRoleHasNoEffect() {
        QuorumState before = state();
        List<Peer> known = member.member().orElseThrow().known();
        for (int sent = 0; sent < COUNT; ) {
            sent += switch (random.nextInt(3)) {
                case 0 -> send(CLIENT, any(List.of(Role.MEMBER, Role.SEEKER)), all);
                case 1 -> send(CLIENT, Role.CLIENT, ofMembers);
                default -> send(any(List.of(OPERATOR, NO_ROLE)), any(List.of(Role.values())), all);
            };
        }
        assertSame(before, state(), "the engine has taken no event");
        assertEquals(known, member.member().orElseThrow().known());
        assertTrue(member.refusedConnections() > 0);
    }

    /** Otherwise the test above would show nothing. */
    @Test
    void sameFramesHaveAnEffectFromAMember() {
        QuorumState before = state();
        List<Peer> known = member.member().orElseThrow().known();
        Credentials other = new Credentials("CN=member", Set.of(CertificateRole.MEMBER));
        send(other, Role.CLIENT, List.of(EncodedFrames.bytes(NUMBER)));
        for (int i = 0; i < MAX_FRAMES * MAX_FRAMES; i++) {
            send(other, Role.CLIENT, List.of(EncodedFrames.bytes(NUMBER)));
        }
        assertNotEquals(before.data(), state().data(), "a number was taken");
        for (int i = 0; i < MAX_FRAMES * MAX_FRAMES; i++) {
            send(other, Role.MEMBER, List.of(EncodedFrames.bytes(new Frame.KeepAlive())));
        }
        assertNotEquals(known, member.member().orElseThrow().known(), "it is known");
    }
}
