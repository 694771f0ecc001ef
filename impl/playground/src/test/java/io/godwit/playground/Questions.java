package io.godwit.playground;

import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.Window;
import io.godwit.simulation.quorum.QuorumSubject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Questions as the page asks them. */
final class Questions {
    private static final long MICROS = 2_000_000;
    private static final int MEMBERS = 5;

    private Questions() {}

    /** To run the plan that is drawn for a seed. */
    static List<String> run(long seed) {
        return run(plan(seed), "");
    }

    /** The plan of a seed. */
    static RunPlan plan(long seed) {
        List<String> windows = new QuorumSubject(Quorum.whole())
                .windows().stream().map(Window::name).toList();
        return new RunPlanner(new RunSettings("quorum", MEMBERS, MICROS, FaultChoice.all(windows))).plan(seed);
    }

    /** To run a plan without a rule. */
    static List<String> run(RunPlan plan, String guard) {
        List<String> question = new ArrayList<>(List.of(
                "run",
                "members=" + plan.members(),
                "partitions=" + plan.partitions(),
                "copies=" + copies(plan),
                "parallel=" + plan.parallel(),
                "clients=" + plan.clients(),
                "seed=" + plan.seed(),
                "micros=" + plan.micros(),
                "calmFrom=" + plan.calmFrom(),
                "guard=" + guard));
        plan.faults().forEach(fault -> question.add("fault=" + text(fault)));
        return question;
    }

    private static String copies(RunPlan plan) {
        return plan.copies().ranges() == 1
                ? Integer.toString(plan.copies().only())
                : Arrays.stream(plan.copies().toArray())
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(","));
    }

    private static String text(Fault fault) {
        return String.join(
                ",",
                fault.kind().text(),
                Long.toString(fault.at()),
                fault.window(),
                Long.toString(fault.delay()),
                Integer.toString(fault.site()),
                Integer.toString(fault.other()),
                Long.toString(fault.amount()),
                Long.toString(fault.duration()));
    }
}
