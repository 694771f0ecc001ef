package io.godwit.cli;

import io.godwit.lab.ClusterPlan;
import io.godwit.lab.Lab;
import io.godwit.lab.LabServer;
import io.godwit.lab.Links;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.Namespaces;
import io.godwit.lab.Relays;
import io.godwit.member.config.Addresses;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code godwit lab}: a cluster whose links can be broken, controlled over HTTP. */
@Command(
        name = "lab",
        description =
                "Run a cluster whose links and processes can be broken, controlled over HTTP, until it is interrupted.",
        mixinStandardHelpOptions = true,
        footer = {"", "docs/operate/lab.md describes the HTTP interface."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "1:some members did not become ready",
            "2:invalid arguments",
            "3:a process could not be started",
            "130:interrupted"
        })
final class LabCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions options;

    @Mixin
    private ProgramOption program;

    @Option(names = "--dir", paramLabel = "DIR", description = "Directory of the cluster. Default: out/cluster.")
    private Path directory;

    @Option(
            names = "--spare",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of additional members that links are prepared for. Default: 3.")
    private int spare;

    @Option(
            names = "--net",
            paramLabel = "KIND",
            defaultValue = "relays",
            description = "How links are implemented: 'relays' in this process, or kernel 'namespaces' (Linux and"
                    + " root, with ip, iptables, tc and ss). Default: relays.")
    private String net;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7400",
            description = "HTTP control port, on the loopback; 0 for any free port. Default: 7400.")
    private int port;

    /** For experiments: shows what clients of a real cluster notice when a guard is missing. */
    @Option(names = "--mutant", paramLabel = "NAME", hidden = true)
    private String mutant;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        ClusterPlan plan = options.plan().withCommand(program.command());
        UsageErrorHandler.unless(spec, spare >= 0, "--spare must be 0 or more, not " + spare);
        UsageErrorHandler.unless(
                spec,
                port >= 0 && port <= Addresses.LAST_PORT,
                "--port must be 0 to " + Addresses.LAST_PORT + ", not " + port);
        if (mutant != null) {
            MutantOption.checkForMember(spec.commandLine(), mutant);
            plan = plan.withCommand(program.command(List.of("-Xmx256m"), List.of("--mutant", mutant)));
        }
        LocalCluster cluster = new LocalCluster(ClusterCommand.directory(directory));
        try (Lab lab = Lab.start(cluster, plan.withSpare(spare), links())) {
            lab.setNewer(ClusterOptions.command());
            CountDownLatch over = new CountDownLatch(1);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                over.countDown();
                end(lab, out);
            }));
            try (LabServer server = new LabServer(lab, port)) {
                if (!lab.cluster().awaitReady(options.patience())) {
                    out.println(ClusterCommand.notReady(lab.cluster()));
                    return ExitStatus.CHECK_FAILED;
                }
                out.println("the lab listens at http://127.0.0.1:" + server.port() + "; Ctrl-C stops it");
                out.flush();
                over.await();
            }
        }
        return ExitStatus.OK;
    }

    /** Runs entirely in the shutdown hook: the JVM waits for its hooks, but not for other threads. */
    private static void end(Lab lab, PrintWriter out) {
        try {
            lab.close();
        } catch (IOException e) {
            out.println("cannot stop all processes: " + e.getMessage());
        }
    }

    private Links links() {
        return switch (net) {
            case "relays" -> new Relays();
            case "namespaces" -> new Namespaces();
            default -> throw new CommandLine.ParameterException(
                    spec.commandLine(), "--net must be relays or namespaces, not " + net);
        };
    }
}
