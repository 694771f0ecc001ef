package io.godwit.cli;

import io.godwit.client.CallException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.lab.Lab.LabException;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.transport.netty.Tls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Options that select the cluster that a client uses. */
final class ClientConnection {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Directory of a cluster that 'godwit cluster' or 'godwit lab' started. Default: out/cluster.")
    private Path directory;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "Name of a cluster to connect to; requires --members.")
    private String name;

    @Option(
            names = "--members",
            split = ",",
            paramLabel = "HOST:PORT",
            scope = ScopeType.INHERIT,
            description = "Addresses of some of its members.")
    private List<String> members;

    @Option(
            names = "--certificate",
            paramLabel = "PEM",
            scope = ScopeType.INHERIT,
            description = "TLS certificate of the client; requires --key and --authorities.")
    private Path certificate;

    @Option(
            names = "--key",
            paramLabel = "PEM",
            scope = ScopeType.INHERIT,
            description = "Private key of the certificate.")
    private Path key;

    @Option(
            names = "--authorities",
            paramLabel = "PEM",
            scope = ScopeType.INHERIT,
            description = "Certificates of the trusted certificate authorities.")
    private Path authorities;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = TimeSpan.class,
            scope = ScopeType.INHERIT,
            description = "Time limit of a call, such as 500ms or 10s. Default: 10s.")
    private Duration timeout;

    /** Whether the cluster was started by {@code godwit cluster} or {@code godwit lab}. */
    boolean isLocal() {
        return name == null;
    }

    /**
     * Connects.
     *
     * @throws LabException if there is no cluster, or none of its members is running
     * @throws CallException if no member could be reached
     */
    GodwitClient connect() throws IOException {
        check((name == null) == (members == null), "--cluster and --members must be given together");
        boolean encrypted = certificate != null;
        check(
                encrypted == (key != null) && encrypted == (authorities != null),
                "--certificate, --key and --authorities must be given together");
        ClientConfig config = name == null ? local() : elsewhere();
        if (encrypted) {
            config = config.with(tls());
        }
        return GodwitClient.connect(timed(config));
    }

    private void check(boolean holds, String message) {
        UsageErrorHandler.unless(spec, holds, message);
    }

    private ClientConfig timed(ClientConfig config) {
        try {
            return config.withTimeout(timeout);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), "--timeout: " + e.getMessage(), e);
        }
    }

    private Tls tls() throws LabException {
        try {
            return Tls.of(certificate, key, authorities, true);
        } catch (SSLException e) {
            throw new LabException(e.getMessage());
        }
    }

    private ClientConfig elsewhere() {
        try {
            return ClientConfig.of(name, members);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), "--members: " + e.getMessage(), e);
        }
    }

    private ClientConfig local() throws IOException {
        Path place = ClusterCommand.directory(directory);
        LocalCluster cluster = new LocalCluster(place);
        List<String> addresses = new ArrayList<>();
        for (LocalMember member : cluster.members()) {
            if (member.process().isPresent()) {
                addresses.add(member.address());
            }
        }
        if (addresses.isEmpty()) {
            throw new LabException("no running member of the cluster in " + place
                    + "; start one with ./godwit cluster start, or name another with --cluster and --members");
        }
        Map<String, String> via = cluster.clientVia();
        return ClientConfig.of(cluster.name(), addresses).withVia(via);
    }
}
