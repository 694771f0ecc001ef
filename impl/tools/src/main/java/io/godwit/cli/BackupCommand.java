package io.godwit.cli;

import io.godwit.cli.BackupManifest.BackupException;
import io.godwit.lab.Lab.LabException;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.member.config.ConfigException;
import io.godwit.member.http.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code godwit backup}: copies what a running cluster holds to a directory. */
@Command(
        name = "backup",
        description = {
            "Copy what a running cluster holds to a directory, for 'godwit restore'.",
            "Each partition is as its primary had it at one moment, with every write that was acknowledged before."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "docs/operate/storage.md describes backups."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:the backup is complete",
            "2:invalid arguments, no cluster, a directory that is not empty, or an earlier backup that is not complete or of another cluster",
            "3:the backup is not complete, and cannot be restored",
            "5:the earlier backup is damaged"
        })
final class BackupCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "TARGET", description = "Directory of the backup; is created, or empty.")
    private Path target;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Directory of a cluster that 'godwit cluster' or 'godwit lab' started. Default: out/cluster.")
    private Path directory;

    @Option(
            names = "--http",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "HTTP addresses of all members of another cluster; requires --token-file.")
    private List<String> addresses;

    @Option(names = "--token-file", paramLabel = "FILE", description = "The token of these members.")
    private Path tokenFile;

    @Option(
            names = "--since",
            paramLabel = "EARLIER",
            description = {
                "Directory of an earlier backup of the same cluster. Members send only the partitions that have changed since;",
                "TARGET gets links to the files with the others (copies, where links are not possible), and is complete in itself."
            })
    private Path since;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = TimeSpan.class,
            description = "How long to wait for partitions that change hands. Default: 60s.")
    private Duration timeout;

    @Override
    public Integer call() throws IOException, InterruptedException {
        UsageErrorHandler.unless(
                spec, (addresses == null) == (tokenFile == null), "--http and --token-file must be given together");
        UsageErrorHandler.unless(spec, addresses == null || directory == null, "give --dir or --http, not both");
        String authorization;
        try {
            if (addresses == null) {
                local();
            }
            authorization = Token.read(tokenFile).header();
        } catch (ConfigException e) {
            throw new LabException(e.getMessage());
        }
        try {
            Backup backup = new Backup(target, addresses, authorization, timeout, since);
            create();
            BackupManifest manifest = backup.make();
            spec.commandLine()
                    .getOut()
                    .println("backup of cluster " + manifest.cluster() + " in " + target + ": "
                            + manifest.copies().size() + " partitions"
                            + (since == null ? "" : " (" + backup.unchanged() + " unchanged)") + ", "
                            + manifest.keys() + " keys, " + manifest.files().size() + " files");
            return ExitStatus.OK;
        } catch (BackupException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return e.isDamage() ? ExitStatus.DAMAGED : ExitStatus.BROKEN_INPUT;
        }
    }

    private void local() throws IOException {
        Path place = ClusterCommand.directory(directory);
        List<String> running = new ArrayList<>();
        for (LocalMember member : new LocalCluster(place).members()) {
            if (member.process().isPresent()) {
                running.add(member.host() + ":" + member.httpPort());
            }
        }
        if (running.isEmpty()) {
            throw new LabException("no running member of the cluster in " + place);
        }
        addresses = running;
        tokenFile = place.resolve("token");
    }

    private void create() throws IOException {
        Files.createDirectories(target);
        try (Stream<Path> there = Files.list(target)) {
            if (there.findAny().isPresent()) {
                throw new LabException(target + " is not empty");
            }
        }
    }
}
