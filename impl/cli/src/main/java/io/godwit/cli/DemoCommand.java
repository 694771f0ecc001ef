package io.godwit.cli;

import io.godwit.lab.ClusterPlan;
import io.godwit.lab.Lab;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.load.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code godwit demo}: a cluster in trouble. */
@Command(
        name = "demo",
        description = {
            "Start five members, load data, keep writing, and meanwhile kill the master in the middle of a migration, cut the"
                    + " network in two, heal it, add a member and retire one. Shows what happens, and at the end whether a"
                    + " write that was acknowledged is lost, any answer could not be, or the run is no behaviour of the specification.",
            "Takes about a minute, and needs no rights and no network but the loopback."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:nothing was lost, every answer could be, and the run is a behaviour of the specification",
            "1:one of these is not so, or the cluster did not recover in time",
            "2:wrong use, or the members' event logs say too little",
            "3:a process could not be started, or TLC broke off"
        })
final class DemoCommand implements Callable<Integer> {
    private static final int MEMBERS = 5;
    private static final int SPARE = 2;
    private static final int PARTITIONS = 23;
    private static final String TRACES = "traces";

    @Spec
    private CommandSpec spec;

    @Option(names = "--dir", paramLabel = "DIR", description = "Where the cluster's files are. Default: out/demo.")
    private Path directory;

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

    /** Says what has come of it; is all well? */
    private static boolean told(PrintWriter out, Workload.Outcomes outcomes) {
        out.printf(
                "%,d calls were answered, %,d of them writes; %d were not carried out, of %d nobody knows.%n",
                outcomes.calls(), outcomes.writes(), outcomes.failed(), outcomes.unknown());
        outcomes.problems().forEach(out::println);
        boolean well = outcomes.problems().isEmpty();
        out.println(
                well
                        ? "No acknowledged write was lost: for each key one order explains all that was answered, to the last read."
                        : "Something is wrong with " + outcomes.problems().size() + " keys.");
        return well;
    }

    private static void stop(LocalCluster cluster) {
        try {
            cluster.stop();
        } catch (IOException e) {
            System.err.println("cannot end all processes: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
