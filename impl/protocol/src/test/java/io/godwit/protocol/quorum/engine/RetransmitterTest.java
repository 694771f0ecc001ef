package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.engine.EngineFixture.to;
import static io.godwit.protocol.quorum.engine.EngineFixture.toAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Members 1, 2 and 3 hold partition 0, and 1 is its primary. */
class RetransmitterTest {
    private static final Version FIRST = new Version(0, 1);
    private static final Version NEXT = new Version(1, 2);
    private static final Configuration OUT = Configuration.settled(1, 2, 3).withoutInSync(3);

    private static LogEntry entry(int client) {
        return new LogEntry(FIRST, client, 1, new Operation.Put(5, client));
    }

    private static EngineFixture primary() {
        Setup setup = new Setup(MemberSet.of(1, 2, 3), 1, 3, 1);
        return new EngineFixture(new QuorumProtocol().found(1, setup)).tick(0);
    }

    private static EngineFixture write(EngineFixture fixture, int client) {
        return fixture.take(new Event.Call(client, 1, 0, entry(client).operation()));
    }

    @Test
    void entriesThatAreMissingAreSentAgain() {
        EngineFixture fixture = write(write(primary(), 7), 8);
        fixture.receive(2, new Ack(0, FIRST, 1)).tick(149_999).assertSent();
        fixture.tick(150_000).assertSent();
        fixture.tick(300_000)
                .assertSent(
                        to(2, new Append(0, FIRST, 2, entry(8))),
                        to(3, new Append(0, FIRST, 1, entry(7))),
                        to(3, new Append(0, FIRST, 2, entry(8))));
        fixture.receive(2, new Ack(0, FIRST, 2)).receive(3, new Ack(0, FIRST, 2));
        fixture.tick(449_999).assertSent();
        fixture.tick(450_000).assertSent();
    }

    @Test
    void memberThatIsSlowIsNotSentEntriesAgain() {
        EngineFixture fixture = primary();
        for (int client = 1; client <= 20; client++) {
            write(fixture, client);
        }
        fixture.receive(3, new Ack(0, FIRST, 20))
                .receive(2, new Ack(0, FIRST, 1))
                .tick(150_000);
        assertEquals(List.of(), sent(fixture.receive(2, new Ack(0, FIRST, 2)).tick(300_000), 2));
        assertEquals(List.of(), sent(fixture.receive(2, new Ack(0, FIRST, 3)).tick(450_000), 2));
        assertEquals(from(4, 20), sent(fixture.tick(600_000), 2), "nothing acknowledged since");
    }

    @Test
    void memberThatStandsIsSentEntriesLessOften() {
        EngineFixture fixture = write(primary(), 7).receive(3, new Ack(0, FIRST, 1));
        List<Long> times = new ArrayList<>();
        for (long time = 150_000; time < 7_500_000; time += 50_000) {
            if (!sent(fixture.tick(time), 2).isEmpty()) {
                times.add(time / 1_000);
            }
        }
        assertEquals(List.of(300L, 450L, 750L, 1_350L, 2_550L, 4_950L, 7_350L), times);
        fixture.receive(2, new Ack(0, FIRST, 1));
        write(fixture, 8).tick(7_500_000);
        assertEquals(List.of(), sent(fixture.tick(7_600_000), 2));
        assertEquals(List.of(2), sent(fixture.tick(7_650_000), 2), "it begins anew");
    }

    @Test
    void notTooManyAtOnce() {
        EngineFixture fixture = primary();
        for (int client = 1; client <= 70; client++) {
            write(fixture, client);
        }
        fixture.receive(3, new Ack(0, FIRST, 70))
                .receive(2, new Ack(0, FIRST, 2))
                .tick(150_000)
                .tick(300_000);
        List<Integer> numbers = fixture.sent().stream()
                .map(s -> ((Append) s.message()).number())
                .toList();
        assertEquals(64, numbers.size());
        assertEquals(3, numbers.get(0));
        assertEquals(66, numbers.get(63));
    }

    /** Numbers of the entries that a member was sent. */
    private static List<Integer> sent(EngineFixture fixture, int member) {
        return fixture.sent().stream()
                .filter(s -> s.to() == member && s.message() instanceof Append)
                .map(s -> ((Append) s.message()).number())
                .toList();
    }

    private static List<Integer> from(int first, int last) {
        return IntStream.rangeClosed(first, last).boxed().toList();
    }

    @Test
    void acceptingReplicaIsSentLargerBatches() {
        EngineFixture fixture = primary();
        for (int client = 1; client <= 200; client++) {
            write(fixture, client);
        }
        fixture.tick(150_000);
        assertEquals(List.of(), sent(fixture.receive(2, new Ack(0, FIRST, 63)), 2));
        assertEquals(from(65, 128), sent(fixture.receive(2, new Ack(0, FIRST, 64)), 2));
        assertEquals(List.of(), sent(fixture.receive(2, new Ack(0, FIRST, 64)), 2), "the same answer again");
        assertEquals(List.of(), sent(fixture.receive(2, new Ack(0, FIRST, 127)), 2));
        assertEquals(from(131, 194), sent(fixture.receive(2, new Ack(0, FIRST, 130)), 2));
        assertEquals(from(193, 200), sent(fixture.receive(2, new Ack(0, FIRST, 192)), 2));
        assertEquals(List.of(), sent(fixture.receive(2, new Ack(0, FIRST, 200)), 2));
    }

