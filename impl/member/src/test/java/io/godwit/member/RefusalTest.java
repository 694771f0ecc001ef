package io.godwit.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.threads.SystemClock;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.runtime.MemberRuntime;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RefusedException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Role;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.netty.NettyTransport;
import io.godwit.transport.netty.PendingConnection;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever does not belong to a cluster hears why, and the member writes it down. */
@Timeout(300)
class RefusalTest {
    private static final MemberConfig CONFIG = MemberConfig.of("test", "m").withPartitions(7, 1);
    private static final TestCluster CLUSTER = new TestCluster(CONFIG);
    private static final NettyTransport TRANSPORT = new NettyTransport("test", 1, 5_000, null, Map.of());
    private static final Connections CONNECTIONS = new Connections(TRANSPORT, new SystemClock(), Limits.DEFAULT);
    private static final Bytes SIXTEEN = Bytes.owning(new byte[16]);
    private static final Peer STRANGER = new Peer(9, SIXTEEN, "127.0.0.1", 9);

    @BeforeAll
    static void found() throws Exception {
        CLUSTER.found(2);
    }

    @AfterAll
    static void close() {
        CLUSTER.close();
        TRANSPORT.close();
    }

    private static Hello hello(int wire, String cluster, String protocol, int generation, int partitions) {
        return new Hello(
                wire,
                Role.SEEKER,
                cluster,
                protocol,
                generation,
                partitions,
                Maps.all(1),
                Bytes.EMPTY,
                STRANGER,
                Bytes.EMPTY);
    }

    private static Hello seeker(Maps maps) {
        return new Hello(
                Frame.WIRE_VERSION,
                Role.SEEKER,
                "test",
                MemberRuntime.PROTOCOL,
                MemberRuntime.GENERATION,
                7,
                maps,
                Bytes.EMPTY,
                STRANGER,
                Bytes.EMPTY);
    }

    private static Hello member(Bytes cluster, Peer self, Bytes expected) {
        return new Hello(
                Frame.WIRE_VERSION,
                Role.MEMBER,
                "test",
                MemberRuntime.PROTOCOL,
                MemberRuntime.GENERATION,
                7,
                Maps.all(1),
                cluster,
                self,
                expected);
    }

    private static void refuses(Reason reason, String text, Hello hello) {
        Member member = CLUSTER.member(0);
        int colon = member.address().lastIndexOf(':');
        Receiver nobody = new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                connection.close();
            }

            @Override
            public void closed(Connection connection) {
                // It was never open.
            }
        };
        PendingConnection pending = new PendingConnection();
        CONNECTIONS.connect(
                member.address().substring(0, colon),
                Integer.parseInt(member.address().substring(colon + 1)),
                hello,
                new FrameCodec(7),
                nobody,
                pending);
        RefusedException refused = assertThrows(RefusedException.class, () -> pending.get(60, TimeUnit.SECONDS));
        assertEquals(text, refused.getMessage());
        assertEquals(reason, refused.reason());
        assertTrue(CLUSTER.lines().stream().anyMatch(line -> line.endsWith(" refused: " + text)));
    }

    @Test
    void otherVersionsAreRefused() {
        refuses(
                Reason.WIRE_VERSION,
                "wire format 1; this member speaks 6 to 7: start a newer version of the program",
                hello(1, "test", "quorum", 1, 7));
        refuses(
                Reason.PROTOCOL,
                "protocol quorum of generation 2; this cluster runs quorum of generation 1",
                hello(Frame.WIRE_VERSION, "test", "quorum", 2, 7));
        refuses(
                Reason.PROTOCOL,
                "protocol classic of generation 1; this cluster runs quorum of generation 1",
                hello(Frame.WIRE_VERSION, "test", "classic", 1, 7));
    }

    @Test
    void otherClustersAreRefused() {
        refuses(
                Reason.CLUSTER_NAME,
                "cluster name \"prod\"; this cluster is \"test\"",
                hello(Frame.WIRE_VERSION, "prod", "quorum", 1, 7));
        refuses(
                Reason.PARTITIONS,
                "8 partitions; this cluster has 7",
                hello(Frame.WIRE_VERSION, "test", "quorum", 1, 8));
        refuses(Reason.BACKUPS, "backups 2; this cluster has 1", seeker(Maps.all(2)));
        refuses(
                Reason.BACKUPS,
                "backups 0 for map cache-*; this cluster does not name that map",
                seeker(Maps.of(1, Map.of("cache-*", 0))));
        refuses(Reason.BACKUPS, "it does not say how many backups maps have", seeker(null));
        refuses(Reason.OTHER_CLUSTER, "another cluster of the same name", member(SIXTEEN, STRANGER, Bytes.EMPTY));
    }

    @Test
    void memberTakingOccupiedPlaceIsRefused() {
        refuses(
                Reason.INCARNATION,
                "number 2 belongs to another incarnation",
                member(Bytes.EMPTY, new Peer(2, SIXTEEN, "127.0.0.1", 9), Bytes.EMPTY));
        refuses(Reason.INCARNATION, "the member that was here before is gone", member(Bytes.EMPTY, STRANGER, SIXTEEN));
    }

    @Test
    void memberOfAnotherClusterDoesNotStart() throws Exception {
        try (Member stranger = Member.bind(MemberConfig.of("prod", "m").withPartitions(7, 1), line -> {})) {
            ExecutionException refused =
                    assertThrows(ExecutionException.class, () -> stranger.start(CLUSTER.addresses())
                            .get(120, TimeUnit.SECONDS));
            assertTrue(
                    refused.getCause()
                            .getMessage()
                            .endsWith(" refuses this member: cluster name \"prod\"; this cluster is \"test\""),
                    refused.getCause().getMessage());
        }
    }
}
