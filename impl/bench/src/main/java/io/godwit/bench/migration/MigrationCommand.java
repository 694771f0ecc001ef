package io.godwit.bench.migration;

import io.godwit.bench.contest.Contender;
import io.godwit.bench.contest.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench migration}. */
@Command(
        name = "migration",
        mixinStandardHelpOptions = true,
        description = "Migrations of Godwit and of Hazelcast side by side; nothing is judged.")
public final class MigrationCommand implements Callable<Integer> {
    private static final int FAILED = 3;

    @Option(
            names = "--cases",
            split = ",",
            paramLabel = "MxP",
            description = "Members and partitions (default: ${DEFAULT-VALUE}).",
            defaultValue = "5x1999,5x10007,10x10007")
    private List<String> cases;

    @Option(
            names = "--versions",
            split = ",",
            paramLabel = "V",
            description = "Versions of Hazelcast, 'none' for none (default: ${DEFAULT-VALUE}).",
            defaultValue = "3.11.7,3.12.13,5.7.0")
    private List<String> versions;

    @Option(
            names = "--rounds",
            description = "Clusters that each process founds, one after the other (default: ${DEFAULT-VALUE}).",
            defaultValue = "3")
    private int rounds;

    @Option(names = "--entries", description = "Entries (default: ${DEFAULT-VALUE}).", defaultValue = "10000")
    private int entries;

    @Option(names = "--size", description = "Bytes of a value (default: ${DEFAULT-VALUE}).", defaultValue = "1000")
    private int size;

    @Option(names = "--heap", description = "Heap of each process (default: ${DEFAULT-VALUE}).", defaultValue = "1g")
    private String heap;

    @Option(
            names = "--cache",
            description = "Where Hazelcast's jars are kept (default: ${DEFAULT-VALUE}).",
            defaultValue = "out/bench/jars")
    private Path cache;

    @Option(
            names = "--out",
            description = "Where JSON, plot and report go (default: ${DEFAULT-VALUE}).",
            defaultValue = "out/bench")
    private Path out;

    @Override
    public Integer call() throws InterruptedException {
        try {
            List<Contender> contenders = new ArrayList<>(List.of(Contender.godwit(GodwitSide.class)));
            for (String version : versions) {
                if (!version.equals("none")) {
                    contenders.add(Contender.hazelcast(version, cache, HazelcastSide.class));
                }
            }
            List<Row> rows = new ArrayList<>();
            for (String name : cases) {
                Experiment experiment = experiment(name);
                for (Contender contender : contenders) {
                    String what = experiment.name() + ", " + contender.name() + ": ";
                    List<String> arguments = new ArrayList<>(List.of(experiment.arguments()));
                    arguments.add(Integer.toString(rounds));
                    List<Outcome> outcomes = Trial.run(
                            contender.command(heap, arguments), Outcome.class, line -> System.err.println(what + line));
                    Row row = new Row(experiment.name(), contender.name(), outcomes);
                    rows.add(row);
                    System.err.printf(
                            Locale.ROOT,
                            "%s%.2f s, the first time %.2f s%n",
                            what,
                            Row.seconds(row.typical()),
                            row.first());
                    new Report(rows, machine()).write(out);
                }
            }
            System.out.println(machine());
            System.out.println();
            System.out.print(new Report(rows, machine()).table());
            return 0;
        } catch (IOException e) {
            System.err.println("godwit bench: " + e.getMessage());
            return FAILED;
        }
    }

    private Experiment experiment(String name) throws IOException {
        String[] parts = name.split("x", -1);
        try {
            return new Experiment(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), entries, size);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("no such case: " + name + "; a case is members x partitions, such as 5x1999", e);
        }
    }

    private String machine() {
        return String.format(
                Locale.ROOT,
                "%s %s, Java %s, %d processors, heap %s; %d entries of %d bytes, one backup; %d rounds",
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                heap,
                entries,
                size,
                rounds);
    }
}
