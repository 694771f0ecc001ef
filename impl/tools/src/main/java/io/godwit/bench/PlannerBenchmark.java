package io.godwit.bench;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Rules;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.Arranger;
import io.godwit.protocol.planner.MemberGroups;
import io.godwit.protocol.planner.PlanAndRun;
import io.godwit.protocol.planner.Style;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A whole plan: the target of every partition, and the steps of each that changes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class PlannerBenchmark {
    /** Partitions x members. */
    @Param({"10007x10", "50021x100"})
    public String size;

    /** Replicas of each partition. */
    @Param({"3", "7"})
    public int copies;

    /** What the protocol can do. */
    @Param
    public Style style;

    private final PlanAndRun planner = new PlanAndRun(Rules.ALL);
    private int partitions;
    private int members;
    private PartitionVector<Arrangement> table;

    /** Makes the balanced table. */
    @Setup
    public void balance() {
        partitions = Integer.parseInt(size.substring(0, size.indexOf('x')));
        members = Integer.parseInt(size.substring(size.indexOf('x') + 1));
        table = Tables.balanced(partitions, members, copies, style);
    }

    /** A new cluster. */
    @Benchmark
    public int first() {
        return steps(Tables.empty(partitions, copies), Tables.members(members));
    }

    /** One more member. */
    @Benchmark
    public int join() {
        return steps(table, Tables.members(members + 1));
    }

    /** One member less. */
    @Benchmark
    public int leave() {
        MemberSet left = Tables.members(members).members().without(members / 2);
        return steps(table, MemberGroups.each(left));
    }

    private int steps(PartitionVector<Arrangement> current, MemberGroups groups) {
        PartitionVector<Arrangement> target = Arranger.arrange(current, groups, copies, style);
        int steps = 0;
        for (int p = 0; p < partitions; p++) {
            steps += planner.plan(current.get(p), target.get(p)).steps().size();
        }
        return steps;
    }

    /** Tables to measure with. */
    static final class Tables {
        private Tables() {}

        /** Members 1 to n, each a group of its own. */
        static MemberGroups members(int n) {
            return MemberGroups.each(MemberSet.of(IntStream.rangeClosed(1, n).toArray()));
        }

        /** A table without replicas. */
        static PartitionVector<Arrangement> empty(int partitions, int copies) {
            return PartitionVector.filled(partitions, Arrangement.empty(copies));
        }

        /** A balanced table over members 1 to n. */
        static PartitionVector<Arrangement> balanced(int partitions, int n, int copies, Style style) {
            return Arranger.arrange(empty(partitions, copies), members(n), copies, style);
        }
    }
}
