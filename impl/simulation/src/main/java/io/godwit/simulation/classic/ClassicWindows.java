package io.godwit.simulation.classic;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.Window;
import io.godwit.simulation.classic.ClassicInvariants.LiveMembers;
import java.util.List;

/** The dangerous moments of classic. */
final class ClassicWindows {
    private static final int[] CLOSED = {};

    private ClassicWindows() {}

    static List<Window<ClassicState>> all() {
        return List.of(
                window("decided-unpublished", ClassicWindows::decided),
                window("served-unknown", 1, ClassicWindows::servedUnknown),
                window("last-step", ClassicWindows::lastStep),
                window("promotion", ClassicWindows::promotion),
                window("two-masters", ClassicWindows::twoMasters),
                window("migration", ClassicWindows::migration),
                window("failover", ClassicWindows::failover));
    }

    private interface Opens {
        int[] opened(Cluster<ClassicState> cluster, ClassicState before, Step<ClassicState> step);
    }

    private static Window<ClassicState> window(String name, Opens opens) {
        return window(name, 0, opens);
    }

    private static Window<ClassicState> window(String name, long least, Opens opens) {
        return new Window<>() {
            @Override
            public long least() {
                return least;
            }

            @Override
            public String name() {
                return name;
            }

            @Override
            public int[] opened(
                    Cluster<ClassicState> cluster,
                    MemberView<ClassicState> member,
                    ClassicState before,
                    Event event,
                    Step<ClassicState> step) {
                return opens.opened(cluster, before, step);
            }
        };
    }

    /** The master has decided a migration, and nobody else knows: master, destination, feeder. */
    private static int[] decided(Cluster<ClassicState> cluster, ClassicState before, Step<ClassicState> step) {
        for (Migration migration : step.state().completed()) {
            if (step.state().leads()
                    && migration.succeeded()
                    && !before.completed().knows(migration)) {
                return new int[] {step.state().self(), migration.destination(), migration.feeder()};
            }
        }
        return CLOSED;
    }

    /** An owner acknowledges a write, and no other member knows that it is owner: it (finding N6). */
    private static int[] servedUnknown(Cluster<ClassicState> cluster, ClassicState before, Step<ClassicState> step) {
        ClassicState after = step.state();
        for (Command command : step.commands()) {
            if (command instanceof Command.Answer answer && answer.result() instanceof Result.Done) {
                for (int p = 0; p < after.table().size(); p++) {
                    Executed executed = after.replicas().get(p).content().executed(answer.client());
                    boolean wrote = executed != null && executed.call() == answer.call();
                    if (wrote && isUnknown(cluster, after, p)) {
                        return new int[] {after.self()};
                    }
                }
            }
        }
        return CLOSED;
    }

    private static boolean isUnknown(Cluster<ClassicState> cluster, ClassicState owner, int partition) {
        return owner.table().owner(partition) == owner.self()
                && LiveMembers.states(cluster).stream()
                        .noneMatch(other ->
                                other.self() != owner.self() && other.table().owner(partition) == owner.self());
    }

    /** A copy is complete, and the destination is told to commit: master, destination, feeder. */
    private static int[] lastStep(Cluster<ClassicState> cluster, ClassicState before, Step<ClassicState> step) {
        for (MigrationProgress flight : step.state().inflight().values()) {
            Migration migration = flight.migration();
            MigrationProgress was = before.inflight().get(migration.partition());
            if (flight.stage() == MigrationProgress.Stage.COMMIT
                    && (was == null || was.stage() != MigrationProgress.Stage.COMMIT)) {
                return new int[] {step.state().self(), migration.destination(), migration.feeder()};
            }
        }
        return CLOSED;
    }

    /** The master has just asked a member to be promoted: that member, the master. */
    private static int[] promotion(Cluster<ClassicState> cluster, ClassicState before, Step<ClassicState> step) {
        if (before.promotion().isEmpty() && step.state().promotion().isPresent()) {
            return new int[] {
                step.state().promotion().get().destination(), step.state().self()
            };
        }
        return CLOSED;
    }

    /** A member leads while another one does: the old one, the new one. */
    private static int[] twoMasters(Cluster<ClassicState> cluster, ClassicState before, Step<ClassicState> step) {
        if (step.state().leads() && !before.leads()) {
            for (ClassicState other : LiveMembers.states(cluster)) {
                if (other.self() != step.state().self() && other.leads()) {
                    return new int[] {other.self(), step.state().self()};
                }
            }
        }
        return CLOSED;
    }

    /** A migration has just been started: destination, feeder, master. */
    private static int[] migration(Cluster<ClassicState> cluster, ClassicState before, Step<ClassicState> step) {
        for (MigrationProgress flight : step.state().inflight().values()) {
            if (!before.inflight().has(flight.migration().partition())) {
                return new int[] {
                    flight.migration().destination(),
                    flight.migration().feeder(),
                    step.state().self()
                };
            }
        }
        return CLOSED;
    }

    /** A new master has claimed and fetches: it. */
    private static int[] failover(Cluster<ClassicState> cluster, ClassicState before, Step<ClassicState> step) {
        boolean claims = step.state().duty() == MasterPhase.FETCH && before.duty() != MasterPhase.FETCH;
        return claims ? new int[] {step.state().self()} : CLOSED;
    }
}
