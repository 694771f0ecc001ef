package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.invocation.Address;
import io.godwit.client.invocation.Connector;
import io.godwit.environment.ManualEnvironment;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.transport.connection.RefusedException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Role;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The decisions of {@link ClusterBootstrap}, without threads and sockets. Addresses are h:1, h:2, ... */
class BootstrapRoundsTest {
    private static final Bytes CLUSTER = Bytes.owning(new byte[16]);
    private static final List<String> LIST = List.of("h:1", "h:2", "h:3");
    private static final Maps MAPS = Maps.all(1);

    private final ManualEnvironment environment = new ManualEnvironment(1, 0);
    private final Map<Integer, Other> others = new LinkedHashMap<>();
    private final List<String> log = new ArrayList<>();
    private Identity found;
    private IOException failure;
    private int connects;

    private static Peer peer(int number, int port) {
        return new Peer(number, Bytes.ofNumber(port), "h", port);
    }

    /** Another process. */
    private static final class Other {
        Welcome welcome;
        IOException refusal;
        /** Answers to increments of the counter, in order. */
        final List<Result> counter = new ArrayList<>();

        final List<OnMap> calls = new ArrayList<>();
        /** Answers the last call. */
        Runnable answerLater;

        int open;
    }

    /** A process that belongs to no cluster. */
    private Other lonely(int port) {
        Other other = new Other();
        other.welcome = new Welcome(peer(0, port), Bytes.EMPTY, 7, MAPS, 1, List.of(), List.of());
        others.put(port, other);
        return other;
    }

    /** A member of a cluster. */
    private Other member(int port, List<Peer> founders, List<Peer> peers) {
        Other other = lonely(port);
        other.welcome = new Welcome(peers.get(0), CLUSTER, 7, MAPS, 2, founders, peers);
        return other;
    }

    private void connect(Address address, Hello hello, Connector.Handler handler) {
        connects++;
        Other other = others.get(address.port());
        if (other == null) {
            return;
        }
        if (other.refusal != null) {
            handler.failed(other.refusal);
            return;
        }
        other.open++;
        handler.welcomed(
                new Connector.Channel() {
                    private boolean closed;

                    @Override
                    public boolean send(Frame frame) {
                        if (frame instanceof Frame.Call call) {
                            assertEquals(Role.CLIENT, hello.role());
                            other.calls.add(call.operation());
                            other.answerLater = () -> handler.received(
                                    new Frame.Answer(call.client(), call.number(), new Done(List.of(1L))));
                            if (!other.counter.isEmpty()) {
                                handler.received(
                                        new Frame.Answer(call.client(), call.number(), other.counter.remove(0)));
                            }
                        }
                        return true;
                    }

                    @Override
                    public boolean isOpen() {
                        return !closed;
                    }

                    @Override
                    public void close() {
                        if (!closed) {
                            other.open--;
                        }
                        closed = true;
                    }
                },
                other.welcome);
    }

    private ClusterBootstrap start(int port, List<String> list) {
        ClusterBootstrap bootstrap = new ClusterBootstrap(
                MemberConfig.of("test", "m")
                        .withPartitions(7, 1)
                        .withMembers(list)
                        .runtime(),
                peer(0, port),
                environment,
                environment,
                this::connect,
                log::add);
        bootstrap.start(new ClusterBootstrap.Outcome() {
            @Override
            public void found(Identity identity) {
                assertNull(found);
                assertNull(failure);
                found = identity;
            }

            @Override
            public void failed(IOException cause) {
                assertNull(found);
                assertNull(failure);
                failure = cause;
            }
        });
        environment.run();
        return bootstrap;
    }

    private void assertNothingLeft() {
        environment.run();
        assertEquals(0, environment.timers());
        others.forEach((port, other) -> assertEquals(0, other.open, "connections with " + port));
    }

    @Test
    void smallestAddressFoundsWhenAllHaveAnswered() {
        lonely(2);
        lonely(3);
        start(1, LIST);
        assertTrue(found.founder());
        assertEquals(peer(1, 1), found.self());
        assertEquals(List.of(peer(1, 1), peer(2, 2), peer(3, 3)), found.founders());
        assertEquals(16, found.cluster().length());
        assertNotEquals(CLUSTER, found.cluster());
        assertNothingLeft();
    }

    @Test
    void loneMemberOfItsListFoundsAtOnce() {
        start(1, List.of("h:1"));
        assertEquals(List.of(peer(1, 1)), found.founders());
        assertEquals(0, connects);
    }

    @Test
    void otherAddressesWait() {
        lonely(1);
        lonely(3);
        start(2, LIST);
        environment.pass(10_000);
        assertNull(found);
    }

    @Test
    void processThatIsNotListedFoundsNothing() {
        lonely(2);
        lonely(3);
        start(1, List.of("h:2", "h:3"));
        environment.pass(10_000);
        assertNull(found);
    }

    /** All answers of one round count, and none of an earlier one. */
    @Test
    void bootstrapWaitsForMissingFounder() {
        lonely(2);
        start(1, LIST);
        environment.pass(10_000);
        lonely(3);
        others.remove(2);
        environment.pass(10_000);
        assertNull(found);
        lonely(2);
        environment.pass(4_200);
        assertEquals(3, found.founders().size());
        assertEquals(
                List.of(
                        "looks for a cluster; h:3 cannot be asked: no answer",
                        "looks for a cluster; h:2 cannot be asked: no answer"),
                log);
    }

