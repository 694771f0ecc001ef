package io.godwit.cli;

import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.InputException;
import io.godwit.simulation.PlanJson;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Window;
import io.godwit.simulation.run.SelectedProperties;
import io.godwit.simulation.run.Subjects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of the simulated runs. */
final class SimulateOptions {
    private static final int MOST_MEMBERS = 50;
    private static final long SHORTEST = 1_000_000;
    private static final String DEFAULT_PROTOCOL = "quorum";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            description =
                    "quorum, classic (as published) or classic-repaired. Default: the protocol of the schedule, or "
                            + DEFAULT_PROTOCOL + ".")
    private String protocol;

    @Option(
            names = "--members",
            paramLabel = "N",
            defaultValue = "5",
            description = "Initial number of members. Default: ${DEFAULT-VALUE}.")
    private int members;

    @Option(
            names = "--faults",
            paramLabel = "LIST",
            defaultValue = "all",
            description =
                    "Faults, separated by commas, such as crash,halves,pause@promotion; or none; or all, from which each"
                            + " seed draws a few. An unknown name makes the command list the known ones. Default: ${DEFAULT-VALUE}.")
    private String faults;

    @Option(
            names = "--time",
            paramLabel = "T",
            defaultValue = "60s",
            description =
                    "Virtual duration of a run; faults end half of it, at most 20s, before the end. Default: ${DEFAULT-VALUE}.")
    private String time;

    @Option(
            names = "--mutant",
            paramLabel = "NAME",
            description = "Run a mutant of the protocol instead, to see it caught.")
    private String mutant;

    @Option(
            names = "--only",
            paramLabel = "NAMES",
            split = ",",
            description =
                    "Properties to check, such as AckedDurable,Linearizable; violations of others are ignored. Default: all.")
    private Set<String> only = Set.of();

    @Option(names = "--schedule", paramLabel = "FILE", description = "Run this schedule instead of random ones.")
    private Path schedule;

    /** The schedule, or null. */
    RunPlan plan() throws IOException {
        if (schedule == null) {
            return null;
        }
        if (!Files.isRegularFile(schedule)) {
            throw wrongUse("--schedule: no such file: " + schedule);
        }
        RunPlan plan = PlanJson.read(schedule.toString(), Files.readString(schedule));
        if (protocol != null && !protocol.equals(plan.protocol())) {
            throw wrongUse("--schedule: it was made for protocol " + plan.protocol() + ", not for " + protocol);
        }
        return plan;
    }

    /** The selected protocol or mutant. */
    Subject<?> subject(RunPlan plan) {
        String name = protocol != null ? protocol : plan != null ? plan.protocol() : DEFAULT_PROTOCOL;
        try {
            boolean whole = mutant == null || MutantOption.isOfRuntime(spec.commandLine(), mutant);
            Subject<?> subject = whole ? Subjects.protocol(name) : Subjects.mutant(name, mutant);
            return only.isEmpty() ? subject : only(subject);
        } catch (InputException e) {
            throw wrongUse((mutant == null ? "--protocol: " : "--mutant: ") + e.getMessage());
        }
    }

    private <S> Subject<S> only(Subject<S> subject) {
        try {
            return new SelectedProperties<>(subject, only);
        } catch (InputException e) {
            throw wrongUse("--only: " + e.getMessage());
        }
    }

    /** The settings that all runs share. */
    RunSettings settings(Subject<?> subject) {
        if (members < 1 || members > MOST_MEMBERS) {
            throw wrongUse("--members must be 1 to " + MOST_MEMBERS);
        }
        try {
            long micros = TimeSpan.toMicros(time);
            if (micros < SHORTEST) {
                throw wrongUse("--time must be at least 1s");
            }
            List<String> windows = subject.windows().stream().map(Window::name).toList();
            return new RunSettings(subject.name(), members, micros, FaultChoice.parse(faults, windows));
        } catch (InputException e) {
            throw wrongUse("--faults: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw wrongUse("--time: " + e.getMessage());
        }
    }

    /** A description of the settings. */
    SortedMap<String, String> described() {
        SortedMap<String, String> words = new TreeMap<>();
        words.put("protocol", protocol == null ? DEFAULT_PROTOCOL : protocol);
        words.put("members", Integer.toString(members));
        words.put("faults", faults);
        words.put("time", time);
        if (mutant != null) {
            words.put("mutant", mutant);
        }
        if (!only.isEmpty()) {
            words.put("only", String.join(",", new TreeSet<>(only)));
        }
        return words;
    }

    private ParameterException wrongUse(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
