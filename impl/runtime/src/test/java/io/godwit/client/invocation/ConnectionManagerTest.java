package io.godwit.client.invocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.invocation.FakeCluster.FakeMember;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.TableRequest;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Versions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConnectionManagerTest {
    private static final long MILLI = 1_000_000;

    private final FakeCluster cluster = new FakeCluster(3);
    private final Routes routes = new Routes(Maps.all(1), 1);
    private final List<String> heard = new ArrayList<>();
    private final ConnectionManager connections = new ConnectionManager(
            cluster.config(1, 2, 3),
            cluster.environment,
            cluster.environment,
            cluster,
            new ConnectionManager.Listener() {
                @Override
                public void received(MemberConnection from, Frame frame) {
                    heard.add("frame from " + from.address());
                }

                @Override
                public void opened(MemberConnection connection) {
                    heard.add("opened " + connection.address());
                }

                @Override
                public void closed(MemberConnection connection) {
                    heard.add("closed " + connection.address());
                }
            });

    private MemberConnection to(int port) {
        return connections.to(new Address("h", port));
    }

    private void open(int port) {
        connections.open(to(port));
        cluster.environment.run();
    }

    private Set<MemberConnection> any() {
        Set<MemberConnection> any = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            any.add(connections.any(routes));
        }
        return any;
    }

    @Test
    void memberIsGoneForAMoment() {
        MemberConnection connection = to(1);
        assertFalse(connection.isGone(0));
        connection.notOpened(-10 * MILLI);
        assertTrue(connection.isGone(-10 * MILLI));
        assertTrue(connection.isGone(89 * MILLI));
        assertFalse(connection.isGone(90 * MILLI));
        connection.notOpened(100 * MILLI);
        connection.opened(null, cluster.member(1).welcome);
        assertFalse(connection.isGone(101 * MILLI));
    }

    /** The client may see that a connection is over before its end is told, and connect again at once. */
    @Test
    void lateEndOfAConnectionLeavesTheNextAttemptAlone() {
        MemberConnection connection = to(1);
        connection.opened(null, cluster.member(1).welcome);
        connection.connecting();
        connection.lost(0);
        assertTrue(connection.isConnecting());
        assertTrue(connection.isGone(0));
        connection.notOpened(0);
        assertFalse(connection.isConnecting());
    }

    @Test
    void goneMembersAreNotChosen() {
        assertEquals(Set.of(to(1), to(2), to(3)), any());
        to(1).notOpened(cluster.environment.nanoTime());
        assertEquals(Set.of(to(2), to(3)), any());
    }

    @Test
    void goneMembersAreChosenIfAllAreGone() {
        for (int port = 1; port <= 3; port++) {
            to(port).notOpened(cluster.environment.nanoTime());
        }
        assertEquals(Set.of(to(1), to(2), to(3)), any());
    }

    @Test
    void oneAttemptAtATime() {
        cluster.member(1).silent = true;
        open(1);
        open(1);
        assertEquals(List.of("connect h:1"), cluster.journal);
        cluster.member(1).unanswered.get(0).failed(new IOException("no"));
        cluster.member(1).silent = false;
        open(1);
        open(1);
        assertEquals(List.of("connect h:1", "connect h:1"), cluster.journal);
        assertEquals(List.of("closed h:1", "opened h:1"), heard);
    }

    @Test
    void connectionOfferedForTablesIsOpen() {
        assertNull(connections.anyOpen());
        open(1);
        open(2);
        assertTrue(Set.of(to(1), to(2)).contains(connections.anyOpen()));
        cluster.member(1).disconnect();
        assertEquals(to(2), connections.anyOpen());
    }

    /** A connection that was opened and breaks before that is told counts as one that was not opened. */
    @Test
    void connectionThatBreaksAtOnceIsClosed() {
        connections.open(to(1));
        cluster.member(1).disconnect();
        cluster.environment.run();
        assertEquals(List.of("closed h:1"), heard);
        assertTrue(to(1).isGone(cluster.environment.nanoTime()));
    }

    @Test
    void framesAndEndsOfAFormerConnectionAreIgnored() {
        open(1);
        FakeMember member = cluster.member(1);
        Connector.Handler former = member.channel.handler;
        // It breaks, and the next one is opened before that is told.
        member.channel.closed = true;
        open(1);
        former.received(new TableRequest(0));
        former.closed();
        cluster.environment.run();
        assertEquals(List.of("opened h:1", "opened h:1"), heard);
        assertTrue(to(1).isOpen());
        member.say(new TableRequest(0));
        assertEquals("frame from h:1", heard.get(2));
        member.disconnect();
        cluster.environment.run();
        assertEquals("closed h:1", heard.get(3));
    }

    @Test
    void closeEndsAllConnections() {
        open(1);
        connections.open(to(2));
        connections.close();
        cluster.environment.run();
        open(3);
        assertTrue(cluster.member(1).channel.closed);
        assertTrue(cluster.member(2).channel.closed);
        assertEquals(List.of("connect h:1", "connect h:2"), cluster.journal);
        // One that opens later, when no task may run any more.
        FakeMember member = cluster.member(1);
        member.channel.closed = false;
        member.channel.handler.welcomed(member.channel, null);
        assertTrue(member.channel.closed);
    }

    @Test
    void memberWhoseConnectionBreaksIsGone() {
        open(1);
        assertTrue(to(1).isOpen());
        cluster.member(1).disconnect();
        cluster.environment.run();
        assertTrue(to(1).isGone(cluster.environment.nanoTime()));
        assertFalse(to(1).send(new Frame.KeepAlive()));
    }

    /** A client takes what it finds, but all members that it calls belong to the cluster that it has found first. */
    @Test
    void greetingSaysWhatIsLookedFor() {
        open(1);
        Hello first = new Hello(
                Versions.ALL, Frame.Role.CLIENT, "c", "quorum", 1, 0, null, Bytes.EMPTY, Peer.NOBODY, Bytes.EMPTY);
        assertEquals(first, cluster.member(1).greeting);
        connections.opened(to(2), cluster.member(1).channel, cluster.member(2).welcome);
        open(3);
        assertEquals(FakeCluster.CLUSTER, cluster.member(3).greeting.cluster());
    }
}
