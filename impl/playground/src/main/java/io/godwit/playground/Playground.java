package io.godwit.playground;

import io.godwit.mutants.QuorumVariants;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.InputException;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Window;
import io.godwit.simulation.quorum.QuorumSubject;
import io.godwit.simulation.run.Simulation;
import java.util.Arrays;
import java.util.List;

/**
 * Answers the questions of the page. The same program runs in the browser and in the JVM, and gives the same answers. Without threads.
 */
final class Playground {
    private Playground() {}

    /**
     * Answers a question with the text of a JSON object. The first argument says what is asked; the others are those of {@link PlanArguments}.
     *
     * <ul>
     *   <li>{@code plan}: the plan that {@code simulate} draws for {@code seed}, {@code members}, {@code micros} and {@code faults}; with
     *       arguments {@code fault}, its faults are these instead of drawn ones
     *   <li>{@code run}: what comes of a plan, without the rule {@code guard} if there is one
     * </ul>
     *
     * A question that makes no sense is answered with {@code error}, and what is wrong.
     */
    static String answer(List<String> question) {
        JsonText json = new JsonText();
        json.object();
        try {
            PlanArguments arguments = new PlanArguments(question.subList(1, question.size()));
            switch (question.get(0)) {
                case "plan" -> PlanArguments.write(drawn(arguments), json.name("plan"));
                case "run" -> run(arguments, json);
                default -> throw new InputException("'" + question.get(0) + "' is neither plan nor run");
            }
        } catch (InputException e) {
            json = new JsonText().object();
            json.name("error").value(e.getMessage());
        }
        return json.endObject().toString();
    }

    private static RunPlan drawn(PlanArguments arguments) {
        List<String> windows = new QuorumSubject(Quorum.whole())
                .windows().stream().map(Window::name).toList();
        FaultChoice choice = FaultChoice.parse(arguments.text("faults"), windows);
        RunPlan plan = new RunPlanner(new RunSettings("quorum", arguments.members(), arguments.micros(), choice))
                .plan(arguments.seed());
        return arguments.faults().isEmpty() ? plan : plan.withFaults(arguments.faults());
    }

    private static void run(PlanArguments arguments, JsonText json) {
        Recording recording = new Recording();
        RunPlan plan = arguments.plan();
        RunResult result = Simulation.run(subject(arguments.text("guard")), plan, recording);
        PlanArguments.write(plan, json.name("plan"));
        if (!result.passed()) {
            json.name("property").value(result.violation().property());
            json.name("violation").value(result.violation().text());
        }
        json.name("waived").value(result.waived());
        json.name("endedAt").value(result.endedAt());
        json.name("settledAfter").value(result.settledAfter());
        json.name("delivered").value(result.delivered());
        json.name("calls").value(result.calls().ended());
        json.name("unknown").value(result.calls().unknown());
        json.name("fingerprint").value(Long.toHexString(result.fingerprint()));
        json.name("steps").json(recording.toString());
    }

    /** The protocol, or without the rule that the specification calls so. */
    private static QuorumSubject subject(String guard) {
        if (guard.isEmpty()) {
            return new QuorumSubject(Quorum.whole());
        }
        QuorumRule rule = Arrays.stream(QuorumRule.values())
                .filter(each -> each.spec().equals(guard))
                .findFirst()
                .orElseThrow(() -> new InputException("no rule '" + guard + "'"));
        return new QuorumSubject(QuorumVariants.without(rule));
    }
}