    @Test
    void inSyncReplicaIsNotSentEntriesAgain() {
        EngineFixture fixture = primary();
        for (int client = 1; client <= 200; client++) {
            write(fixture, client);
        }
        assertEquals(List.of(), sent(fixture.receive(2, new Ack(0, FIRST, 64)), 2));
    }

    @Test
    void replicaCurrentAtLastTickIsNotSentNewerEntries() {
        EngineFixture fixture = primary();
        for (int client = 1; client <= 64; client++) {
            write(fixture, client);
        }
        fixture.tick(150_000);
        write(write(fixture, 65), 66);
        fixture.receive(2, new Ack(0, FIRST, 64)).assertSent();
        write(fixture, 67).tick(300_000);
        assertEquals(from(66, 67), sent(fixture.receive(3, new Ack(0, FIRST, 65)), 3));
    }

    @Test
    void activatedReplicaIsNotAskedAgain() {
        EngineFixture fixture = primary();
        for (int client = 1; client <= 64; client++) {
            write(fixture, client);
        }
        fixture.take(new Event.Call(65, 1, 0, new Operation.Get(5)));
        fixture.receive(2, new Ack(0, FIRST, 64)).assertSent();
    }

    @Test
    void newlyActivatedReplicaIsSentRefusedEntries() {
        EngineFixture fixture =
                primary().receive(2, new Commit(0, new Entry(new Version(1, 2), new Version(0, 1), OUT)));
        write(fixture, 7).take(new Event.Call(8, 1, 0, new Operation.Get(5)));
        LogEntry entry = new LogEntry(NEXT, 7, 1, entry(7).operation());
        fixture.receive(2, new Ack(0, NEXT, 0))
                .assertSent(to(2, new Append(0, NEXT, 1, entry)), to(2, new Probe(0, NEXT, 8, 1)));
        fixture.receive(2, new Ack(0, NEXT, 0)).assertSent();
    }

    @Test
    void learnerIsSentAllThatItLacks() {
        EngineFixture fixture = primary();
        fixture.receive(2, new Commit(0, new Entry(new Version(1, 2), new Version(0, 1), OUT)))
                .receive(2, new Ack(0, NEXT, 0));
        for (int client = 1; client <= 100; client++) {
            write(fixture, client);
        }
        assertEquals(from(1, 64), sent(fixture.receive(3, new Ack(0, NEXT, 0)), 3));
        write(fixture, 101);
        assertEquals(List.of(), sent(fixture.receive(3, new Ack(0, NEXT, 63)), 3));
        assertEquals(
                from(65, 101),
                sent(fixture.receive(3, new Ack(0, NEXT, 64)), 3),
                "up to the last one, so that the next one fits");
        assertEquals(List.of(), sent(fixture.receive(3, new Ack(0, NEXT, 100)), 3));
    }

    @Test
    void firstCopyIsSentAgainAsItWas() {
        EngineFixture fixture = write(primary(), 7);
        fixture.receive(2, new Commit(0, new Entry(new Version(1, 2), new Version(0, 1), OUT)));
        write(fixture, 8);
        Sync sync = new Sync(0, new View(NEXT, OUT), Log.of(List.of(entry(7))));
        fixture.tick(150_000).assertSent();
        fixture.tick(300_000).assertSent(to(2, sync), to(3, sync));
    }

    /** Copies that were sent; the member also looks for a master meanwhile. */
    private static List<Send> copies(EngineFixture fixture) {
        return fixture.sent().stream().filter(s -> s.message() instanceof Sync).toList();
    }

    @Test
    void silentReplicaGetsCopyLessOften() {
        EngineFixture fixture = primary();
        fixture.receive(2, new Commit(0, new Entry(new Version(1, 2), new Version(0, 1), OUT)));
        Sync sync = new Sync(0, new View(NEXT, OUT), Log.EMPTY);
        fixture.receive(2, new Ack(0, NEXT, 0));
        List<Long> times = new ArrayList<>();
        for (long time = 150_000; time < 13_150_000; time += 50_000) {
            if (fixture.tick(time).sent().contains(to(3, sync))) {
                times.add(time / 1_000);
            }
        }
        assertEquals(List.of(300L, 450L, 750L, 1_350L, 2_550L, 4_950L, 7_350L, 9_750L, 12_150L), times);
        fixture.take(new Event.Suspect(3)).tick(13_200_000);
        assertEquals(List.of(), copies(fixture));
        fixture.take(new Event.Trust(3)).tick(13_350_000);
        assertEquals(List.of(to(3, sync)), copies(fixture));
        assertEquals(List.of(to(3, sync)), copies(fixture.tick(13_500_000)));
        assertEquals(List.of(), copies(fixture.tick(13_650_000)));
    }

