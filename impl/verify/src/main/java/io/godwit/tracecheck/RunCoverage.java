package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.GeneratedSection;
import io.godwit.tracecheck.TraceCheck.TraceCheckResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which actions runs have taken and which guards have refused something in them: {@code docs/results/runs.json}, and the section of
 * {@code docs/verify/evidence.md} that is made of it.
 */
public final class RunCoverage {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    /** The actions of both root modules, but for those that nobody can log: crashes, restarts, the end of a model's faults. */
    private static final Map<String, List<String>> ACTIONS = Map.of(
            "ControlPlane",
            List.of(
                    "StartElection",
                    "HandleVoteRequest",
                    "BecomeMaster",
                    "StartMigration",
                    "FinishMigration",
                    "AbandonMigration",
                    "Repair",
                    "ProposeChange",
                    "HandleAccept",
                    "CommitProposal",
                    "HandleCommit",
                    "Reboot",
                    "RestampVoters",
                    "AddVoter",
                    "RemoveVoter",
                    "HandleVoters"),
            "DataPlane",
            List.of(
                    "Activate",
                    "Write",
                    "WriteAgain",
                    "HandleSync",
                    "HandleAppend",
                    "AnswerWrite",
                    "AnswerAgain",
                    "StartRead",
                    "ReadAgain",
                    "HandleProbe",
                    "AnswerRead",
                    "EvictBackup",
                    "RemoveReplica",
                    "Promote",
                    "SwitchPrimary",
                    "StartMigration",
                    "ProposeMember",
                    "AdmitBackup",
                    "FinishMigration",
                    "AbortMigration",
                    "Restamp",
                    "RequestLeave",
                    "LeaveVoters",
                    "Release",
                    "HandleReleased"));

    private final Path results;
    private final GeneratedSection evidence;

    /**
     * Coverage of a project.
     *
     * @param root the project
     */
    public RunCoverage(Path root) {
        this.results = root.resolve("docs/results/runs.json");
        this.evidence = new GeneratedSection(
                root.resolve("docs/verify/evidence.md"), "runs", "./godwit trace check DIR --evidence NAME");
    }

    /**
     * Adds a run, or puts it in place of one of the same name.
     *
     * @param name what it was, for people
     * @throws BadInputException when the document has no such section
     */
    public void add(String name, TraceCheckResult verdict) throws BadInputException, IOException {
        ObjectNode runs =
                Files.isRegularFile(results) ? (ObjectNode) JSON.readTree(results.toFile()) : JSON.createObjectNode();
        ObjectNode run = runs.putObject(name);
        run.put("passed", verdict.passed());
        run.put("members", verdict.members());
        run.put("partitions", verdict.partitions());
        run.put("events", verdict.events());
        run.put("steps", verdict.steps());
        run.put("seconds", Math.round(verdict.seconds()));
        ObjectNode taken = run.putObject("taken");
        new TreeMap<>(verdict.taken()).forEach(taken::put);
        ObjectNode refused = run.putObject("refused");
        new TreeMap<>(verdict.refusals()).forEach(refused::put);
        Files.writeString(results, JSON.writeValueAsString(runs) + "\n");
        evidence.write(section(runs));
    }

    private static String section(ObjectNode runs) {
        StringBuilder text = new StringBuilder(
                        "\n| run | members | partitions | events | steps checked | seconds | verdict |\n")
                .append("|---|--:|--:|--:|--:|--:|---|\n");
        Map<String, Long> taken = new TreeMap<>();
        Map<String, Long> refused = new TreeMap<>();
        runs.fields().forEachRemaining(it -> {
            JsonNode run = it.getValue();
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %,d | %,d | %d | %s |%n",
                    it.getKey(),
                    run.path("members").asInt(),
                    run.path("partitions").asInt(),
                    run.path("events").asLong(),
                    run.path("steps").asLong(),
                    run.path("seconds").asLong(),
                    run.path("passed").asBoolean() ? "a behaviour" : "none"));
            run.path("taken")
                    .fields()
                    .forEachRemaining(a -> taken.merge(a.getKey(), a.getValue().asLong(), Long::sum));
            run.path("refused")
                    .fields()
                    .forEachRemaining(
                            g -> refused.merge(g.getKey(), g.getValue().asLong(), Long::sum));
        });
        List<String> never = new ArrayList<>();
        text.append("\n| action | steps |\n|---|--:|\n");
        for (String module : List.of("ControlPlane", "DataPlane")) {
            for (String action : ACTIONS.get(module)) {
                long count = taken.getOrDefault(module + "!" + action, 0L);
                if (count == 0) {
                    never.add(module + "!" + action);
                } else {
                    text.append(String.format(Locale.ROOT, "| %s!%s | %,d |%n", module, action, count));
                }
            }
        }
        text.append("\nTaken by no run: ")
                .append(never.isEmpty() ? "none" : String.join(", ", never))
                .append(".\n");
        text.append("\n| handler and guard | refusals |\n|---|--:|\n");
        refused.forEach((name, count) -> text.append(String.format(Locale.ROOT, "| %s | %,d |%n", name, count)));
        return text.append('\n').toString();
    }
}
