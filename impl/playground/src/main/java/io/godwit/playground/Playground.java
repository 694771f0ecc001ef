package io.godwit.playground;

import io.godwit.mutants.Mutants;
import io.godwit.mutants.Mutants.Mutant;
import io.godwit.mutants.runtime.ActiveMutant;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.InputException;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Window;
import io.godwit.simulation.classic.ClassicSubject;
import io.godwit.simulation.quorum.QuorumSubject;
import io.godwit.simulation.run.SelectedProperties;
import io.godwit.simulation.run.Simulation;
import java.util.List;
import java.util.Set;

/**
 * Answers the questions of the page. The same program runs in the browser and in the JVM, and gives the same answers. Without threads.
 */
final class Playground {
    /** The property of a run that ends with an exception: members never throw one. */
    static final String RUNS = "Runs";

    private Playground() {}

    /**
     * Answers a question with the text of a JSON object. The first argument says what is asked; the others are those of {@link PlanArguments}.
     *
     * <ul>
     *   <li>{@code plan}: the plan that {@code simulate} draws for {@code protocol}, {@code seed}, {@code members}, {@code micros} and {@code
     *       faults}; with arguments {@code fault}, its faults are these instead of drawn ones
     *   <li>{@code run}: what comes of a plan. Without {@code guard} the protocol is as it is, {@code classic} as it was published. With it,
     *       one rule is missing, in {@code classic} from the repaired protocol; or, if it has a slash in its name, it is a mutant of the
     *       runtime. With {@code only}, the run goes on past violations of other properties
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
        Subject<?> subject = arguments.isClassic() ? classic("") : quorum("");
        List<String> windows = subject.windows().stream().map(Window::name).toList();
        FaultChoice choice = FaultChoice.parse(arguments.text("faults"), windows);
        RunPlan plan = new RunPlanner(
                        new RunSettings(arguments.protocol(), arguments.members(), arguments.micros(), choice))
                .plan(arguments.seed());
        return arguments.faults().isEmpty() ? plan : plan.withFaults(arguments.faults());
    }

    private static void run(PlanArguments arguments, JsonText json) {
        String guard = arguments.text("guard");
        boolean isOfRuntime = guard.contains("/");
        if (!ActiveMutant.choose(isOfRuntime ? guard : "") || (isOfRuntime && arguments.isClassic())) {
            throw new InputException("no mutant '" + guard + "' of the runtime, or not one that this page has");
        }
        if (arguments.isClassic()) {
            run(classic(guard), new ClassicText(), arguments, json);
        } else {
            run(quorum(isOfRuntime ? "" : guard), new QuorumText(), arguments, json);
        }
    }

    private static <S> void run(Subject<S> all, ProtocolText<S> text, PlanArguments arguments, JsonText json) {
        RunPlan plan = arguments.plan();
        String only = arguments.text("only");
        Subject<S> subject = only.isEmpty() ? all : new SelectedProperties<>(all, Set.of(only));
        Recording<S> recording = new Recording<>(text);
        PlanArguments.write(plan, json.name("plan"));
        try {
            write(Simulation.run(subject, plan, recording), json);
        } catch (RuntimeException | AssertionError e) {
            // Neither the member nor what is around it may throw an exception.
            json.name("property").value(RUNS);
            json.name("violation").value(String.valueOf(e));
        }
        json.name("steps").json(recording.toString());
    }

    private static void write(RunResult result, JsonText json) {
        if (!result.passed()) {
            json.name("property").value(result.violation().property());
            json.name("violation").value(result.violation().text());
        }
        json.name("waived").value(result.waived());
        json.name("endedAt").value(result.endedAt());
        json.name("settledAfter").value(result.settledAfter());
        json.name("delivered").value(result.delivered());
        json.name("ended").value(result.calls().ended());
        json.name("unknown").value(result.calls().unknown());
        json.name("fingerprint").value(Long.toHexString(result.fingerprint()));
    }

    /** Quorum, or quorum without the rule that the specification calls so. */
    private static QuorumSubject quorum(String guard) {
        return new QuorumSubject(
                guard.isEmpty() ? Quorum.whole() : mutant("quorum", guard).quorum());
    }

    /** Classic as it was published, or with its repairs and without the rule that the specification calls so. */
    private static ClassicSubject classic(String guard) {
        return new ClassicSubject(
                guard.isEmpty() ? Classic.published() : mutant("classic", guard).classic());
    }

    private static Mutant mutant(String protocol, String guard) {
        return Mutants.of(protocol).stream()
                .filter(each -> each.guard().spec().equals(guard))
                .findFirst()
                .orElseThrow(() -> new InputException("no rule '" + guard + "' of " + protocol));
    }
}
