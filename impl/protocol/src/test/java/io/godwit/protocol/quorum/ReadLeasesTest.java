package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.CALL;
import static io.godwit.protocol.quorum.data.DataFixture.CLIENT;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.V3;
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.lagging;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Leases;
import io.godwit.protocol.quorum.data.Leases.Promise;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PendingCall.ForWrite;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.message.DataMessage.Lease;
import io.godwit.protocol.quorum.data.message.DataMessage.LeaseRequest;
import io.godwit.protocol.quorum.table.Version;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadLeasesTest {
    /** Promises last 30 ns, leases 10. */
    private static final LeaseTimes TIMES = new LeaseTimes(30, 1, 3);

    private static final long NOW = -1_000;
    private static final long NUMBER = 5;

    private static DataState timed(int self, Replica replica) {
        return member(self, replica).with(TIMES).at(NOW);
    }

    /** Primary A, with a request that was sent so long ago. */
    private static DataState asked(long before) {
        LongMap<Long> requests = LongMap.<Long>empty().with(NUMBER, NOW - before);
        return timed(A, leading(ABC, log(V1, 3)).withLeases(new Leases(requests, LongMap.empty(), List.of())));
    }

    private static DataState leased(long before, int... members) {
        DataState state = asked(before);
        for (int member : members) {
            state = take(state, s -> ALL.leases().handleLease(s, member, new Lease(P, V2, NUMBER)))
                    .state();
        }
        return state;
    }

    private static DataState promising(Replica replica, Promise promise) {
        return timed(A, replica.withLeases(Leases.NONE.promising(promise, NOW)));
    }

    private static Step<DataState> readAt(DataState state) {
        return take(state, s -> ALL.replication().startRead(s, new Call(CLIENT, CALL, P, new Get(5))));
    }

    @Test
    void primaryAsksAllParticipants() {
        DataState state = timed(A, leading(ABC, log(V1, 3)));
        LeaseRequest request = new LeaseRequest(P, V2, NUMBER, 30);
        Step<DataState> step = take(state, s -> ALL.leases().requestLeases(s, P, NUMBER));
        assertEquals(List.of(new Send(B, request), new Send(C, request)), step.commands());
        assertEquals(NOW, step.state().replica(P).leases().requests().get(NUMBER));
        Step<DataState> later =
                take(step.state().at(NOW + 10), s -> ALL.leases().requestLeases(s, P, NUMBER + 1));
        assertEquals(List.of(NUMBER + 1), keys(later.state()), "an answer to the first one counts for nothing now");
    }

    private static List<Long> keys(DataState state) {
        return Arrays.stream(state.replica(P).leases().requests().keys())
                .boxed()
                .toList();
    }

    @Test
    void requestNeedsAPrimaryAndATime() {
        DataState backup = timed(B, replica(view(V2, ABC), log(V1, 1)));
        assertRefuses(
                QuorumRule.IS_PRIMARY, backup, take(backup, s -> ALL.leases().requestLeases(s, P, NUMBER)));
        DataState stopped = timed(A, leading(ABC, log(V1, 3))).with(Status.DOWN);
        assertRefuses(
                QuorumRule.MEMBER_UP, stopped, take(stopped, s -> ALL.leases().requestLeases(s, P, NUMBER)));
        DataState confirming = member(A, leading(ABC, log(V1, 3))).at(NOW);
        assertRefuses(QuorumRule.TIME_KNOWN, confirming, take(confirming, s -> ALL.leases()
                .requestLeases(s, P, NUMBER)));
        DataState untimed = confirming.with(TIMES).at(LeaseTimes.UNKNOWN);
        assertRefuses(
                QuorumRule.TIME_KNOWN, untimed, take(untimed, s -> ALL.leases().requestLeases(s, P, NUMBER)));
    }

    @Test
    void memberPromisesSomethingToThePrimaryOfItsVersion() {
        DataState backup = timed(B, replica(view(V2, ABC), log(V1, 1)));
        LeaseRequest request = new LeaseRequest(P, V2, NUMBER, 30);
        Promise promise = new Promise(V2, A, NOW + 30);
        assertAccepts(
                backup.with(P, backup.replica(P).withLeases(Leases.NONE.promising(promise, NOW))),
                List.of(new Send(A, new Lease(P, V2, NUMBER))),
                take(backup, s -> ALL.leases().handleLeaseRequest(s, A, request)));
    }

    @Test
    void promiseIsRefused() {
        DataState backup = timed(B, replica(view(V2, ABC), log(V1, 1)));
        LeaseRequest older = new LeaseRequest(P, V1, NUMBER, 30);
        assertRefuses(QuorumRule.GRANTS_OWN_VERSION, backup, take(backup, s -> ALL.leases()
                .handleLeaseRequest(s, A, older)));
        assertTrue(take(
                        backup,
                        s -> without(QuorumRule.GRANTS_OWN_VERSION).leases().handleLeaseRequest(s, A, older))
                .accepted());
        LeaseRequest request = new LeaseRequest(P, V2, NUMBER, 30);
        assertRefuses(
                QuorumRule.FROM_PRIMARY, backup, take(backup, s -> ALL.leases().handleLeaseRequest(s, C, request)));
        DataState primary = timed(A, leading(ABC, log(V1, 1)));
        assertRefuses(QuorumRule.OTHER_MEMBER, primary, take(primary, s -> ALL.leases()
                .handleLeaseRequest(s, A, request)));
        LeaseRequest longer = new LeaseRequest(P, V2, NUMBER, 31);
        assertRefuses(QuorumRule.PROMISES_NO_LONGER, backup, take(backup, s -> ALL.leases()
                .handleLeaseRequest(s, A, longer)));
        DataState confirming = backup.with(LeaseTimes.NONE);
        assertRefuses(QuorumRule.TIME_KNOWN, confirming, take(confirming, s -> ALL.leases()
                .handleLeaseRequest(s, A, request)));
    }

    @Test
    void newPromiseReplacesThatForTheSameVersion() {
        Leases leases = Leases.NONE
                .promising(new Promise(V1, A, NOW + 5), NOW)
                .promising(new Promise(V2, B, NOW + 5), NOW)
                .promising(new Promise(V2, B, NOW + 9), NOW);
        assertEquals(List.of(new Promise(V1, A, NOW + 5), new Promise(V2, B, NOW + 9)), leases.promises());
        assertEquals(
                List.of(new Promise(V3, C, NOW + 40)),
                leases.promising(new Promise(V3, C, NOW + 40), NOW + 9).promises());
    }

    @Test
    void leaseIsRecordedWithTheTimeOfItsRequest() {
        assertEquals(NOW - 4, leased(4, B).replica(P).leases().held().get(B));
        DataState state = asked(4);
        assertRefuses(QuorumRule.ANSWERS_REQUEST, state, take(state, s -> ALL.leases()
                .handleLease(s, B, new Lease(P, V2, NUMBER - 1))));
        assertRefuses(QuorumRule.LEASE_NAMES_EPOCH, state, take(state, s -> ALL.leases()
                .handleLease(s, B, new Lease(P, V1, NUMBER))));
        assertTrue(take(
                        state,
                        s -> without(QuorumRule.LEASE_NAMES_EPOCH).leases().handleLease(s, B, new Lease(P, V1, NUMBER)))
                .accepted());
    }

    @Test
    void laterLeaseStays() {
        Leases held = Leases.NONE.heldFrom(B, NOW).heldFrom(B, NOW - 3);
        assertEquals(NOW, held.held().get(B));
    }

    @Test
    void primaryThatHoldsLeasesOfAllAsksNobody() {
        assertEquals(List.of(), readAt(leased(9, B, C)).commands());
        assertEquals(2, readAt(leased(9, B)).commands().size());
        assertEquals(2, readAt(leased(10, B, C)).commands().size(), "the lease is over");
        assertEquals(
                2, readAt(leased(9, B, C).at(LeaseTimes.UNKNOWN)).commands().size());
    }

    @Test
    void readIsAnsweredUnderLeases() {
        ForRead read = new ForRead(CALL, new Get(5), log(V1, 1), MemberSet.of());
        for (long before : new long[] {9, 10}) {
            DataState state = leased(before, B, C);
            DataState reading =
                    state.withPrimaryState(P, state.replica(P).primaryState().waiting(CLIENT, read));
            Step<DataState> step = take(reading, s -> ALL.replication().answerRead(s, P, CLIENT));
            assertEquals(before < 10 ? null : QuorumRule.READ_CONFIRMS, step.refusal());
            assertEquals(before < 10, ALL.replication().isAnswerDue(reading, P, CLIENT));
        }
    }

    @Test
    void promiseDelaysWhatItsPrimaryLacks() {
        Replica replica = leading(ABC, log(V2, 1));
        Promise promise = new Promise(V1, B, NOW + 1);
        ForRead read = new ForRead(CALL, new Get(5), log(V2, 1), MemberSet.of(B, C));
        Replica reading = replica.withPrimaryState(replica.primaryState().waiting(CLIENT, read));
        Replica writing = replica.withPrimaryState(replica.primaryState().waiting(1, new ForWrite(1)));
        DataState slow = promising(reading, promise);
        assertRefuses(QuorumRule.PROMISE_DELAYS_READ, slow, take(slow, s -> ALL.replication()
                .answerRead(s, P, CLIENT)));
        assertTrue(take(slow, s -> without(QuorumRule.PROMISE_DELAYS_READ)
                        .replication()
                        .answerRead(s, P, CLIENT))
                .accepted());
        DataState written = promising(writing, promise);
        assertRefuses(QuorumRule.PROMISE_DELAYS_WRITE, written, take(written, s -> ALL.replication()
                .answerWrite(s, P, 1)));
        assertTrue(take(written, s -> without(QuorumRule.PROMISE_DELAYS_WRITE)
                        .replication()
                        .answerWrite(s, P, 1))
                .accepted());
        assertTrue(take(written.at(NOW + 1), s -> ALL.replication().answerWrite(s, P, 1))
                .accepted());
        DataState own = promising(writing, new Promise(V2, B, NOW + 1));
        assertTrue(take(own, s -> ALL.replication().answerWrite(s, P, 1)).accepted(), "that primary has it, too");
    }

    @Test
    void promiseDelaysProposal() {
        DataState state = promising(leading(lagging(), log(V1, 1)), new Promise(V1, B, NOW + 1));
        assertRefuses(QuorumRule.PROMISE_DELAYS_PROPOSAL, state, take(state, s -> ALL.migration()
                .proposeMember(s, P, C)));
        assertTrue(take(state.at(NOW + 1), s -> ALL.migration().proposeMember(s, P, C))
                .accepted());
    }

    @Test
    void promiseIsTakenBackWhenItsPrimaryHasMovedOn() {
        DataState state = promising(leading(ABC, log(V1, 1)), new Promise(V1, B, NOW + 1));
        Step<DataState> step = take(state, s -> ALL.leases().releasePromise(s, P, V1, MemberSet.of()));
        assertEquals(Leases.NONE, step.state().replica(P).leases());
        assertRefuses(
                QuorumRule.PROMISED, state, take(state, s -> ALL.leases().releasePromise(s, P, V2, MemberSet.of())));
        int unheard = 9;
        DataState silent = promising(leading(ABC, log(V1, 1)), new Promise(V1, unheard, NOW + 1));
        assertRefuses(QuorumRule.RELEASES_WHEN_OVER, silent, take(silent, s -> ALL.leases()
                .releasePromise(s, P, V1, MemberSet.of())));
        assertTrue(take(silent, s -> ALL.leases().releasePromise(s, P, V1, MemberSet.of(unheard)))
                .accepted());
        DataState anybody = promising(leading(ABC, log(V1, 1)), new Promise(Version.NONE, Members.NONE, NOW + 1));
        assertRefuses(QuorumRule.PROMISED, anybody, take(anybody, s -> ALL.leases()
                .releasePromise(s, P, Version.NONE, MemberSet.of())));
    }

    @Test
    void restartEndsLeasesAndRenewsPromises() {
        Leases started = take(leased(1, B, C), ALL.durable()::restartFromDisk)
                .state()
                .replica(P)
                .leases();
        assertEquals(List.of(new Promise(Version.NONE, Members.NONE, NOW + 30)), started.promises());
        assertTrue(started.held().isEmpty());
        assertTrue(started.requests().isEmpty());
    }

    /** So the number of a request may be used again: an answer to an older one names a version under which the member does not lead. */
    @Test
    void restartedPrimaryAsksForNothingUnderItsVersion() {
        DataState started =
                take(leased(1, B, C), ALL.durable()::restartFromDisk).state();
        assertRefuses(QuorumRule.NEW_VERSION_AFTER_RESTART, started, take(started, s -> ALL.leases()
                .requestLeases(s, P, NUMBER)));
        assertRefuses(QuorumRule.ANSWERS_REQUEST, started, take(started, s -> ALL.leases()
                .handleLease(s, B, new Lease(P, V2, NUMBER))));
    }

    @Test
    void newVersionEndsLeasesAndKeepsPromises() {
        Leases leases = leased(1, B).replica(P).leases().promising(new Promise(V2, C, NOW + 1), NOW);
        Leases activated = replica(view(V2, ABC), log(V1, 1))
                .withLeases(leases)
                .activated(view(V3, ABC))
                .leases();
        assertTrue(activated.held().isEmpty());
        assertEquals(leases.promises(), activated.promises());
        assertEquals(leases.requests(), activated.requests());
    }

    @Test
    void timesThatPromiseNothingAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new LeaseTimes(-1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new LeaseTimes(1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new LeaseTimes(1, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> new LeaseTimes(Long.MAX_VALUE, 1, 2));
        assertFalse(LeaseTimes.NONE.exist());
        assertEquals(new LeaseTimes(7, 990_000, 1_010_000), LeaseTimes.within(7, 10_000));
    }

    @Test
    void memberWithLeasesStartsAgainAtAKnownTime() {
        Setup setup = new Setup(MemberSet.of(1), 1, 1, 1).with(TIMES);
        assertThrows(IllegalArgumentException.class, () -> new QuorumProtocol().restart(1, setup, null));
    }
}
