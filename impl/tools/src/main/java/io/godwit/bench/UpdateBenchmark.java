package io.godwit.bench;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One change of one partition with seven replicas. It is to cost the same whatever the number of partitions. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class UpdateBenchmark {
    /** Number of partitions. */
    @Param({"271", "50021"})
    public int partitions;

    private final Stamps stamps = new Stamps();
    private PartitionVector<Entry> registers;
    private PartitionTable table;
    private long stamp;
    private int next;

    /** Makes the tables. */
    @Setup
    public void fill() {
        registers = PartitionVector.of(partitions, p -> entry(1));
        stamp = stamps.of(registers);
        table = PartitionTable.of(
                partitions, p -> io.godwit.protocol.classic.data.PartitionEntry.of(7, 1, 2, 3, 4, 5, 6, 7));
    }

    private static Entry entry(int number) {
        return new Entry(
                new Version(1, number), new Version(1, number - 1), Configuration.settled(1, 2, 3, 4, 5, 6, 7));
    }

    /** A register of quorum, and the stamp with it. */
    @Benchmark
    public long quorum() {
        int partition = nextPartition();
        Entry before = registers.get(partition);
        Entry after = entry(before.number() + 1);
        registers = registers.with(partition, after);
        stamp = stamps.exchange(stamp, partition, before, after);
        return stamp;
    }

    /** An entry of classic. */
    @Benchmark
    public PartitionTable classic() {
        int partition = nextPartition();
        table = table.with(partition, table.get(partition).raised(1).with(3, 9));
        return table;
    }

    /** All over the table, so that the memory of a great table counts. */
    private int nextPartition() {
        next = (next + 7919) % partitions;
        return next;
    }
}
