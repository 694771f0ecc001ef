package io.godwit.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.client.GodwitOperator;
import io.godwit.client.StateReading;
import io.godwit.client.VersionReading;
import io.godwit.lab.ClusterSummary;
import io.godwit.lab.ClusterSummary.LeavingMember;
import io.godwit.lab.Lab.LabException;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.lab.Ports;
import io.godwit.member.Departure;
import io.godwit.member.http.MemberStatus;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.quorum.ClusterVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code godwit cluster}: a cluster of real processes on this machine. */
@Command(
        name = "cluster",
        description = "Run a cluster of real processes on this machine.",
        mixinStandardHelpOptions = true,
        subcommands = CommandLine.HelpCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:done",
            "1:a member is not ready or not running, cannot leave, or has not left in time; a partition is not lost;"
                    + " a state is not acknowledged or a version not reached in time",
            "2:invalid arguments, no cluster, no such member, an invalid file, or a graceful stop of members that store nothing",
            "3:a process could not be started"
        })
final class ClusterCommand implements Runnable {
    private static final String HOME = "\u001b[H";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Directory of the cluster. Default: out/cluster.")
    private Path directory;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "missing command; see godwit cluster --help");
    }

    private LocalCluster cluster() {
        return new LocalCluster(directory(directory));
    }

    /** The directory of a cluster; the default one for null. */
    static Path directory(Path said) {
        return said == null ? ProjectRoot.find().resolve("out/cluster") : said;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    @Command(description = "Start a new cluster and wait until it is ready.", mixinStandardHelpOptions = true)
    int start(@Mixin ClusterOptions options, @Mixin ProgramOption program) throws IOException, InterruptedException {
        LocalCluster cluster = cluster();
        try {
            cluster.start(options.plan().withCommand(program.command()));
        } catch (FileSystemException | LabException e) {
            throw e;
        } catch (IOException e) {
            // A full disk does not say where it is.
            throw new IOException(
                    "cannot start a cluster in " + directory(directory) + ": " + ExceptionHandler.text(e), e);
        }
        boolean ready = cluster.awaitReady(options.patience());
        print(cluster);
        if (!ready) {
            out().println(notReady(cluster));
        }
        return ready ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    /** Prints the output files, and the last output line of each member that has exited. */
    static String notReady(LocalCluster cluster) throws IOException {
        StringBuilder text = new StringBuilder("not all members are ready; their output:");
        for (LocalMember member : cluster.members()) {
            text.append(System.lineSeparator()).append("  ").append(member.output());
            if (member.process().isEmpty()) {
                List<String> said = Files.readAllLines(member.output());
                text.append(" ends with: ").append(said.isEmpty() ? "nothing" : said.get(said.size() - 1));
            }
        }
        return text.toString();
    }

    @Command(description = "Show the members and the state of the cluster.", mixinStandardHelpOptions = true)
    int status() throws IOException, InterruptedException {
        return print(cluster()) ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    @Command(
            description = "Show members and migrating partitions, refreshed until interrupted.",
            mixinStandardHelpOptions = true)
    int watch(
            @Option(
                            names = "--every",
                            paramLabel = "TIME",
                            defaultValue = "1s",
                            converter = TimeSpan.class,
                            description = "Refresh interval. Default: 1s.")
                    Duration every,
            @Option(
                            names = "--times",
                            paramLabel = "N",
                            defaultValue = "0",
                            description = "Number of refreshes; 0 for no limit.")
                    int times,
            @Option(
                            names = "--browser",
                            description =
                                    "Open the page of a member in a browser instead, or print its address where there is none.")
                    boolean browser)
            throws IOException, InterruptedException {
        UsageErrorHandler.unless(spec, times >= 0, "--times must be 0 or more, not " + times);
        LocalCluster cluster = cluster();
        if (browser) {
            Optional<String> page = cluster.page();
            out().println(page.map(address -> "page: " + address).orElse("no member answers"));
            page.ifPresent(Browser::open);
            return page.isPresent() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
        }
        boolean terminal = Boolean.getBoolean("godwit.terminal");
        ClusterSummary look = ClusterSummary.at(cluster);
        for (int i = 1; ; i++) {
            if (terminal) {
                out().print(HOME);
                ClusterScreen.lines(look).forEach(line -> out().println(line + REST_OF_LINE));
                out().print(REST_OF_SCREEN);
            } else {
                out().println(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + ClusterScreen.line(look));
            }
            out().flush();
            if (i == times) {
                return look.members().stream()
                                .anyMatch(member -> member.status().isPresent())
                        ? ExitStatus.OK
                        : ExitStatus.CHECK_FAILED;
            }
            TimeUnit.MILLISECONDS.sleep(every.toMillis());
            look = ClusterSummary.at(cluster);
        }
    }

    @Command(description = "Stop all processes.", mixinStandardHelpOptions = true)
    int stop(
            @Option(
                            names = "--graceful",
                            description =
                                    "Take no writes any more, wait until everything is stored in all copies, and then stop,"
                                            + " so that nothing has to be repaired or copied after restart --all.")
                    boolean graceful,
            @Option(
                            names = "--timeout",
                            paramLabel = "TIME",
                            defaultValue = "30s",
                            converter = TimeSpan.class,
                            description =
                                    "With --graceful: how long to wait before that; then nothing is stopped. Default: 30s.")
                    Duration timeout)
            throws IOException, InterruptedException {
        LocalCluster cluster = cluster();
        requireWait(timeout);
        if (graceful) {
            return new StateCommand(cluster, out()).stop(timeout);
        }
        cluster.members();
        out().println("stopped " + cluster.stop() + " processes");
        return ExitStatus.OK;
    }

    @Command(description = "Kill a process (SIGKILL).", mixinStandardHelpOptions = true)
    int kill(@Parameters(paramLabel = "N", description = "Index of the member, from 1.") int index) throws IOException {
        LocalCluster cluster = cluster();
        return told(index, cluster.kill(cluster.member(index)), "killed");
    }

    @Command(description = "Pause a process until it is resumed (SIGSTOP).", mixinStandardHelpOptions = true)
    int pause(@Parameters(paramLabel = "N", description = "Index of the member, from 1.") int index)
            throws IOException, InterruptedException {
        LocalCluster cluster = cluster();
        return told(index, cluster.pause(cluster.member(index)), "paused");
    }

    @Command(description = "Resume a paused process.", mixinStandardHelpOptions = true)
    int resume(@Parameters(paramLabel = "N", description = "Index of the member, from 1.") int index)
            throws IOException, InterruptedException {
        LocalCluster cluster = cluster();
        return told(index, cluster.resume(cluster.member(index)), "resumed");
    }

    private int told(int index, boolean was, String done) {
        out().println(was ? done + " member-" + index : "member-" + index + " is not running");
        return was ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    @Command(
            description = "Restart a process that has exited, or all of them after a stop of the cluster.",
            mixinStandardHelpOptions = true)
    int restart(
            @Parameters(paramLabel = "N", arity = "0..1", description = "Index of the member, from 1.") Integer index,
            @Option(
                            names = "--port",
                            paramLabel = "P",
                            description =
                                    "Let it listen at another port from now on. Only a durable member is still the same there.")
                    Integer port,
            @Option(
                            names = "--all",
                            description =
                                    "All members: wait until they serve, and then for ACTIVE if the state is STOPPING.")
                    boolean all,
            @Option(
                            names = "--timeout",
                            paramLabel = "TIME",
                            defaultValue = "60s",
                            converter = TimeSpan.class,
                            description = "With --all: how long each wait may take. Default: 60s.")
                    Duration timeout,
            @Mixin ProgramOption program)
            throws IOException, InterruptedException {
        UsageErrorHandler.unless(spec, all != (index != null), "give the index of a member, or --all, and not both");
        UsageErrorHandler.unless(spec, port == null || !all, "--port is for one member, and not for --all");
        UsageErrorHandler.unless(
                spec, port == null || (port > 0 && port <= Ports.LAST), "--port must be from 1 to " + Ports.LAST);
        requireWait(timeout);
        List<String> command = program.command();
        LocalCluster cluster = cluster();
        LocalMember member = all ? null : cluster.member(index);
        new AcknowledgedStop(cluster).forget();
        if (all) {
            return new StateCommand(cluster, out()).restart(command, timeout);
        } else if (port != null) {
            cluster.move(member, port);
            member = cluster.member(index);
        }
        cluster.restart(member, command);
        out().println("started member-" + index);
        return ExitStatus.OK;
    }

    @Command(description = "Start an additional member.", mixinStandardHelpOptions = true)
    int add(@Mixin ProgramOption program) throws IOException, InterruptedException {
        List<String> command = program.command();
        LocalCluster cluster = cluster();
        boolean any = false;
        for (LocalMember each : cluster.members()) {
            any |= each.process().isPresent();
        }
        if (!any) {
            throw new LabException("no member of the cluster in " + directory(directory)
                    + " is running, so there is nothing to join; ./godwit cluster restart N restarts a durable member with its data,"
                    + " start makes a new cluster");
        }
        new AcknowledgedStop(cluster).forget();
        LocalMember member = cluster.add(command);
        out().println("started member-" + member.index());
        return ExitStatus.OK;
    }

    @Command(
            description = "Shut a member down gracefully: its copies move to other members, then it exits.",
            mixinStandardHelpOptions = true)
    int leave(
            @Parameters(paramLabel = "N", description = "Index of the member, from 1.") int index,
            @Option(
                            names = "--timeout",
                            paramLabel = "TIME",
                            defaultValue = "10m",
                            converter = TimeSpan.class,
                            description = "How long to wait; the member keeps leaving after that. Default: 10m.")
                    Duration timeout,
            @Option(names = "--no-wait", description = "Return at once; do not wait for the member to leave.")
                    boolean noWait)
            throws IOException, InterruptedException {
        LocalCluster cluster = cluster();
        LeaveProgress progress = new LeaveProgress(cluster, cluster.member(index), out());
        if (!progress.begin()) {
            return ExitStatus.CHECK_FAILED;
        } else if (noWait) {
            out().println("member-" + index + " leaves");
            return ExitStatus.OK;
        } else if (!progress.await(timeout)) {
            return ExitStatus.CHECK_FAILED;
        }
        out().println("member-" + index + " has left");
        return ExitStatus.OK;
    }

    @Command(
            description =
                    "Show the state of the cluster, or change it: ACTIVE; NO_MIGRATION, in which no replica moves;"
                            + " FROZEN, in which none is made; PASSIVE, in which no write is taken;"
                            + " STOPPING, in which the master changes no configuration, either.",
            mixinStandardHelpOptions = true)
    int state(
            @Parameters(paramLabel = "NAME", arity = "0..1", description = "The state: ${COMPLETION-CANDIDATES}.")
                    ClusterState name,
            @Option(
                            names = "--timeout",
                            paramLabel = "TIME",
                            defaultValue = "30s",
                            converter = TimeSpan.class,
                            description =
                                    "How long to wait until it is acknowledged; the cluster goes on after that. Default: 30s.")
                    Duration timeout)
            throws IOException, InterruptedException {
        requireWait(timeout);
        StateCommand command = new StateCommand(cluster(), out());
        return name == null ? command.show() : command.change(name, timeout);
    }

    @Command(
            description =
                    "Show the cluster version and which one each member can go by, or raise it when all members can.",
            mixinStandardHelpOptions = true)
    int version(
            @Parameters(paramLabel = "N", arity = "0..1", description = "The version to raise it to.") Integer number,
            @Option(
                            names = "--timeout",
                            paramLabel = "TIME",
                            defaultValue = "30s",
                            converter = TimeSpan.class,
                            description = "How long to wait until all members that run go by it. Default: 30s.")
                    Duration timeout)
            throws IOException, InterruptedException {
        requireWait(timeout);
        UsageErrorHandler.unless(
                spec,
                number == null || (number >= ClusterVersion.FIRST && number <= ClusterVersion.NEWEST),
                "N must be " + ClusterVersion.FIRST + " to " + ClusterVersion.NEWEST + ", not " + number);
        VersionCommand command = new VersionCommand(cluster(), out());
        return number == null ? command.show() : command.raise(number, timeout);
    }

    @Command(
            name = "declare-lost",
            description = "Declare that all members with a current copy of some partitions are gone for good:"
                    + " the newest copy that is left, or an empty one, is served from then on.",
            mixinStandardHelpOptions = true)
    int declareLost(
            @Option(
                            names = "--partition",
                            paramLabel = "P",
                            split = ",",
                            description = "Numbers of the partitions; status lists those that are not served.")
                    List<Integer> partitions,
            @Option(names = "--all", description = "All partitions that are not served.") boolean all)
            throws IOException, InterruptedException {
        UsageErrorHandler.unless(spec, all != (partitions != null), "give --partition P,... or --all, and not both");
        Optional<LostPartitions> lost = LostPartitions.of(cluster());
        if (lost.isEmpty()) {
            out().println("no master answers, and nothing can be decided without one");
            return ExitStatus.CHECK_FAILED;
        }
        boolean done = true;
        for (int partition : all ? lost.get().numbers() : partitions) {
            done &= lost.get().declare(partition, out());
        }
        if (all && lost.get().numbers().isEmpty()) {
            out().println("all partitions are served");
        }
        return done ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    private void requireWait(Duration timeout) {
        UsageErrorHandler.unless(
                spec,
                !timeout.isZero() && !timeout.isNegative() && timeout.compareTo(GodwitOperator.LONGEST) <= 0,
                "--timeout must be more than 0 and at most " + GodwitOperator.LONGEST.toMinutes() + "m");
    }

    /** Prints a line for each member; returns whether any member runs and all that run are ready. */
    private boolean print(LocalCluster cluster) throws IOException, InterruptedException {
        List<LocalMember> members = cluster.members();
        out().printf(
                        "%-10s %-8s %-16s %6s %-9s %5s %6s %9s %8s %10s %8s  %s%n",
                        "member",
                        "pid",
                        "address",
                        "number",
                        "role",
                        "term",
                        "master",
                        "primaries",
                        "replicas",
                        "migrations",
                        "entries",
                        "zone");
        boolean any = false;
        boolean all = true;
        MemberStatus last = null;
        StateReading newest = null;
        VersionReading version = null;
        int unserved = 0;
        List<String> leavers = new ArrayList<>();
        for (LocalMember member : members) {
            Optional<ProcessHandle> process = member.process();
            Optional<String> answer = cluster.ask(member, "/status");
            String name = "member-" + member.index();
            if (process.isEmpty()) {
                out().printf("%-10s %-8s %s:%d%n", name, "gone", member.host(), member.port());
                continue;
            }
            any = true;
            if (answer.isEmpty()) {
                all = false;
                out().printf(
                                "%-10s %-8d %s:%d  does not answer%n",
                                name, process.get().pid(), member.host(), member.port());
                continue;
            }
            MemberStatus status = new ObjectMapper().readValue(answer.get(), MemberStatus.class);
            all &= status.ready();
            last = status;
            newest = newest == null || status.state().isAfter(newest) ? status.state() : newest;
            version = version == null || status.version().isAfter(version) ? status.version() : version;
            unserved = Math.max(unserved, status.unserved());
            Departure departure = status.departure();
            if (departure != null) {
                leavers.add(ClusterScreen.leaver(new LeavingMember(name, departure.copies(), departure.votes())));
            }
            out().printf(
                            "%-10s %-8d %-16s %6d %-9s %5d %6d %9d %8d %10d %8d  %s%n",
                            name,
                            process.get().pid(),
                            status.address(),
                            status.number(),
                            status.role(),
                            status.term(),
                            status.master(),
                            status.primaries(),
                            status.replicas(),
                            status.migrations(),
                            status.entries(),
                            status.zone());
        }
        leavers.forEach(out()::println);
        if (last != null) {
            out().println(ClusterScreen.partitions(last.partitions(), last.copies()));
            out().println("state: " + newest.text());
            String unable = version.unable(version.most());
            out().println("version: " + version.text()
                    + (unable.isEmpty() ? "" : "; cannot go by " + version.most() + ": " + unable));
        }
        if (unserved > 0) {
            out().println(ClusterScreen.notServed(unserved)
                    + LostPartitions.of(cluster)
                            .map(lost -> ": "
                                    + lost.numbers().stream()
                                            .map(String::valueOf)
                                            .collect(Collectors.joining(",")))
                            .orElse(""));
        }
        out().flush();
        return any && all;
    }
}
