package io.godwit.cli;

import io.godwit.member.config.Addresses;
import io.godwit.member.config.LeavePolicy;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.quorum.ClusterVersion;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Options of a member that has no configuration file. All other settings have their defaults. */
final class MemberFlags {
    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Display name of the process; required without --config.")
    private String name;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            defaultValue = "godwit",
            description = "Name of the cluster. Default: godwit.")
    private String cluster;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Host name or address to listen at, also advertised to others. Default: 127.0.0.1.")
    private String host;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            defaultValue = "",
            description = "What the member fails together with: a machine, a rack, a data centre. Default: nothing.")
    private String zone;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "5701",
            description = "Port for members and clients; 0 for any free port. Default: 5701.")
    private int port;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "HTTP port for status and metrics; -1 for none, 0 for any free port. Default: 0.")
    private int httpPort;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with the token that commands over HTTP need. Default: http-token in the data directory.")
    private Path tokenFile;

    @Option(
            names = "--join",
            paramLabel = "HOST:PORT",
            split = ",",
            description =
                    "Addresses of some members of a running cluster, or of all founders of a new one, including this member."
                            + " Without it, the member forms a cluster on its own.")
    private List<String> members = List.of();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Directory for durable data. Without it, a restarted process is a new member.")
    private Path dataDir;

    @Option(
            names = "--on-sigterm",
            paramLabel = "WHAT",
            description = "stop or leave: what the member does upon SIGTERM or Ctrl-C. Default: stop.")
    private String onSigterm = LeavePolicy.DEFAULT.onSigterm().toString();

    @Option(
            names = "--leave-timeout",
            paramLabel = "SECONDS",
            description = "Time after which a member that leaves says what it still waits for. Default: 8.")
    private int leaveTimeout = LeavePolicy.TIMEOUT;

    @Option(
            names = "--on-leave-timeout",
            paramLabel = "WHAT",
            description =
                    "continue, stop, or stop-after-sigterm: what the member does then. Default: stop-after-sigterm.")
    private String onLeaveTimeout = LeavePolicy.DEFAULT.onTimeout().toString();

    @Option(
            names = "--max-version",
            paramLabel = "N",
            description =
                    "Greatest cluster version that the member can go by: with a lower one, it is like an older program."
                            + " Default: the newest that the program knows.")
    private int maxVersion = ClusterVersion.NEWEST;

    /** The configuration; throws if an option is invalid. */
    MemberConfig config(CommandLine line) {
        check(line, name != null, "--config FILE or --name NAME is required");
        check(line, !name.isBlank(), "--name must not be empty");
        check(line, !cluster.isBlank(), "--cluster must not be empty");
        check(line, host.matches(Addresses.HOST), "--host must be a host name or an IPv4 address, not '" + host + "'");
        check(
                line,
                zone.matches(MemberConfig.ZONE),
                "--zone must be " + MemberConfig.ZONE_IN_WORDS + ", not '" + zone + "'");
        check(
                line,
                port >= 0 && port <= Addresses.LAST_PORT,
                "--port must be 0 to " + Addresses.LAST_PORT + ", not " + port);
        check(
                line,
                httpPort >= -1 && httpPort <= Addresses.LAST_PORT,
                "--http-port must be -1 to " + Addresses.LAST_PORT + ", not " + httpPort);
        check(
                line,
                maxVersion >= ClusterVersion.FIRST && maxVersion <= ClusterVersion.NEWEST,
                "--max-version must be " + ClusterVersion.FIRST + " to " + ClusterVersion.NEWEST + ", not "
                        + maxVersion);
        for (String member : members) {
            check(line, Addresses.fault(member).isEmpty(), "--join: " + Addresses.fault(member));
        }
        return MemberConfig.of(cluster, name)
                .withHost(host)
                .withZone(zone)
                .withPorts(port, httpPort)
                .withTokenFile(tokenFile)
                .withMembers(members)
                .withDataDir(dataDir)
                .withMaxVersion(maxVersion)
                .withLeaving(leaving(line));
    }

    private LeavePolicy leaving(CommandLine line) {
        check(line, leaveTimeout > 0, "--leave-timeout must be 1 or more seconds, not " + leaveTimeout);
        return new LeavePolicy(
                choice(line, "--on-sigterm", LeavePolicy.OnSigterm.values(), onSigterm),
                leaveTimeout,
                choice(line, "--on-leave-timeout", LeavePolicy.OnTimeout.values(), onLeaveTimeout));
    }

    private static <T> T choice(CommandLine line, String option, T[] values, String text) {
        List<T> found =
                Arrays.stream(values).filter(it -> it.toString().equals(text)).toList();
        String known = Arrays.stream(values).map(Object::toString).collect(Collectors.joining(", "));
        check(line, !found.isEmpty(), option + " must be one of " + known + ", not '" + text + "'");
        return found.get(0);
    }

    /** Throws if an option of this class is given together with a file, so that no setting is given twice. */
    static void refuse(CommandLine line) {
        line.getParseResult().matchedOptions().stream()
                .filter(it -> it.userObject() instanceof Field field && field.getDeclaringClass() == MemberFlags.class)
                .findFirst()
                .ifPresent(it ->
                        check(line, false, it.longestName() + " cannot be combined with --config; set it in the file"));
    }

    private static void check(CommandLine line, boolean holds, String message) {
        UsageErrorHandler.unless(line.getCommandSpec(), holds, message);
    }
}
