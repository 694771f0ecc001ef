package io.godwit.simulation.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.ClusterInvariants;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.ForwardingSubject;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Runs;
import io.godwit.simulation.Subject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members lose a partition, and an operator declares that. */
class LostPartitionTest {
    private static final long SECOND = 1_000_000;
    private static final int PARTITIONS = 7;
    private static final int SEEDS = 8;
    private static final Subject<QuorumState> QUORUM = new QuorumSubject(Quorum.whole());

    /** Every second seed has bad links, and of two seeds one whose members come back with their old copies. */
    private static RunResult run(Subject<QuorumState> subject, long seed) {
        List<Fault> faults = new ArrayList<>();
        if (seed % 4 > 1) {
            faults.add(Fault.at(2 * SECOND, FaultKind.LOSS, 0, 0, 50_000, 8 * SECOND));
            faults.add(Fault.at(2 * SECOND, FaultKind.JITTER, 0, 0, 50_000, 8 * SECOND));
        }
        long at = 4 * SECOND + seed * 10_007;
        faults.add(Fault.at(at, FaultKind.LOST_PARTITION, 0, (int) (seed % 2), seed % PARTITIONS, 2 * SECOND));
        RunPlan plan = new RunPlan(
                "quorum", seed, 5, PARTITIONS, Copies.all(2), 4, 30 * SECOND, 12 * SECOND, 6, faults, List.of());
        return Runs.run(subject, plan);
    }

    private static boolean hasBegunAgain(RunResult result) {
        return result.reached().getOrDefault("declared-lost", 0) > 0;
    }

    @Test
    void partitionBeginsAgainWithoutWhatIsGone() {
        int begun = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            RunResult result = run(QUORUM, seed);
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
            assertEquals("", result.waived(), "seed " + seed);
            begun += hasBegunAgain(result) ? 1 : 0;
        }
        assertTrue(begun > SEEDS / 2, "begun again: " + begun);
    }

    /** As {@link #run}, with a second range of partitions whose map has no backups and begins again by itself. */
    private static RunResult runByItself(Subject<QuorumState> subject, long seed) {
        List<Fault> faults = new ArrayList<>();
        if (seed % 4 > 1) {
            faults.add(Fault.at(2 * SECOND, FaultKind.LOSS, 0, 0, 50_000, 8 * SECOND));
            faults.add(Fault.at(2 * SECOND, FaultKind.JITTER, 0, 0, 50_000, 8 * SECOND));
        }
        long at = 4 * SECOND + seed * 10_007;
        faults.add(Fault.at(
                at, FaultKind.LOST_PARTITION, 0, 2 + (int) (seed % 2), PARTITIONS + seed % PARTITIONS, 2 * SECOND));
        RunPlan plan = new RunPlan(
                "quorum",
                seed,
                5,
                2 * PARTITIONS,
                Copies.ranges(PARTITIONS, 2, 1),
                4,
                30 * SECOND,
                12 * SECOND,
                6,
                faults,
                List.of());
        return Runs.run(subject, plan);
    }

    @Test
    void partitionsOfAMapWithoutBackupsBeginAgainEmptyByThemselves() {
        int begun = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            RunResult result = runByItself(QUORUM, seed);
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
            assertEquals("", result.waived(), "seed " + seed);
            begun += hasBegunAgain(result) ? 1 : 0;
        }
        assertTrue(begun > SEEDS / 2, "begun again: " + begun);
    }

    /** Invariants that are not told of the loss. */
    private record Unaware(ClusterInvariants<QuorumState> told) implements ClusterInvariants<QuorumState> {
        @Override
        public List<String> names() {
            return told.names();
        }

        @Override
        public Violation stepped(
                Cluster<QuorumState> cluster,
                MemberView<QuorumState> member,
                QuorumState before,
                Event event,
                Step<QuorumState> step) {
            return told.stepped(cluster, member, before, event, step);
        }

        @Override
        public Violation answered(Cluster<QuorumState> cluster, MemberView<QuorumState> member, Command.Answer answer) {
            return told.answered(cluster, member, answer);
        }

        @Override
        public Violation started(Cluster<QuorumState> cluster, MemberView<QuorumState> member) {
            return told.started(cluster, member);
        }

        @Override
        public String unsettled(Cluster<QuorumState> cluster) {
            return told.unsettled(cluster);
        }
    }

    /** A declaration is a decision that no other step allows: it is one only where a partition was lost. */
    @Test
    void declarationOfAPartitionThatIsNotLostIsFound() {
        Subject<QuorumState> unaware = new ForwardingSubject<>(QUORUM) {
            @Override
            public ClusterInvariants<QuorumState> invariants() {
                return new Unaware(super.invariants());
            }
        };
        for (long seed = 1; seed <= SEEDS; seed++) {
            if (hasBegunAgain(run(QUORUM, seed))) {
                assertEquals("Agreement", run(unaware, seed).violation().property());
                return;
            }
        }
        throw new AssertionError("no partition has begun again in " + SEEDS + " seeds");
    }
}
