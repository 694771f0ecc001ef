package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.environment.CertificateRole;
import io.godwit.environment.Credentials;
import io.godwit.environment.ManualEnvironment;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.HandshakeHandler.Accept;
import io.godwit.transport.connection.HandshakeHandler.Decision;
import io.godwit.transport.connection.HandshakeHandler.Refuse;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.ClusterId;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Role;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Run;
import io.godwit.transport.frame.Versions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MemberHandshakesTest {
    private static final int PARTITIONS = 3;
    private static final Bytes CLUSTER = incarnation(9);
    private static final Peer SELF = new Peer(1, incarnation(1), "h", 1);
    private static final Peer OTHER = new Peer(2, incarnation(2), "h", 2);

    /** Takes frames from members. */
    private static final Receiver MEMBERS = receiver();
    /** Takes frames from clients. */
    private static final Receiver CLIENTS = receiver();

    private final RuntimeConfig config =
            new RuntimeConfig("c", "h", 1, List.of(), PARTITIONS, Maps.all(1), 1, 100, 1_000, 60, 0, 0);
    private final RunConfirmations confirmations = new RunConfirmations(new RunTable(Map.of()));
    private final MemberHandshakes handshakes =
            new MemberHandshakes(config, confirmations, new ManualEnvironment(1, 0), line -> {});
    private final PeerRegistry registry = new PeerRegistry(SELF);
    private MemberHandshakes.Accepting member;

    private static Bytes incarnation(int number) {
        byte[] bytes = new byte[16];
        bytes[0] = (byte) number;
        return Bytes.owning(bytes);
    }

    private static Receiver receiver() {
        return new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void closed(Connection connection) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private int clusterVersion = ClusterVersion.FIRST;

    @BeforeEach
    void belongsToACluster() {
        registry.learn(OTHER);
        Setup setup = new Setup(MemberSet.of(1, 2), PARTITIONS, 1, 1);
        Identity identity = new Identity("c", SELF, CLUSTER, List.of(SELF, OTHER), List.of(), true, Maps.all(1), setup);
        member = new MemberHandshakes.Accepting() {
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
            public Receiver member(Peer peer, Versions versions) {
                return peer.isAt(OTHER) ? MEMBERS : null;
            }

            @Override
            public int clusterVersion() {
                return clusterVersion;
            }

            @Override
            public Receiver client() {
                return CLIENTS;
            }
        };
        handshakes.accept(member);
    }

    /** What becomes of a member that connects. */
    private Decision greet(Bytes cluster, Peer from, Bytes expected) {
        return greet(Versions.only(Frame.WIRE_VERSION), cluster, from, expected);
    }

    private Decision greet(Versions versions, Bytes cluster, Peer from, Bytes expected) {
        return handshakes.greet(
                new RecordedConnection(PARTITIONS).connection(),
                new Hello(
                        versions,
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
    void memberThatLooksForThisOneIsAccepted() {
        assertEquals(Accept.class, greet(CLUSTER, OTHER, SELF.incarnation()).getClass());
    }

    @Test
    void memberThatLooksForTheOneBeforeIsRefused() {
        assertEquals(Reason.INCARNATION, reason(greet(CLUSTER, OTHER, incarnation(3))));
    }

    @Test
    void numberOfAnotherIncarnationIsRefused() {
        Peer stranger = new Peer(2, incarnation(3), "h", 3);
        assertEquals(Reason.INCARNATION, reason(greet(CLUSTER, stranger, SELF.incarnation())));
    }

    @Test
    void earlierRunAndCopyAreRefused() {
        Run second = new Run(2, 5, 0);
        confirmations.runs().hear(2, second);
        assertEquals(
                Accept.class,
                greet(CLUSTER, OTHER.withRun(second), SELF.incarnation()).getClass());
        assertEquals(Reason.COPY, reason(greet(CLUSTER, OTHER.withRun(new Run(1, 4, 0)), SELF.incarnation())));
        assertEquals(Reason.COPY, reason(greet(CLUSTER, OTHER.withRun(new Run(2, 6, 0)), SELF.incarnation())));
        assertEquals(
                Accept.class,
                greet(CLUSTER, OTHER.withRun(new Run(3, 6, 0)), SELF.incarnation())
                        .getClass());
    }

    /** With a reason that a program of version 6 knows. */
    @Test
    void anotherProcessOfTheMemberItselfIsRefused() {
        Versions old = Versions.only(ClusterVersion.FIRST);
        assertEquals(Reason.INCARNATION, reason(greet(old, CLUSTER, SELF, SELF.incarnation())));
        assertEquals(Reason.INCARNATION, reason(greet(CLUSTER, SELF.withRun(new Run(3, 6, 0)), SELF.incarnation())));
    }

    /** It knows no runs, and so not the reason COPY. */
    @Test
    void processOfVersion6IsNotRefusedAsACopy() {
        confirmations.runs().hear(2, new Run(2, 5, 0));
        clusterVersion = ClusterVersion.RAISED;
        Versions old = Versions.only(ClusterVersion.FIRST);
        assertEquals(Reason.WIRE_VERSION, reason(greet(old, CLUSTER, OTHER, SELF.incarnation())));
    }

    @Test
    void memberOfAnotherClusterIsRefused() {
        assertEquals(Reason.OTHER_CLUSTER, reason(greet(incarnation(8), OTHER, SELF.incarnation())));
    }

    @Test
    void memberOfTheClusterBeforeTheRecoveryIsToldSo() {
        byte[] before = CLUSTER.shared().clone();
        // One recovery less: the number in the middle is one less than 0.
        Arrays.fill(before, 8, 12, (byte) -1);
        assertEquals(Reason.RECOVERED, reason(greet(Bytes.owning(before), OTHER, SELF.incarnation())));
        assertEquals(Reason.OTHER_CLUSTER, reason(greet(ClusterId.recovered(CLUSTER, 1), OTHER, SELF.incarnation())));
    }

    private static final Hello MEMBER = new Hello(
            Frame.WIRE_VERSION,
            Role.MEMBER,
            "c",
            MemberRuntime.PROTOCOL,
            MemberRuntime.GENERATION,
            PARTITIONS,
            Maps.all(1),
            CLUSTER,
            OTHER,
            Bytes.EMPTY);

    private static Hello hello(Role role, String cluster, String protocol, int generation, int partitions, Maps maps) {
        return new Hello(
                Frame.WIRE_VERSION, role, cluster, protocol, generation, partitions, maps, CLUSTER, OTHER, Bytes.EMPTY);
    }

    private static Hello hello(Role role, int partitions, Maps maps) {
        return hello(role, "c", MemberRuntime.PROTOCOL, MemberRuntime.GENERATION, partitions, maps);
    }

    private Decision greet(MemberHandshakes by, Hello hello) {
        return by.greet(new RecordedConnection(PARTITIONS).connection(), hello);
    }

    private void assertRefused(Reason reason, String text, Hello hello) {
        assertEquals(new Refuse(new Frame.Refusal(reason, text)), greet(handshakes, hello));
    }

    @Test
    void peerOfAnotherKindIsTold() {
        Hello old = new Hello(
                9, Role.MEMBER, "c", MemberRuntime.PROTOCOL, 1, PARTITIONS, Maps.all(1), CLUSTER, OTHER, Bytes.EMPTY);
        assertRefused(
                Reason.WIRE_VERSION,
                "wire format 9; this member speaks 6 to 7: members with an older program come first",
                old);
        assertRefused(
                Reason.CLUSTER_NAME,
                "cluster name \"d\"; this cluster is \"c\"",
                hello(Role.MEMBER, "d", MemberRuntime.PROTOCOL, 1, PARTITIONS, Maps.all(1)));
        assertRefused(
                Reason.PROTOCOL,
                "protocol classic of generation 1; this cluster runs quorum of generation 1",
                hello(Role.CLIENT, "c", "classic", 1, 0, null));
        assertRefused(
                Reason.PROTOCOL,
                "protocol quorum of generation 2; this cluster runs quorum of generation 1",
                hello(Role.CLIENT, "c", MemberRuntime.PROTOCOL, 2, 0, null));
        assertRefused(Reason.PARTITIONS, "4 partitions; this cluster has 3", hello(Role.MEMBER, 4, Maps.all(1)));
        assertRefused(
                Reason.BACKUPS, "it does not say how many backups maps have", hello(Role.SEEKER, PARTITIONS, null));
        assertRefused(Reason.BACKUPS, Maps.all(2).difference(Maps.all(1)), hello(Role.MEMBER, PARTITIONS, Maps.all(2)));
    }

    private static Hello speaking(Role role, int least, int greatest) {
        Hello hello = role == Role.CLIENT ? hello(role, 0, null) : MEMBER;
        return new Hello(
                new Versions(least, greatest),
                role,
                "c",
                MemberRuntime.PROTOCOL,
                MemberRuntime.GENERATION,
                hello.partitions(),
                hello.maps(),
                CLUSTER,
                OTHER,
                Bytes.EMPTY);
    }

    @Test
    void memberOfAnOlderProgramIsRefusedWhenTheClusterVersionHasRisen() {
        assertEquals(
                Accept.class, greet(handshakes, speaking(Role.MEMBER, 6, 6)).getClass());
        assertEquals(
                Accept.class, greet(handshakes, speaking(Role.MEMBER, 5, 9)).getClass());
        clusterVersion = ClusterVersion.RAISED;
        assertRefused(
                Reason.WIRE_VERSION,
                "wire format 6; this member speaks 7: start a newer version of the program",
                speaking(Role.MEMBER, 6, 6));
        assertRefused(
                Reason.WIRE_VERSION,
                "wire format 5 to 6; this member speaks 7: start a newer version of the program",
                speaking(Role.MEMBER, 5, 6));
        assertEquals(
                Accept.class, greet(handshakes, speaking(Role.MEMBER, 6, 7)).getClass());
        // Nothing that a client is sent has changed.
        assertEquals(
                Accept.class, greet(handshakes, speaking(Role.CLIENT, 6, 6)).getClass());
        RecordedConnection connection = new RecordedConnection(PARTITIONS);
        Accept accept = (Accept) handshakes.greet(connection.connection(), speaking(Role.MEMBER, 6, 8));
        assertEquals(new Versions(7, 7), accept.welcome().versions());
    }

    @Test
    void eachRoleGetsItsReceiver() {
        Welcome welcome = new Welcome(
                        SELF, CLUSTER, PARTITIONS, Maps.all(1), 1, List.of(SELF, OTHER), List.of(SELF, OTHER))
                .with(Versions.ALL)
                .withFeatures(Welcome.ALL_FEATURES);
        assertEquals(new Accept(welcome, MEMBERS), greet(handshakes, MEMBER));
        assertEquals(new Accept(welcome, CLIENTS), greet(handshakes, hello(Role.CLIENT, 0, null)));
        assertEquals(
                new Accept(welcome, PeerConnections.CLOSING),
                greet(handshakes, hello(Role.SEEKER, PARTITIONS, Maps.all(1))));
    }

    /** A member that speaks only the first version says that it has no features, whichever program it runs. */
    @Test
    void memberOfTheFirstVersionSaysNoFeatures() {
        MemberHandshakes first = new MemberHandshakes(
                config.withMaxVersion(ClusterVersion.FIRST), confirmations, new ManualEnvironment(1, 0), line -> {});
        first.self(SELF);
        first.accept(member);
        Accept accept = (Accept) greet(first, speaking(Role.CLIENT, 6, 7));
        assertEquals(0, accept.welcome().features());
        Accept newer = (Accept) greet(handshakes, speaking(Role.CLIENT, 6, 7));
        assertEquals(Welcome.ALL_FEATURES, newer.welcome().features());
    }

    private Decision greet(Hello hello, CertificateRole... roles) {
        Credentials other = new Credentials("CN=x", Set.of(roles));
        return handshakes.greet(new RecordedConnection(PARTITIONS).as(other).connection(), hello);
    }

    @Test
    void certificateOfAnotherRoleIsRefused() {
        Hello client = hello(Role.CLIENT, 0, null);
        Hello seeker = hello(Role.SEEKER, PARTITIONS, Maps.all(1));
        for (Hello hello : List.of(MEMBER, client, seeker)) {
            assertEquals(Accept.class, greet(hello, CertificateRole.MEMBER).getClass());
            assertEquals(Reason.CERTIFICATE_ROLE, reason(greet(hello, CertificateRole.OPERATOR)));
            assertEquals(Reason.CERTIFICATE_ROLE, reason(greet(hello)));
        }
        assertEquals(Accept.class, greet(client, CertificateRole.CLIENT).getClass());
        assertEquals(Reason.CERTIFICATE_ROLE, reason(greet(seeker, CertificateRole.CLIENT)));
        assertEquals(
                new Refuse(new Frame.Refusal(
                        Reason.CERTIFICATE_ROLE,
                        "its certificate (CN=x) has the role client and operator; member is needed")),
                greet(MEMBER, CertificateRole.CLIENT, CertificateRole.OPERATOR));
    }

    @Test
    void processWithoutAClusterTellsOnlySeekersWhoItIs() {
        List<String> lines = new ArrayList<>();
        MemberHandshakes lonely = new MemberHandshakes(config, confirmations, new ManualEnvironment(1, 0), lines::add);
        lonely.self(SELF.withNumber(0));
        Welcome forming = new Welcome(SELF.withNumber(0), Bytes.EMPTY, PARTITIONS, Maps.all(1), 1, List.of(), List.of())
                .with(Versions.ALL);
        assertEquals(
                new Accept(forming, PeerConnections.CLOSING),
                greet(lonely, hello(Role.SEEKER, PARTITIONS, Maps.all(1))));
        Refuse notYet =
                new Refuse(new Frame.Refusal(Reason.NOT_READY, "this process does not belong to a cluster yet"));
        assertEquals(notYet, greet(lonely, MEMBER));
        assertEquals(notYet, greet(lonely, hello(Role.CLIENT, 0, null)));
        assertEquals(0, lonely.refused());
        lonely.refused("h:9", "so");
        assertEquals(1, lonely.refused());
        assertEquals(List.of("connection from h:9 refused: so"), lines);
    }
}
