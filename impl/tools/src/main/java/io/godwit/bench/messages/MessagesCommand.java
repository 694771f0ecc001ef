package io.godwit.bench.messages;

import io.godwit.bench.comparison.ActivityReporter;
import io.godwit.bench.comparison.OutputDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench messages}. */
@Command(
        name = "messages",
        mixinStandardHelpOptions = true,
        description =
                "Count the messages of a migration by kind, in a cluster with virtual time, so that the result is the"
                        + " same on any machine.")
public final class MessagesCommand implements Callable<Integer> {
    private static final Pattern CASE = Pattern.compile("(\\d{1,3})x(\\d{1,6})");

    @Option(
            names = "--cases",
            split = ",",
            paramLabel = "MxP",
            description = "Members and partitions (default: ${DEFAULT-VALUE}).",
            defaultValue = "5x499,10x499")
    private List<String> cases;

    @Option(
            names = "--parallel",
            description = "Maximum concurrent migrations per member (default: ${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int parallel;

    @Mixin
    private OutputDirectory output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (parallel < 1) {
            throw new ParameterException(spec.commandLine(), "--parallel must be 1 or more, not " + parallel);
        }
        List<Matcher> wanted = cases.stream().map(this::matched).toList();
        List<MigrationCost> counted = new ArrayList<>();
        try (ActivityReporter activity = ActivityReporter.onStandardError("starts")) {
            for (Matcher each : wanted) {
                activity.now(each.group());
                counted.add(count(each));
            }
            output.json("messages.json", counted);
            System.out.print(MigrationCost.table(counted));
            return 0;
        }
    }

    private Matcher matched(String name) {
        Matcher matcher = CASE.matcher(name);
        if (!matcher.matches() || Integer.parseInt(matcher.group(1)) < 2 || Integer.parseInt(matcher.group(2)) < 1) {
            throw new ParameterException(
                    spec.commandLine(), "no such case: " + name + "; a case is members x partitions, such as 5x499");
        }
        return matcher;
    }

    private MigrationCost count(Matcher wanted) {
        VirtualCluster cluster =
                new VirtualCluster(Integer.parseInt(wanted.group(1)), Integer.parseInt(wanted.group(2)), parallel);
        cluster.join();
        long start = cluster.time();
        cluster.balance();
        return new MigrationCost(
                wanted.group(),
                cluster.migrations(),
                new TreeMap<>(cluster.sent()),
                cluster.letters(),
                (cluster.time() - start) / 1_000);
    }
}
