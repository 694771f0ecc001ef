package io.godwit.cli;

import io.godwit.cli.BackupManifest.BackupException;
import io.godwit.client.CallException;
import io.godwit.client.GodwitClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code godwit restore}: writes a backup to a cluster. */
@Command(
        name = "restore",
        description = {
            "Write a backup to a running cluster of any size that does not have its maps.",
            "All files are checked first, and nothing is written if one is damaged."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "docs/operate/storage.md describes backups."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:everything was written",
            "2:invalid arguments, no cluster, a cluster that is not empty, or no complete backup",
            "3:a call failed: the cluster has a part of the backup",
            "5:the backup is damaged; nothing was written"
        })
final class RestoreCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "BACKUP", description = "Directory of the backup.")
    private Path backup;

    @Option(names = "--check", description = "Only check the backup.")
    private boolean checkOnly;

    @Mixin
    private ClientConnection connection;

    @Override
    public Integer call() throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        try {
            Restore restore = Restore.of(backup);
            BackupManifest manifest = restore.manifest();
            String what = "backup of cluster " + manifest.cluster() + " of " + manifest.time() + ": " + restore.maps()
                    + " maps, " + manifest.keys() + " keys";
            if (checkOnly) {
                spec.commandLine().getOut().println(what + "; it is complete and undamaged");
                return ExitStatus.OK;
            }
            try (GodwitClient client = connection.connect()) {
                restore.write(client);
            }
            spec.commandLine().getOut().println(what + "; restored");
            return ExitStatus.OK;
        } catch (BackupException e) {
            err.println(e.getMessage());
            return e.isDamage() ? ExitStatus.DAMAGED : ExitStatus.BROKEN_INPUT;
        } catch (CallException e) {
            err.println("not complete: " + e.getMessage() + "; clear the maps before the next attempt");
            return ExitStatus.TOOL_FAILED;
        }
    }
}
