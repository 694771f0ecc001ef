package io.godwit.cli;

import io.godwit.member.config.Addresses;
import io.godwit.member.config.MemberConfig;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What a member can be told without a file. Whatever is not here is as usual; a file can say more. */
final class MemberFlags {
    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the process, for people; needed where there is no --config.")
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
            description = "Where it listens, and where others reach it. Default: 127.0.0.1.")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "5701",
            description = "For members and clients; 0 for any that is free. Default: 5701.")
    private int port;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "For status and metrics; -1 for none. Default: 0, any that is free.")
    private int httpPort;

    @Option(
            names = "--join",
            paramLabel = "HOST:PORT",
            split = ",",
            description = "Some members of a running cluster, or all that found a new one, this one among them."
                    + " Without it, the member founds a cluster alone.")
    private List<String> members = List.of();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Directory for what survives a restart. Without it, a restart makes another member.")
    private Path dataDir;

    /** The configuration; refuses what cannot be. */
    MemberConfig config(CommandLine line) {
        check(line, name != null, "--config FILE or --name NAME is needed");
        check(line, !name.isBlank(), "--name: it is empty");
        check(line, !cluster.isBlank(), "--cluster: it is empty");
        check(line, host.matches(Addresses.HOST), "--host: not a name or an IPv4 address: '" + host + "'");
        check(
                line,
                port >= 0 && port <= Addresses.LAST_PORT,
                "--port is 0 to " + Addresses.LAST_PORT + ", not " + port);
        check(
                line,
                httpPort >= -1 && httpPort <= Addresses.LAST_PORT,
                "--http-port is -1 to " + Addresses.LAST_PORT + ", not " + httpPort);
        for (String member : members) {
            check(line, Addresses.fault(member).isEmpty(), "--join: " + Addresses.fault(member));
        }
        return MemberConfig.of(cluster, name)
                .withHost(host)
                .withPorts(port, httpPort)
                .withMembers(members)
                .withDataDir(dataDir);
    }

    /** Refuses options of this class beside a file: nothing is said twice. */
    static void refuse(CommandLine line) {
        line.getParseResult().matchedOptions().stream()
                .filter(it -> it.userObject() instanceof Field field && field.getDeclaringClass() == MemberFlags.class)
                .findFirst()
                .ifPresent(it ->
                        check(line, false, it.longestName() + " cannot be given beside --config: the file says it"));
    }

    private static void check(CommandLine line, boolean holds, String message) {
        WrongUse.unless(line.getCommandSpec(), holds, message);
    }
}
