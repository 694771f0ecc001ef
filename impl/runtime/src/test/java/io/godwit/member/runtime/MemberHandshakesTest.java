package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.environment.ManualEnvironment;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.connection.HandshakeHandler.Accept;
import io.godwit.transport.connection.HandshakeHandler.Decision;
import io.godwit.transport.connection.HandshakeHandler.Refuse;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.Recorded;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Role;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MemberHandshakesTest {
    private static final int PARTITIONS = 3;
    private static final Bytes CLUSTER = incarnation(9);
    private static final Peer SELF = new Peer(1, incarnation(1), "h", 1);
    private static final Peer OTHER = new Peer(2, incarnation(2), "h", 2);

    private final RuntimeConfig config =
            new RuntimeConfig("c", "h", 1, List.of(), PARTITIONS, Maps.all(1), 1, 100, 1_000, 60, 0, 0);
    private final MemberHandshakes handshakes = new MemberHandshakes(config, new ManualEnvironment(1, 0), line -> {});
    private final PeerRegistry registry = new PeerRegistry(SELF);

    private static Bytes incarnation(int number) {
        byte[] bytes = new byte[16];
        bytes[0] = (byte) number;
        return Bytes.owning(bytes);
    }

    @BeforeEach
    void belongsToACluster() {
        registry.learn(OTHER);
        Setup setup = new Setup(MemberSet.of(1, 2), PARTITIONS, 1, 1);
        Identity identity = new Identity("c", SELF, CLUSTER, List.of(SELF, OTHER), List.of(), true, Maps.all(1), setup);
        handshakes.accept(new MemberHandshakes.Accepting() {
            @Override
            public Identity identity() {
                return identity;
            }

            @Override
            public List<Peer> known() {
                return registry.all();
            }

            @Override
            public boolean allows(Peer peer) {
                return registry.allows(peer.number(), peer.incarnation());
            }

            @Override
            public Receiver member(Peer peer) {
                return null;
            }

            @Override
            public Receiver client() {
                return null;
            }
        });
    }

    /** What becomes of a member that connects. */
    private Decision greet(Bytes cluster, Peer from, Bytes expected) {
        return handshakes.greet(
                new Recorded(PARTITIONS).connection(),
                new Hello(
                        Frame.WIRE_VERSION,
                        Role.MEMBER,
                        "c",
                        MemberRuntime.PROTOCOL,
                        MemberRuntime.GENERATION,
                        PARTITIONS,
                        Maps.all(1),
                        cluster,
                        from,
                        expected));
    }

    private static Reason reason(Decision decision) {
        return ((Refuse) decision).refusal().reason();
    }

    @Test
    void aMemberThatLooksForThisOneIsAccepted() {
        assertEquals(Accept.class, greet(CLUSTER, OTHER, SELF.incarnation()).getClass());
    }

    @Test
    void aMemberThatLooksForTheOneBeforeIsRefused() {
        assertEquals(Reason.INCARNATION, reason(greet(CLUSTER, OTHER, incarnation(3))));
    }

    @Test
    void aNumberOfAnotherIncarnationIsRefused() {
        Peer stranger = new Peer(2, incarnation(3), "h", 3);
        assertEquals(Reason.INCARNATION, reason(greet(CLUSTER, stranger, SELF.incarnation())));
    }

    @Test
    void aMemberOfAnotherClusterIsRefused() {
        assertEquals(Reason.OTHER_CLUSTER, reason(greet(incarnation(8), OTHER, SELF.incarnation())));
    }
}
