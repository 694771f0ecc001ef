package io.godwit.cli;

import io.godwit.lab.ClusterPlan;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.transport.frame.MapNames;
import io.godwit.transport.frame.Maps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of a new cluster on this machine. */
final class ClusterOptions {
    private static final int MOST = 10_000;
    /** Number of missed heartbeats after which a connection counts as dead, and the minimum of that time. */
    private static final int SILENCE = 10;

    private static final int USUAL = MemberConfig.of("local", "").suspectAfter();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--members", paramLabel = "N", defaultValue = "5", description = "Number of members. Default: 5.")
    private int members;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "271",
            description = "Number of partitions. Default: 271.")
    private int partitions;

    @Option(
            names = "--backups",
            paramLabel = "N",
            defaultValue = "1",
            description = "Backups of each partition, in addition to the primary. Default: 1.")
    private int backups;

    @Option(
            names = "--map",
            paramLabel = "NAME=N",
            description = "Number of backups of a map; a trailing * matches all names with that prefix. Repeatable.")
    private Map<String, Integer> maps = new LinkedHashMap<>();

    @Option(
            names = "--max-idle",
            paramLabel = "NAME=S",
            description =
                    "Seconds after which an entry of a map is removed that nobody uses (max-idle); NAME as with --map."
                            + " Repeatable.")
    private Map<String, Integer> idleTimes = new LinkedHashMap<>();

    @Option(
            names = "--on-loss-empty",
            description = "Maps with 0 backups: what a dead member held begins again empty (on-loss: empty).")
    private boolean onLossEmpty;

    @Option(names = "--durable", description = "Store data on disk, so that it survives a restart.")
    private boolean durable;

    @Option(
            names = "--disk",
            paramLabel = "MIB",
            defaultValue = "0",
            description =
                    "With --durable: a disk of that size for each member, which can be filled. Requires Linux and root.")
    private int disk;

    @Option(
            names = "--disks",
            paramLabel = "DIR",
            defaultValue = "",
            description =
                    "With --durable: member N stores its data in DIR/N, which must exist: another disk, for example.")
    private String disks;

    @Option(
            names = "--max-version",
            paramLabel = "N",
            description =
                    "Greatest cluster version that the members can go by: with a lower one, they are like an older program."
                            + " Default: the newest that the program knows.")
    private Integer maxVersion;

    @Option(
            names = "--zones",
            paramLabel = "N",
            defaultValue = "0",
            description = "Number of zones that the members are divided into in turn. Default: 0, none.")
    private int zones;

    @Option(names = "--leases", description = "Primaries answer reads alone while they hold leases (reads: lease).")
    private boolean leases;

    @Option(
            names = "--lease-time",
            paramLabel = "MS",
            description = "With --leases: milliseconds for which a member keeps a promise to a primary. Default: 800.")
    private Integer leaseTime;

    @Option(
            names = "--clock-drift",
            paramLabel = "PPM",
            description = "With --leases: how far clocks may deviate, in millionths. Default: 10000.")
    private Integer clockDrift;

    @Option(
            names = "--heartbeat",
            paramLabel = "MS",
            defaultValue = "100",
            description = "Heartbeat interval in milliseconds; use a larger one on a busy machine. Default: 100.")
    private int heartbeat;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "2m",
            converter = TimeSpan.class,
            description = "Time limit until all members are ready, while their processes run; use a larger one on"
                    + " a busy machine. Default: 2m.")
    private Duration patience;

    @Option(
            names = "--trace",
            description = "Write event logs to traces/ in the cluster's directory, for 'trace check'.")
    private boolean traced;

    /** The command that starts a member with this program. */
    static List<String> command() {
        return command(List.of("-Xmx512m"), List.of());
    }

    /** The same command for short-lived members: optimized for a fast start rather than peak performance. */
    static List<String> shortLived() {
        return command(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"), List.of());
    }

    /** The same command with options for the JVM and for {@code member}. */
    static List<String> command(List<String> options, List<String> more) {
        return command(System.getProperty("java.class.path"), options, more);
    }

    /** The same command with another class path. */
    static List<String> command(String classPath, List<String> options, List<String> more) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, Main.class.getName(), "member"));
        command.addAll(more);
        command.add("--config");
        return command;
    }

    /** How long to wait until all members are ready. */
    Duration patience() {
        return patience;
    }

    /** The plan; throws if an option is invalid. */
    ClusterPlan plan() {
        check(members >= 1, "--members must be 1 or more, not " + members);
        check(
                partitions >= 1 && partitions <= MemberConfig.MOST_PARTITIONS,
                "--partitions must be 1 to " + MemberConfig.MOST_PARTITIONS + ", not " + partitions);
        check(
                backups >= 0 && backups <= Maps.MOST_BACKUPS,
                "--backups must be 0 to " + Maps.MOST_BACKUPS + ", not " + backups);
        Maps all = maps();
        check(
                partitions <= MemberConfig.MOST_PARTITIONS / all.ranges(),
                "--partitions must be 1 to " + MemberConfig.MOST_PARTITIONS / all.ranges() + " with " + all.ranges()
                        + " numbers of backups, not " + partitions);
        check(disk >= 0, "--disk must be a number of MiB, not " + disk);
        check(disk == 0 || durable, "--disk requires --durable");
        check(disks.isEmpty() || durable, "--disks requires --durable");
        check(disks.isEmpty() || disk == 0, "--disks and --disk exclude each other");
        check(zones >= 0 && zones <= MOST, "--zones must be 0 to " + MOST + ", not " + zones);
        ClusterPlan plan = ClusterPlan.of("local", members, command())
                .withPartitions(partitions, backups)
                .withZones(zones);
        check(heartbeat >= 1 && heartbeat <= MOST, "--heartbeat must be 1 to " + MOST + ", not " + heartbeat);
        List<String> more = new ArrayList<>();
        more.add("heartbeat: " + heartbeat);
        more.add("suspect-after: " + Math.max(USUAL, heartbeat * SILENCE));
        if (maxVersion != null) {
            check(
                    maxVersion >= ClusterVersion.FIRST && maxVersion <= ClusterVersion.NEWEST,
                    "--max-version must be " + ClusterVersion.FIRST + " to " + ClusterVersion.NEWEST + ", not "
                            + maxVersion);
            more.add("max-version: " + maxVersion);
        }
        check(!leases || !traced, "--leases and --trace exclude each other");
        if (leases) {
            more.add("reads: lease");
        }
        if (leaseTime != null) {
            check(leases, "--lease-time requires --leases");
            check(
                    leaseTime >= MemberConfig.LEAST_LEASE_TIME && leaseTime <= MOST,
                    "--lease-time must be " + MemberConfig.LEAST_LEASE_TIME + " to " + MOST + ", not " + leaseTime);
            more.add("lease-time: " + leaseTime);
        }
        if (clockDrift != null) {
            check(leases, "--clock-drift requires --leases");
            check(
                    clockDrift >= 0 && clockDrift <= MemberConfig.MOST_CLOCK_DRIFT,
                    "--clock-drift must be 0 to " + MemberConfig.MOST_CLOCK_DRIFT + ", not " + clockDrift);
            more.add("clock-drift: " + clockDrift);
        }
        check(
                !onLossEmpty || backups == 0 || maps.containsValue(0),
                "--on-loss-empty requires maps with 0 backups (--backups 0, --map NAME=0)");
        if (onLossEmpty && backups == 0) {
            more.add("on-loss: empty");
        }
        Set<String> named = new LinkedHashSet<>(maps.keySet());
        named.addAll(idleTimes.keySet());
        check(named.size() <= Maps.MOST_NAMES, "--map and --max-idle may name at most " + Maps.MOST_NAMES + " maps");
        if (!named.isEmpty()) {
            more.add(named.stream()
                    .map(name -> "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\": {" + settings(name) + "}")
                    .collect(Collectors.joining(", ", "maps: {", "}")));
        }
        if (traced) {
            // Each member runs in its own directory, below that of the cluster.
            more.add("trace-dir: ../traces");
        }
        plan = plan.withMore(more);
        return durable ? plan.withDurable(disk).withDisks(disks) : plan;
    }

    private String settings(String map) {
        List<String> settings = new ArrayList<>();
        Integer count = maps.get(map);
        if (count != null) {
            settings.add("backups: " + count);
            if (onLossEmpty && count == 0) {
                settings.add("on-loss: empty");
            }
        }
        if (idleTimes.containsKey(map)) {
            settings.add("max-idle: " + idleTimes.get(map));
        }
        return String.join(", ", settings);
    }

    private Maps maps() {
        maps.forEach((name, count) -> {
            check(MapNames.fault(name).isEmpty(), "--map: " + MapNames.fault(name));
            check(
                    count >= 0 && count <= Maps.MOST_BACKUPS,
                    "--map " + name + " is 0 to " + Maps.MOST_BACKUPS + ", not " + count);
        });
        idleTimes.forEach((name, seconds) -> {
            check(MapNames.fault(name).isEmpty(), "--max-idle: " + MapNames.fault(name));
            check(
                    seconds >= 1 && seconds <= MOST,
                    "--max-idle " + name + " must be 1 to " + MOST + " seconds, not " + seconds);
        });
        return Maps.of(backups, maps);
    }

    private void check(boolean holds, String message) {
        UsageErrorHandler.unless(spec, holds, message);
    }
}
