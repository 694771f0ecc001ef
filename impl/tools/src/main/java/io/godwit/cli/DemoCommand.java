package io.godwit.cli;

import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.lab.ClusterPlan;
import io.godwit.lab.Lab;
import io.godwit.lab.LabWorkload;
import io.godwit.lab.LocalCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code godwit demo}: a cluster under faults. */
@Command(
        name = "demo",
        description = "Start five members and a load, kill the master during a migration, cut the"
                + " network in two, heal it, add two members and shut one down. Reports whether any acknowledged"
                + " write was lost, any answer was impossible, or the run is not a behaviour of the specification."
                + " Takes about a minute; needs no privileges, and no network except the loopback.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:no write was lost, every answer was possible, and the run is a behaviour of the specification",
            "1:one of these does not hold, or the cluster did not recover in time",
            "2:invalid arguments, or the event logs are insufficient",
            "3:a process could not be started, or TLC failed"
        })
final class DemoCommand implements Callable<Integer> {
    private static final int MEMBERS = 5;
    private static final int SPARE = 2;
    private static final int PARTITIONS = 23;
    private static final String TRACES = "traces";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long LOOK_AGAIN = 100;

    @Spec
    private CommandSpec spec;

    @Option(names = "--dir", paramLabel = "DIR", description = "Directory of the cluster. Default: out/demo.")
    private Path directory;

    @Option(
            names = "--browser",
            description = "Open the page of a member in a browser, or print its address where there is none.")
    private boolean browser;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Path place = directory == null ? ProjectRoot.find().resolve("out/demo") : directory;
        LocalCluster cluster = new LocalCluster(place);
        Thread hook = new Thread(() -> stop(cluster));
        Runtime.getRuntime().addShutdownHook(hook);
        ClusterPlan plan = ClusterPlan.of("demo", MEMBERS, ClusterOptions.shortLived())
                .withPartitions(PARTITIONS, 1)
                .withSpare(SPARE)
                .withMore(List.of("trace-dir: ../" + TRACES));
        DemoScreen screen = new DemoScreen(out, cluster);
        try (Lab lab = Lab.start(cluster, plan)) {
            if (browser) {
                screen.say("page: " + page(cluster));
            }
            if (!told(out, new Demo(lab, screen).run())) {
                return ExitStatus.CHECK_FAILED;
            }
        } catch (Demo.StuckException e) {
            screen.end();
            out.println(e.getMessage());
            return ExitStatus.CHECK_FAILED;
        } finally {
            screen.end();
            out.flush();
        }
        out.println("All members have stopped. What they did is checked against the specification:");
        CommandLine check = Main.commandLine();
        check.setOut(out);
        check.setErr(spec.commandLine().getErr());
        return check.execute("trace", "check", place.resolve(TRACES).toString());
    }

    /** Opens the page of the first member that answers; returns its address. */
    private static String page(LocalCluster cluster) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Optional<String> page = cluster.page();
            if (page.isPresent()) {
                Browser.open(page.get());
                return page.get();
            } else if (System.nanoTime() > end) {
                throw new Demo.StuckException("No member has answered within " + PATIENCE.toSeconds() + " s.");
            }
            Thread.sleep(LOOK_AGAIN);
        }
    }

    /** Prints the result; returns whether all is well. */
    private static boolean told(PrintWriter out, LabWorkload.Outcomes outcomes) {
        out.printf(
                "%,d calls were answered, %,d of them writes; %d were not carried out, %d have an unknown outcome.%n",
                outcomes.calls(), outcomes.writes(), outcomes.failed(), outcomes.unknown());
        outcomes.problems().forEach(out::println);
        boolean well = outcomes.problems().isEmpty();
        out.println(
                well
                        ? "No acknowledged write was lost: for each key, one order of its calls explains all answers, up to the"
                                + " last read."
                        : "Something is wrong with " + outcomes.problems().size() + " keys.");
        return well;
    }

    private static void stop(LocalCluster cluster) {
        try {
            cluster.stop();
        } catch (IOException e) {
            System.err.println("cannot stop all processes: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
