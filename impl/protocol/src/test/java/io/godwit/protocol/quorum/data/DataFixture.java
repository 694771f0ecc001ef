package io.godwit.protocol.quorum.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guard;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.Operation.Increment;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.List;

/** What the tests of the data plane talk about: members A to D, partition P, and what is easily said of them. */
public final class DataFixture {
    public static final int A = 1;
    public static final int B = 2;
    public static final int C = 3;
    public static final int D = 4;
    public static final int P = 1;
    public static final long CLIENT = 70;
    public static final long CALL = 700;
    public static final Version V1 = new Version(1, 1);
    public static final Version V2 = new Version(1, 2);
    public static final Version V3 = new Version(2, 1);

    /** A serves, B and C are backups, all in sync. */
    public static final Configuration ABC = Configuration.settled(A, B, C);

    private DataFixture() {}

    public static View view(Version version, Configuration configuration) {
        return new View(version, configuration);
    }

    /** Entry number i of client i, which adds i to a counter. */
    public static LogEntry entry(Version epoch, int i) {
        return new LogEntry(epoch, i, 1, new Increment(5, i));
    }

    /** Entries 1 to n of one version. */
    public static Log log(Version epoch, int n) {
        Log log = Log.EMPTY;
        for (int i = 1; i <= n; i++) {
            log = log.append(entry(epoch, i));
        }
        return log;
    }

    /** A member of a cluster that wants two copies, with one of its three partitions as given. */
    public static DataState member(int self, Replica replica) {
        return new DataState(
                self, Status.UP, 2, PartitionVector.filled(3, Replica.NONE).with(P, replica));
    }

    public static Replica replica(View view, Log log) {
        return new Replica(view, log, MemberSet.of(), PrimaryState.NONE);
    }

    /** Primary A under version 2, to which B has acknowledged two entries and C one. */
    public static Replica leading(Configuration configuration, Log log, int... waits) {
        return new Replica(
                view(V2, configuration),
                log,
                MemberSet.of(waits),
                primaryState(log(V1, 1))
                        .acknowledged(B, 2)
                        .acknowledged(C, 1)
                        .releaseSynced(configuration.participants().without(A)));
    }

    public static PrimaryState primaryState(Log synced) {
        return new PrimaryState(synced, Acks.NONE, LongMap.empty());
    }

    /** A serves, B is in sync, C is not, D becomes a replica in A's place. */
    public static Configuration moving() {
        return Configuration.of(A, new int[] {B, C}, MemberSet.of(A, B), A, D);
    }

    /** A serves, B is in sync, C is not. */
    public static Configuration lagging() {
        return Configuration.of(A, new int[] {B, C}, MemberSet.of(A, B), Members.NONE, Members.NONE);
    }

    /** Asserts exactly this outcome. */
    public static <S> void assertAccepts(S expected, List<Command> commands, Step<S> actual) {
        assertEquals(Step.to(expected, commands), actual);
    }

    /** Takes a message. */
    public static <S, M extends Message> Step<S> receive(S state, Received<M> event, Receiver<S, M> action) {
        return Step.of(state, s -> action.take(s, event.from(), event.message()));
    }

    /** An action that a message leads to. */
    @FunctionalInterface
    public interface Receiver<S, M> {
        Step<S> take(S state, int from, M message);
    }

    /** Asserts a refusal by this rule that leaves the state alone. */
    public static <S> void assertRefuses(Guard rule, S state, Step<S> actual) {
        assertEquals(rule, actual.refusal());
        assertSame(state, actual.state());
        assertEquals(List.of(), actual.commands());
    }
}