    @Test
    void founderTakesItsPlace() {
        List<Peer> founders = List.of(peer(1, 1), peer(2, 2), peer(3, 3));
        lonely(3);
        member(1, founders, founders);
        start(2, LIST);
        assertTrue(found.founder());
        assertEquals(peer(2, 2), found.self());
        assertEquals(CLUSTER, found.cluster());
        assertEquals(0, others.get(1).calls.size());
        assertEquals(MemberSet.of(1, 2, 3), found.setup().founders());
        assertNothingLeft();
    }

    @Test
    void laterMemberTakesANumberFromTheCounter() {
        List<Peer> founders = List.of(peer(1, 1), peer(2, 2));
        Other one = member(1, founders, founders);
        one.counter.add(new Done(List.of(4L)));
        start(3, LIST);
        environment.pass(10_000);
        assertFalse(found.founder());
        assertEquals(6, found.self().number());
        assertEquals(founders, found.founders());
        assertEquals(MemberSet.of(1, 2), found.setup().founders());
        OnMap call = one.calls.get(0);
        assertEquals(Verb.INCREMENT, call.verb());
        assertEquals(1, call.value().number());
        assertNothingLeft();
    }

    @Test
    void numberThatIsNotAboveAllKnownOnesIsNotTaken() {
        List<Peer> founders = List.of(peer(1, 1));
        Other one = member(1, founders, List.of(peer(1, 1), peer(3, 9)));
        others.put(9, one);
        one.counter.addAll(List.of(new Done(List.of(2L)), new Done(List.of(3L))));
        start(2, List.of("h:1"));
        assertNull(found);
        environment.pass(200);
        assertEquals(4, found.self().number());
        assertEquals(2, one.calls.size());
    }

    @Test
    void joinIsTriedAgainWhenTheCounterIsNotServed() {
        Other one = member(1, List.of(peer(1, 1)), List.of(peer(1, 1)));
        one.counter.addAll(List.of(new Refused("full"), new Done(List.of(1L))));
        start(2, List.of("h:1"));
        assertNull(found);
        environment.pass(200);
        assertEquals(2, found.self().number());
        assertNothingLeft();
    }

    @Test
    void counterThatIsNoNumberIsAnError() {
        Other one = member(1, List.of(peer(1, 1)), List.of(peer(1, 1)));
        one.counter.add(new Result.WrongKind());
        start(2, List.of("h:1"));
        assertEquals("the map godwit.members holds no number under \"last\"", failure.getMessage());
        assertNothingLeft();
    }

    @Test
    void refusalIsFinal() {
        lonely(2).refusal = new RefusedException(new Frame.Refusal(Reason.PARTITIONS, "seven are too many"));
        lonely(3);
        start(1, LIST);
        assertEquals("h:2 refuses this member: seven are too many", failure.getMessage());
        assertEquals(1, connects);
        assertNothingLeft();
    }

    @Test
    void processThatIsNotReadyIsAskedAgain() {
        lonely(2).refusal = new RefusedException(new Frame.Refusal(Reason.NOT_READY, "not yet"));
        lonely(3);
        start(1, LIST);
        environment.pass(1_000);
        assertEquals(List.of("looks for a cluster; h:2 cannot be asked: not yet"), log);
        others.get(2).refusal = null;
        environment.pass(100);
        assertEquals(3, found.founders().size());
    }

    @Test
    void closeEndsTheRounds() {
        ClusterBootstrap bootstrap = start(1, LIST);
        bootstrap.close();
        environment.run();
        assertNull(failure);
        assertNothingLeft();
        int before = connects;
        environment.pass(10_000);
        assertEquals(before, connects);
    }

    @Test
    void closeEndsAJoin() {
        Other one = member(1, List.of(peer(1, 1)), List.of(peer(1, 1)));
        ClusterBootstrap bootstrap = start(2, List.of("h:1"));
        assertEquals(1, one.calls.size());
        bootstrap.close();
        environment.run();
        assertNull(failure);
        assertNothingLeft();
    }

    @Test
    void answerAfterTheEndIsIgnored() {
        Other one = member(1, List.of(peer(1, 1)), List.of(peer(1, 1)));
        ClusterBootstrap bootstrap = start(2, List.of("h:1"));
        bootstrap.close();
        one.answerLater.run();
        environment.run();
        assertNull(found);
        assertNull(failure);
        assertNothingLeft();
    }

    @Test
    void closeAfterTheOutcomeDoesNothing() {
        ClusterBootstrap bootstrap = start(1, List.of("h:1"));
        bootstrap.close();
        environment.run();
        assertEquals(1, found.self().number());
        assertNull(failure);
    }

    /** Founders are numbered by the addresses that they give themselves. */
    @Test
    void foundersHaveNumbersInTheOrderOfTheirAddresses() {
        lonely(2).welcome = new Welcome(peer(0, 9), Bytes.EMPTY, 7, MAPS, 1, List.of(), List.of());
        lonely(3);
        start(1, LIST);
        assertEquals(List.of(peer(1, 1), peer(2, 3), peer(3, 9)), found.founders());
    }
}
