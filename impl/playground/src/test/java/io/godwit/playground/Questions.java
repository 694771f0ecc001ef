package io.godwit.playground;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.Window;
import io.godwit.simulation.classic.ClassicSubject;
import io.godwit.simulation.quorum.QuorumSubject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Questions as the page asks them. */
final class Questions {
    private static final long MICROS = 2_000_000;
    private static final long CLASSIC_MICROS = 4_000_000;
    private static final long MILLISECOND = 1_000;
    private static final long SECOND = 1_000_000;
    private static final int MEMBERS = 5;

    private static final int SEEDS = 20;
    private static final int SEEDS_OF_CLASSIC = 5;

    /** One of the engine's store, one of its loop, and one that reaches fields by reflection. */
    private static final List<String> MUTANTS = List.of("durability/NoSync", "loop/TimerRunsOnce", "client/NewNumber");

    /** Several writes are lost in the same step: which of them is named? */
    private static final String MOMENT = "split-loss";

    private Questions() {}

    /** The runs that are to be the same everywhere. */
    static List<List<String>> all() throws IOException {
        List<List<String>> questions = new ArrayList<>();
        LongStream.rangeClosed(1, SEEDS).mapToObj(Questions::run).forEach(questions::add);
        LongStream.rangeClosed(1, SEEDS_OF_CLASSIC)
                .mapToObj(Questions::runClassic)
                .forEach(questions::add);
        MUTANTS.forEach(name -> questions.add(run(plan(1), name)));
        for (JsonNode moment : PlaygroundPage.moments()) {
            if (moment.path("name").asText().equals(MOMENT)) {
                questions.add(run(moment));
            }
        }
        return questions;
    }

    /** Without the fingerprint of classic: its codec writes sets in the order in which a platform walks through them. */
    static String comparable(String answer) {
        return answer.contains("\"protocol\":\"classic\"")
                ? answer.replaceFirst("\"fingerprint\":\"?\\w+\"?", "\"fingerprint\":0")
                : answer;
    }

    /** To run what the page runs at a moment that is not that of a rule. */
    static List<String> run(JsonNode moment) {
        List<String> question = new ArrayList<>(List.of("run"));
        question.addAll(Arrays.asList(moment.path("run").asText().split("&")));
        return question;
    }

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

    /** To run the plan that is drawn for a seed of classic as it was published. */
    static List<String> runClassic(long seed) {
        List<String> windows = new ClassicSubject(Classic.published())
                .windows().stream().map(Window::name).toList();
        FaultChoice choice = FaultChoice.parse("crash@migration,delay,join,leave", windows);
        return run(new RunPlanner(new RunSettings("classic", MEMBERS, CLASSIC_MICROS, choice)).plan(seed), "");
    }

    /** To draw the plan of a seed that shows what breaks without a rule, as the page asks for it. */
    static List<String> plan(JsonNode guard) {
        JsonNode search = guard.path("search");
        List<String> question = new ArrayList<>(List.of(
                "plan",
                "protocol=" + guard.path("protocol").asText(),
                "seed=" + guard.path("seed").asText(),
                "members=" + search.path("members").asInt(),
                "micros=" + search.path("seconds").asLong() * SECOND,
                "faults=" + search.path("faults").asText()));
        for (JsonNode fault : search.path("schedule")) {
            question.add("fault="
                    + text(new Fault(
                            FaultKind.of(fault.path("fault").asText()),
                            fault.path("at").asLong() * MILLISECOND,
                            "",
                            0,
                            fault.path("site").asInt(),
                            fault.path("other").asInt(),
                            fault.path("amount").asLong(),
                            fault.path("lasts").asLong() * MILLISECOND)));
        }
        return question;
    }

    /** A plan as it was answered. */
    static RunPlan read(JsonNode plan) {
        List<String> arguments = new ArrayList<>();
        for (String name :
                List.of("protocol", "members", "partitions", "parallel", "clients", "seed", "micros", "calmFrom")) {
            arguments.add(name + "=" + plan.path(name).asText());
        }
        List<String> copies = new ArrayList<>();
        plan.path("copies").forEach(each -> copies.add(each.asText()));
        arguments.add("copies=" + String.join(",", copies));
        for (JsonNode fault : plan.path("faults")) {
            List<String> fields = new ArrayList<>();
            for (String name : List.of("kind", "at", "window", "delay", "site", "other", "amount", "duration")) {
                fields.add(fault.path(name).asText());
            }
            arguments.add("fault=" + String.join(",", fields));
        }
        return new PlanArguments(arguments).plan();
    }

    /** To run a plan without a rule. */
    static List<String> run(RunPlan plan, String guard) {
        List<String> question = new ArrayList<>(List.of(
                "run",
                "protocol=" + plan.protocol(),
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
