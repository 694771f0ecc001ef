package io.godwit.simulation.cluster;

import io.godwit.protocol.Event;
import io.godwit.protocol.Step;
import io.godwit.simulation.Assumption;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Subject;
import io.godwit.simulation.linear.Linearizability;
import java.util.Map;
import java.util.Set;

/**
 * One run: members and clients go through a plan; then all faults end, the cluster has to come to rest, every key is read
 * once more, and the history of the clients is judged. Members and clients are those that run as processes; their
 * environment is simulated.
 *
 * @param <S> the state of one member
 */
public final class ClusterSimulation<S> {
    /** Interval of the checks whether the cluster is at rest, in microseconds. */
    private static final long LOOK = 250_000;
    /** Interval at which the figures of members are read, in microseconds. */
    private static final long FIGURES = 250_000;
    /** Time after the end within which every key must be readable, in microseconds. */
    private static final long READ_ALL = 10_000_000;

    private final RunPlan plan;
    private final SimulatedCluster<S> cluster;
    private final ClusterFaults<S> faults;
    private final ClusterClients clients;
    private final Subject<S> subject;
    private final Assumption<S> assumption;
    private long settledAt = -1;
    private String waived = "";

    private ClusterSimulation(
            Subject<S> subject, RunPlan plan, Observer<S> observer, MemberProcess.Factory<S> processes) {
        this.plan = plan;
        this.subject = subject;
        this.assumption = subject.assumption();
        this.cluster = new SimulatedCluster<>(subject, plan, observer, processes);
        this.clients = new ClusterClients(cluster);
        this.faults = new ClusterFaults<>(cluster, subject, clients::rush);
        cluster.listen(new SimulatedCluster.Listener<S>() {
            @Override
            public void stepped(SimulatedMember<S> member, S before, Event event, Step<S> step) {
                faults.stepped(member, before, event, step);
            }

            @Override
            public void left(SimulatedMember<S> member) {
                faults.stopped(member);
            }

            @Override
            public void lost(SimulatedMember<S> member) {
                faults.lost(member);
            }
        });
    }

    /**
     * Runs a plan.
     *
     * @param processes makes the members
     */
    public static <S> RunResult run(
            Subject<S> subject, RunPlan plan, Observer<S> observer, MemberProcess.Factory<S> processes) {
        return new ClusterSimulation<>(subject, plan, observer, processes).run();
    }

    private RunResult run() {
        cluster.found();
        faults.schedule();
        clients.start(plan.micros());
        cluster.after(FIGURES, this::figures);
        cluster.at(plan.calmFrom() + LOOK, this::look);
        cluster.run(plan.micros());
        settle();
        Violation unsettled = cluster.violation() == null ? atRest() : null;
        if (unsettled != null) {
            // What waits for the operator is to go on.
            waived = faults.lost().isWaiting() ? "" : assumption.broken(cluster);
            if (!waived.isEmpty()) {
                cluster.tell("waived", () -> waived);
            }
            cluster.note(waived.isEmpty() ? unsettled : null);
        }
        HistoryChecker judge = new HistoryChecker(Linearizability.DEFAULT_LIMIT, subject::counts);
        if (cluster.violation() == null) {
            Set<Long> unread = clients.readAll(READ_ALL);
            Map<Integer, Set<Long>> held = unread.isEmpty() ? clients.readByAll(READ_ALL) : Map.of();
            clients.end();
            cluster.note(judge.judge(
                    clients.history(), cluster.calls(), faults.lost().losses()));
            if (cluster.violation() == null && waived.isEmpty() && !unread.isEmpty()) {
                cluster.note(new Violation("Available", "all has healed, and these keys cannot be read: " + unread));
            }
            if (cluster.violation() == null && waived.isEmpty() && !held.isEmpty()) {
                cluster.note(new Violation(
                        "Available", "all has healed, and these keys can be read, but not by these clients: " + held));
            }
        }
        Violation violation = cluster.violation();
        if (violation != null) {
            cluster.tell("violated", violation::toString);
        }
        cluster.close();
        return result(judge.gaveUp());
    }

    private void figures() {
        cluster.look();
        cluster.after(FIGURES, this::figures);
    }

    /** Remembers since when the cluster is at rest. */
    private void look() {
        String missing = cluster.unsettled();
        if (!missing.isEmpty()) {
            settledAt = -1;
        } else if (settledAt < 0) {
            settledAt = cluster.now();
            cluster.tell("settled", () -> "the cluster is at rest");
        }
        if (cluster.now() + LOOK <= plan.micros()) {
            cluster.after(LOOK, this::look);
        }
    }

    /** Gives a cluster that is not at rest, without calls, as much time after the faults as a long run has. */
    private void settle() {
        while (cluster.violation() == null
                && !cluster.unsettled().isEmpty()
                && cluster.now() + LOOK <= plan.calmFrom() + RunPlanner.CALM) {
            cluster.run(cluster.now() + LOOK);
            look();
        }
    }

    private Violation atRest() {
        String missing = cluster.unsettled();
        if (missing.isEmpty()) {
            return null;
        }
        return new Violation("Converge", (cluster.now() - plan.calmFrom()) + " us after the faults ended: " + missing);
    }

    private RunResult result(int gaveUp) {
        int unknown = (int) clients.history().byKey().values().stream()
                .flatMap(calls -> calls.stream())
                .filter(call -> !call.known())
                .count();
        return new RunResult(
                plan,
                cluster.violation(),
                waived,
                cluster.now(),
                settledAt < 0 ? -1 : settledAt - plan.calmFrom(),
                cluster.delivered(),
                new RunResult.CallCount(clients.history().size(), unknown, gaveUp, clients.batches()),
                faults.intended(),
                faults.happened(),
                cluster.reached(),
                clients.made(),
                cluster.fingerprint());
    }
}
