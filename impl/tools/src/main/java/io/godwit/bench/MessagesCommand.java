package io.godwit.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.comparison.ActivityReporter;
import io.godwit.bench.comparison.ComparisonOptions.OutputDirectory;
import io.godwit.bench.comparison.Page.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
final class MessagesCommand implements Callable<Integer> {
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

    /**
     * The cost of the migrations of one case.
     *
     * @param name members x partitions
     * @param migrations replicas that came into being at a new place
     * @param messages that members sent each other, by kind
     * @param letters the same when those that go together in one step count once
     * @param millis of the cluster's own time
     */
    record MigrationCost(
            @JsonProperty("name") String name,
            @JsonProperty("migrations") long migrations,
            @JsonProperty("messages") Map<String, Long> messages,
            @JsonProperty("letters") long letters,
            @JsonProperty("millis") long millis) {
        /** For each migration. */
        double each(long count) {
            return count / (double) Math.max(1, migrations);
        }

        /** Messages of all kinds. */
        long all() {
            return messages.values().stream().mapToLong(Long::longValue).sum();
        }

        /** A table in Markdown: a column for each case, a row for each kind. */
        static String table(List<MigrationCost> cases) {
            List<String> columns = new ArrayList<>(List.of("for each migration"));
            cases.forEach(it -> columns.add(it.name()));
            Table table = new Table(1, columns);
            TreeSet<String> kinds = new TreeSet<>();
            cases.forEach(it -> kinds.addAll(it.messages().keySet()));
            for (String kind : kinds) {
                table.row(row(kind, cases, it -> it.each(it.messages().getOrDefault(kind, 0L))));
            }
            return table.row(row("**messages**", cases, it -> it.each(it.all())))
                    .row(row("**letters**", cases, it -> it.each(it.letters())))
                    .text();
        }

        private static String row(String name, List<MigrationCost> cases, ToDoubleFunction<MigrationCost> figure) {
            return cases.stream()
                    .map(it -> String.format(Locale.ROOT, " | %.2f", figure.applyAsDouble(it)))
                    .collect(Collectors.joining("", name, ""));
        }
    }
}