    @Test
    void eachPartitionHasItsOwnCopies() {
        LocalState.Retransmission copy = new LocalState.Retransmission(FIRST, 1, 7);
        LocalState.Retransmissions copies = LocalState.Retransmissions.NONE.with(1, 3, copy);
        assertEquals(copy, copies.of(1, 3));
        assertNull(copies.of(0, 3));
        assertNull(copies.of(1, 2));
    }

    @Test
    void newVersionIsSentAgainAtOnce() {
        EngineFixture fixture = primary();
        fixture.receive(2, new Commit(0, new Entry(new Version(1, 2), new Version(0, 1), OUT)))
                .receive(2, new Ack(0, NEXT, 0));
        assertEquals(
                List.of(),
                copies(fixture.tick(150_000).tick(300_000).tick(450_000).tick(600_000)));
        Configuration only = OUT.withoutBackup(2);
        fixture.receive(2, new Commit(0, new Entry(new Version(1, 3), new Version(1, 2), only)));
        Sync sync = new Sync(0, new View(new Version(1, 3), only), Log.EMPTY);
        assertEquals(List.of(), copies(fixture.tick(750_000)));
        assertEquals(List.of(to(3, sync)), copies(fixture.tick(900_000)));
    }

    @Test
    void caughtUpMemberIsProposedAgain() {
        EngineFixture fixture = primary();
        fixture.receive(2, new Commit(0, new Entry(new Version(1, 2), new Version(0, 1), OUT)))
                .receive(2, new Ack(0, NEXT, 0))
                .receive(3, new Ack(0, NEXT, 0))
                .assertSent(toAll(new CaughtUp(0, NEXT, 3)));
        fixture.tick(150_000).assertSent();
        fixture.tick(300_000).assertSent(toAll(new CaughtUp(0, NEXT, 3)));
    }

    @Test
    void questionsOfReadersAreAskedAgain() {
        EngineFixture fixture = primary().take(new Event.Call(7, 1, 0, new Operation.Get(5)));
        fixture.receive(3, new Confirm(0, FIRST, 7, 1));
        fixture.tick(150_000).assertSent(to(2, new Probe(0, FIRST, 7, 1)));
        fixture.receive(2, new Confirm(0, FIRST, 7, 1)).tick(300_000).assertSent();
    }

    @Test
    void backupRepeatsNothing() {
        Setup setup = new Setup(MemberSet.of(1, 2, 3), 1, 3, 1);
        EngineFixture backup = new EngineFixture(new QuorumProtocol().found(2, setup)).tick(0);
        backup.receive(1, new Append(0, FIRST, 1, entry(7))).tick(150_000).assertSent();
    }

    @Test
    void entriesBehindLongMissingEntryAreSent() {
        EngineFixture fixture = write(primary(), 7).tick(150_000);
        write(fixture, 8).receive(2, new Ack(0, FIRST, 1)).tick(300_000);
        fixture.assertSent(to(3, new Append(0, FIRST, 1, entry(7))), to(3, new Append(0, FIRST, 2, entry(8))));
    }

    /** What a tick looks at does not grow with the number of partitions. Other replicas are something that cannot be looked at. */
    @Test
    void partitionsThatWaitForNothingAreNotLookedAt() {
        int partitions = 50_021;
        Setup setup = new Setup(MemberSet.of(1, 2, 3), partitions, 3, 1);
        EngineFixture fixture = new EngineFixture(new QuorumProtocol().found(1, setup)).tick(0);
        PartitionVector<Replica> whole = fixture.state.data().replicas();
        PartitionVector<Replica> closed = closed(whole);
        assertThrows(ClassCastException.class, () -> closed.get(4).epoch());
        QuorumState state = fixture.state;
        LocalState local = state.local().with(LocalState.Retransmissions.of(closed, new BitSet()));
        DataState data = state.data();
        fixture.state = new QuorumState(
                state.setup(),
                state.control(),
                new DataState(data.self(), data.status(), data.copies(), closed),
                local,
                state.master());
        fixture.tick(150_000).assertSent();
        fixture.take(new Event.Call(7, 1, 3, entry(7).operation())).tick(300_000);
        // It has not changed since then, and waits.
        Append append = new Append(3, FIRST, 1, entry(7));
        fixture.tick(450_000).assertSent(to(2, append), to(3, append));
        fixture.receive(2, new Ack(3, FIRST, 1))
                .receive(3, new Ack(3, FIRST, 1))
                .tick(600_000);
        assertEquals(List.of(), sent(fixture, 2));
        assertEquals(List.of(), sent(fixture, 3));
    }

    /** The replica of partition 3, and no other one. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static PartitionVector<Replica> closed(PartitionVector<Replica> whole) {
        PartitionVector vector = PartitionVector.filled(whole.size(), "closed");
        return vector.with(3, whole.get(3));
    }
}
