package io.godwit.protocol.quorum.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.Message;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.TestCluster;
import io.godwit.protocol.quorum.data.message.DataMessage.LeaseRequest;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members with read leases, in one thread. */
class LeaseRenewalTest {
    private static final long PROMISE_MILLIS = 3_000;
    private static final List<Result> ONE = List.of(new Done(List.of(1L)));

    private final List<Message> sent = new ArrayList<>();
    private final TestCluster cluster =
            new TestCluster(Quorum.whole(), 3, 1, Copies.all(3), LeaseTimes.within(PROMISE_MILLIS * 1_000_000, 10_000));

    private int primary() {
        return cluster.configuration(cluster.master(), 0).primary();
    }

    private boolean carry(TestCluster.Letter letter) {
        if (letter.message() instanceof Batch batch) {
            sent.addAll(batch.messages());
        } else {
            sent.add(letter.message());
        }
        return true;
    }

    private long sent(Class<? extends Message> type) {
        return sent.stream().filter(type::isInstance).count();
    }

    /** A cluster with leases. */
    private int leased() {
        cluster.run(3_000);
        cluster.link(this::carry);
        cluster.call(primary(), 0, new Put(1, 1));
        cluster.call(primary(), 0, new Get(1));
        cluster.run(1_000);
        sent.clear();
        return primary();
    }

    @Test
    void readUnderLeasesAsksNobody() {
        int primary = leased();
        assertEquals(ONE, cluster.call(primary, 0, new Get(1)));
        assertEquals(0, sent(Probe.class));
        cluster.run(PROMISE_MILLIS / 2);
        assertEquals(2, sent(LeaseRequest.class), "one read, one renewal");
        cluster.run(PROMISE_MILLIS);
        assertEquals(2, sent(LeaseRequest.class), "nobody reads");
        assertEquals(ONE, cluster.call(primary, 0, new Get(1)));
        assertEquals(2, sent(Probe.class));
    }

    @Test
    void newPrimaryWaitsForItsPromise() {
        int old = leased();
        cluster.call(old, 0, new Get(1));
        cluster.run(1_000);
        cluster.link(letter -> letter.from() != old && letter.to() != old);
        assertEquals(ONE, cluster.call(old, 0, new Get(1)), "its leases run");
        cluster.run(1_900);
        int primary = cluster.configuration(other(old), 0).primary();
        assertNotEquals(old, primary);
        assertEquals(ONE, cluster.call(primary, 0, new Get(1)), "what the old primary has, too");
        assertEquals(List.of(), cluster.call(primary, 0, new Put(1, 2)));
        assertEquals(List.of(), cluster.call(old, 0, new Put(1, 3)));
        cluster.run(PROMISE_MILLIS);
        assertEquals(1, cluster.answers().size(), "without a message");
        assertEquals(List.of(), cluster.call(old, 0, new Get(1)), "its leases are over");
        assertEquals(List.of(new Done(List.of(2L))), cluster.call(primary, 0, new Get(1)));
    }

    private int other(int member) {
        return member == 1 ? 2 : 1;
    }

    @Test
    void plannedChangeOfPrimariesDoesNotWait() {
        int old = leased();
        cluster.call(old, 0, new Get(1));
        cluster.run(200);
        cluster.take(old, new Event.Leave());
        for (int i = 0; i < 100 && cluster.configuration(other(old), 0).primary() == old; i++) {
            cluster.run(20);
        }
        int primary = cluster.configuration(other(old), 0).primary();
        assertNotEquals(old, primary);
        assertTrue(cluster.state(primary).data().replica(0).leases().promises().isEmpty());
    }

    @Test
    void restartedMemberAnswersNothingAtOnce() {
        int old = leased();
        cluster.run(1);
        cluster.reboot(old);
        cluster.run(1_000);
        assertEquals(List.of(), cluster.call(primary(), 0, new Put(1, 5)));
        cluster.run(PROMISE_MILLIS);
        assertEquals(1, cluster.answers().size());
    }
}
