package io.godwit.bench;

import io.godwit.protocol.classic.data.Stamp;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The seed's stamp of a whole table, as classic computes it when it is asked for. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class StampBenchmark {
    /** Number of partitions. */
    @Param({"271", "50021"})
    public int partitions;

    private int[] versions;

    /** Makes the versions. */
    @Setup
    public void number() {
        versions = new int[partitions];
        for (int p = 0; p < partitions; p++) {
            versions[p] = 7 + p % 31;
        }
    }

    /** From scratch. */
    @Benchmark
    public long classic() {
        return Stamp.of(partitions, p -> versions[p]);
    }
}
