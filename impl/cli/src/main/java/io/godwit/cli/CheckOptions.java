package io.godwit.cli;

import io.godwit.modelcheck.CheckRequest;
import io.godwit.modelcheck.CountUpdate;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Engine;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.manifest.Tier;
import io.godwit.modelcheck.run.DistributedSettings;
import io.godwit.modelcheck.run.Selection;
import io.godwit.modelcheck.tlc.TlcJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of {@code check} that {@code verify} has too: which machine, which tools, which manifest. */
final class CheckOptions {
    private static final int MAX_PORT = 65535;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--filter",
            paramLabel = "NAME",
            description = "Only entries whose name contains NAME. Rules over the whole manifest are not judged then.")
    private String filter;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "TLC worker threads per model instead of what each entry says; expected violations keep 1.")
    private int workers;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "4g",
            description = "Memory for all models together, such as 4g or 900m. Default: ${DEFAULT-VALUE}.")
    private String heap;

    @Option(
            names = "--manifest",
            paramLabel = "FILE",
            description = "Another manifest. Default: models/manifest.json of the project.")
    private Path manifestFile;

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "What the paths in the manifest are relative to. Default: the project.")
    private Path root;

    @Option(
            names = "--tla-tools",
            paramLabel = "JAR",
            description = "Your own TLC (tla2tools.jar) instead of the one that comes along.")
    private Path tlaTools;

    @Option(
            names = "--apalache",
            paramLabel = "PATH",
            description =
                    "Your apalache-mc. Default: $APALACHE_MC, then the PATH; models for it are skipped if there is none.")
    private Path apalache;

    /** Where the project is. */
    Path root() {
        return root == null ? ProjectRoot.find() : root.toAbsolutePath().normalize();
    }

    /** Reads the manifest. */
    Manifest manifest() throws BadInputException, IOException {
        return ManifestReader.read(
                manifestFile == null ? root().resolve("models/manifest.json") : manifestFile, root());
    }

    /** The jar with TLC. */
    Path tlaTools() {
        existing("--tla-tools", tlaTools);
        return tlaTools == null ? TlcJar.bundled() : tlaTools.toAbsolutePath();
    }

    /** The entries that are asked for; wrong use when there are none, because checking nothing is no success. */
    Selection selection(Manifest manifest, Tier tier, Engine engine) {
        Selection selection = new Selection(tier, filter, engine);
        if (selection.jobs(manifest).isEmpty()) {
            throw wrongUse("nothing to check: no entry of " + manifest.file() + " is selected");
        }
        return selection;
    }

    /** A request without updates. */
    CheckRequest request(Manifest manifest, Selection selection, Path traces) {
        return request(manifest, selection, traces, null, null, false);
    }

    /** A request. */
    CheckRequest request(
            Manifest manifest,
            Selection selection,
            Path traces,
            DistributedSettings distributed,
            CountUpdate updateCounts,
            boolean updateTraces) {
        if (workers < 0) {
            throw wrongUse("--workers must be at least 1");
        }
        existing("--tla-tools", tlaTools);
        existing("--apalache", apalache);
        if (distributed != null && (distributed.workers() < 0 || distributed.port() > MAX_PORT)) {
            throw wrongUse("--dist-workers must not be negative, and --dist-port at most " + MAX_PORT);
        }
        return new CheckRequest(
                manifest,
                selection,
                heapMb(),
                workers,
                tlaTools,
                apalache,
                distributed,
                updateCounts,
                updateTraces,
                traces);
    }

    private int heapMb() {
        try {
            return MemorySize.toMiB(heap);
        } catch (IllegalArgumentException e) {
            throw wrongUse("--heap: " + e.getMessage());
        }
    }

    private void existing(String option, Path file) {
        if (file != null && !Files.isRegularFile(file)) {
            throw wrongUse(option + ": there is no file " + file);
        }
    }

    private ParameterException wrongUse(String message) {
        CommandLine line = spec.commandLine();
        return new ParameterException(line, message);
    }
}
