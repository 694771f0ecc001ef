package io.godwit.simulation.world;

import io.godwit.simulation.Violation;
import io.godwit.simulation.linear.Linearizability;
import io.godwit.simulation.plan.Plan;
import io.godwit.simulation.subject.Assumption;
import io.godwit.simulation.subject.Subject;
import java.util.Set;
import java.util.TreeSet;

/**
 * One run: members and clients live through a plan; then all heals, the cluster has to come to rest, every key is read once
 * more, and what the clients lived through is judged.
 *
 * @param <S> the state of one member
 */
public final class Simulation<S> {
    /** Whether the cluster is at rest is looked at that often. */
    private static final long LOOK = 250_000;
    /** So long, after the end, every key must be readable. */
    private static final long READ_ALL = 10_000_000;

    private final Plan plan;
    private final World<S> world;
    private final Faults<S> faults;
    private final Clients clients;
    private final Subject<S> subject;
    private final Assumption<S> assumption;
    private long settledAt = -1;
    private String waived = "";

    private Simulation(Subject<S> subject, Plan plan, Observer<S> observer) {
        this.plan = plan;
        this.subject = subject;
        this.assumption = subject.assumption();
        this.world = new World<>(subject, plan, observer);
        this.clients = new Clients(world);
        this.faults = new Faults<>(world, subject, clients::rush);
        world.listen(clients::answered, faults::stepped, faults::stopped);
    }

    /** Runs a plan. */
    public static <S> RunResult run(Subject<S> subject, Plan plan, Observer<S> observer) {
        return subject.runner().run(subject, plan, observer);
    }

    /** Runs a plan with nothing around the engines but this world. */
    public static <S> RunResult runEngines(Subject<S> subject, Plan plan, Observer<S> observer) {
        return new Simulation<>(subject, plan, observer).run();
    }

    private RunResult run() {
        world.found();
        faults.schedule();
        clients.start(plan.micros());
        world.at(plan.calmFrom() + LOOK, this::look);
        world.run(plan.micros());
        Violation unsettled = world.violation() == null ? atRest() : null;
        if (unsettled != null) {
            waived = assumption.broken(world);
            if (!waived.isEmpty()) {
                world.tell("waived", waived);
            }
            world.note(waived.isEmpty() ? unsettled : null);
        }
        Judge judge = new Judge(Linearizability.DEFAULT_LIMIT, subject::counts);
        if (world.violation() == null) {
            Set<Long> unread =
                    clients.readAll(new TreeSet<>(clients.history().byKey().keySet()), READ_ALL);
            world.note(judge.judge(clients.history()));
            if (world.violation() == null && waived.isEmpty() && !unread.isEmpty()) {
                world.note(new Violation("Available", "all has healed, and these keys cannot be read: " + unread));
            }
        }
        Violation violation = world.violation();
        if (violation != null) {
            world.tell("violated", violation.toString());
        }
        return result(judge.gaveUp());
    }

    /** Remembers since when the cluster is at rest. */
    private void look() {
        String missing = world.unsettled();
        if (!missing.isEmpty()) {
            settledAt = -1;
        } else if (settledAt < 0) {
            settledAt = world.now();
            world.tell("settled", "the cluster is at rest");
        }
        if (world.now() + LOOK <= plan.micros()) {
            world.after(LOOK, this::look);
        }
    }

    private Violation atRest() {
        String missing = world.unsettled();
        if (missing.isEmpty()) {
            return null;
        }
        return new Violation("Converge", (plan.micros() - plan.calmFrom()) + " us after the faults ended: " + missing);
    }

    private RunResult result(int gaveUp) {
        int unknown = (int) clients.history().byKey().values().stream()
                .flatMap(calls -> calls.stream())
                .filter(call -> !call.known())
                .count();
        return new RunResult(
                plan,
                world.violation(),
                waived,
                world.now(),
                settledAt < 0 ? -1 : settledAt - plan.calmFrom(),
                world.delivered(),
                clients.history().size(),
                unknown,
                gaveUp,
                faults.intended(),
                faults.happened(),
                clients.made(),
                0);
    }
}
