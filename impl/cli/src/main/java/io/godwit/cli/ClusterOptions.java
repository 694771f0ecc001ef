package io.godwit.cli;

import io.godwit.lab.ClusterPlan;
import io.godwit.member.config.MemberConfig;
import io.godwit.transport.frame.Maps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a new cluster on this machine is like. */
final class ClusterOptions {
    private static final int MOST = 10_000;
    /** So many heartbeats may be missing before a connection counts as dead, and no less than this. */
    private static final int SILENCE = 10;

    private static final int USUAL = MemberConfig.of("local", "").suspectAfter();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--members", paramLabel = "N", defaultValue = "5", description = "How many. Default: 5.")
    private int members;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "271",
            description = "How many partitions. Default: 271.")
    private int partitions;

    @Option(
            names = "--backups",
            paramLabel = "N",
            defaultValue = "1",
            description = "Copies beside the primary. Default: 1.")
    private int backups;

    @Option(
            names = "--map",
            paramLabel = "NAME=N",
            description = "Other backups for a map, or with a * at the end for all whose names begin so. Repeatable.")
    private Map<String, Integer> maps = new LinkedHashMap<>();

    @Option(names = "--durable", description = "Keep on disk what survives a restart.")
    private boolean durable;

    @Option(
            names = "--disk",
            paramLabel = "MIB",
            defaultValue = "0",
            description =
                    "With --durable: a disk of that size for each member, which can be filled. Linux and root only.")
    private int disk;

    @Option(
            names = "--heartbeat",
            paramLabel = "MS",
            defaultValue = "100",
            description = "Milliseconds between two signs of life; more for a busy machine. Default: 100.")
    private int heartbeat;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "2m",
            converter = TimeSpan.class,
            description =
                    "How long to wait at most until all members are ready, as long as their processes run; more for"
                            + " a busy machine. Default: 2m.")
    private Duration patience;

    @Option(
            names = "--trace",
            description =
                    "Let the members write event logs, into traces/ of the cluster's directory, for 'trace check'.")
    private boolean traced;

    /** What starts a member: this very program. */
    static List<String> command() {
        return command(List.of("-Xmx512m"), List.of());
    }

    /** The same for members that live for a minute: they are to start fast, and need not be the fastest. */
    static List<String> shortLived() {
        return command(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"), List.of());
    }

    /** The same with options of the JVM, and of the command {@code member}. */
    static List<String> command(List<String> options, List<String> more) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "member"));
        command.addAll(more);
        command.add("--config");
        return command;
    }

    /** How long to wait until all members are ready. */
    Duration patience() {
        return patience;
    }

    /** The plan; refuses what cannot be. */
    ClusterPlan plan() {
        check(members >= 1, "--members is 1 or more, not " + members);
        check(
                partitions >= 1 && partitions <= MemberConfig.MOST_PARTITIONS,
                "--partitions is 1 to " + MemberConfig.MOST_PARTITIONS + ", not " + partitions);
        check(
                backups >= 0 && backups <= Maps.MOST_BACKUPS,
                "--backups is 0 to " + Maps.MOST_BACKUPS + ", not " + backups);
        Maps all = maps();
        check(
                partitions <= MemberConfig.MOST_PARTITIONS / all.ranges(),
                "--partitions is 1 to " + MemberConfig.MOST_PARTITIONS / all.ranges() + " with " + all.ranges()
                        + " numbers of backups, not " + partitions);
        check(disk >= 0, "--disk is a number of MiB, not " + disk);
        check(disk == 0 || durable, "--disk needs --durable");
        ClusterPlan plan = ClusterPlan.of("local", members, command()).withPartitions(partitions, backups);
        check(heartbeat >= 1 && heartbeat <= MOST, "--heartbeat is 1 to " + MOST + ", not " + heartbeat);
        List<String> more = new ArrayList<>();
        more.add("heartbeat: " + heartbeat);
        more.add("suspect-after: " + Math.max(USUAL, heartbeat * SILENCE));
        if (!maps.isEmpty()) {
            more.add(maps.entrySet().stream()
                    .map(it -> "\"" + it.getKey().replace("\\", "\\\\").replace("\"", "\\\"") + "\": {backups: "
                            + it.getValue() + "}")
                    .collect(Collectors.joining(", ", "maps: {", "}")));
        }
        if (traced) {
            // Members run in directories of their own, below that of the cluster.
            more.add("trace-dir: ../traces");
        }
        plan = plan.withMore(more);
        return durable ? plan.withDurable(disk) : plan;
    }

    private Maps maps() {
        maps.forEach((name, count) -> {
            check(Maps.fault(name).isEmpty(), "--map: " + Maps.fault(name));
            check(
                    count >= 0 && count <= Maps.MOST_BACKUPS,
                    "--map " + name + " is 0 to " + Maps.MOST_BACKUPS + ", not " + count);
        });
        check(maps.size() <= Maps.MOST_NAMES, "--map at most " + Maps.MOST_NAMES + " times");
        return Maps.of(backups, maps);
    }

    private void check(boolean holds, String message) {
        WrongUse.unless(spec, holds, message);
    }
}
