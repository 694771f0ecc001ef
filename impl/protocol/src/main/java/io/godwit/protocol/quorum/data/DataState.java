package io.godwit.protocol.quorum.data;

import io.godwit.protocol.Copies;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.SpecVariable;
import java.util.Objects;

/**
 * The data plane of one member. Immutable.
 *
 * @param self the member
 * @param status whether it runs
 * @param copies wanted in-sync replicas of each partition; {@code Copies}, of which a model has one for all
 * @param replicas what it has of each partition
 * @param times how long read leases last
 * @param now the time of the event that the member takes, {@link LeaseTimes#UNKNOWN} if it has none
 */
public record DataState(
        int self,
        @SpecVariable("quorum/DataState!status") Status status,
        Copies copies,
        PartitionVector<Replica> replicas,
        LeaseTimes times,
        long now) {
    /** Refuses missing parts. */
    public DataState {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(copies, "copies");
        Objects.requireNonNull(replicas, "replicas");
        Objects.requireNonNull(times, "times");
    }

    /** Without read leases. */
    public DataState(int self, Status status, Copies copies, PartitionVector<Replica> replicas) {
        this(self, status, copies, replicas, LeaseTimes.NONE, LeaseTimes.UNKNOWN);
    }

    /** With the same number of wanted replicas for all partitions. */
    public DataState(int self, Status status, int copies, PartitionVector<Replica> replicas) {
        this(self, status, Copies.all(copies), replicas);
    }

    /** A member whose process has not started. */
    public static DataState unborn(int self, int partitions, Copies copies) {
        return new DataState(self, Status.UNBORN, copies, PartitionVector.filled(partitions, Replica.NONE));
    }

    /** Does it run? */
    public boolean isUp() {
        return status == Status.UP;
    }

    /** Has it activated a configuration of the partition that makes it primary? */
    public boolean isPrimary(int partition) {
        return replica(partition).isPrimary(self);
    }

    /** What it has of a partition. */
    public Replica replica(int partition) {
        return replicas.get(partition);
    }

    /** With something else of one partition. */
    public DataState with(int partition, Replica replica) {
        return new DataState(self, status, copies, replicas.with(partition, replica), times, now);
    }

    /** At another time. */
    public DataState at(long newNow) {
        return newNow == now ? this : new DataState(self, status, copies, replicas, times, newNow);
    }

    /** With read leases that last so long. */
    public DataState with(LeaseTimes newTimes) {
        return new DataState(self, status, copies, replicas, newTimes, now);
    }

    /** With something else that it leads a partition with. */
    public DataState withPrimaryState(int partition, PrimaryState primaryState) {
        return with(partition, replica(partition).withPrimaryState(primaryState));
    }

    /** With another status. */
    public DataState with(Status newStatus) {
        return new DataState(self, newStatus, copies, replicas, times, now);
    }

    /** Without anything that it knew. */
    public DataState forgotten() {
        return new DataState(self, status, copies, PartitionVector.filled(replicas.size(), Replica.NONE), times, now);
    }
}
