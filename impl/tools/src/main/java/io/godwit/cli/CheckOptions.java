package io.godwit.cli;

import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.lab.Ports;
import io.godwit.modelcheck.CheckRequest;
import io.godwit.modelcheck.CheckRequest.CountUpdate;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.run.Checker.DistributedSettings;
import io.godwit.modelcheck.run.Selection;
import io.godwit.modelcheck.tlc.TlcProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that {@code check} and {@code verify} share: resources, tools and manifest. */
final class CheckOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--filter",
            paramLabel = "NAME",
            description =
                    "Run only entries whose name contains NAME. Rules about the whole manifest are then not checked.")
    private String filter;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "TLC worker threads per model; overrides the entries. Entries that expect a violation keep 1.")
    private int workers;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "4g",
            description = "Total memory for all models, such as 4g or 900m. Default: ${DEFAULT-VALUE}.")
    private String heap;

    @Option(
            names = "--manifest",
            paramLabel = "FILE",
            description = "The manifest. Default: models/manifest.json of the project.")
    private Path manifestFile;

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "Directory that paths in the manifest are relative to. Default: the project.")
    private Path root;

    @Option(
            names = "--tla-tools",
            paramLabel = "JAR",
            description = "A TLC jar (tla2tools.jar) to use instead of the bundled one.")
    private Path tlaTools;

    @Option(
            names = "--apalache",
            paramLabel = "PATH",
            description =
                    "The apalache-mc to use. Default: $APALACHE_MC, then the PATH; Apalache models are skipped without it.")
    private Path apalache;

    /** The root directory of the project. */
    Path root() {
        return root == null ? ProjectRoot.find() : root.toAbsolutePath().normalize();
    }

    /** Reads the manifest. */
    Manifest manifest() throws BadInputException, IOException {
        return ManifestReader.read(
                manifestFile == null ? root().resolve("models/manifest.json") : manifestFile, root());
    }

    /** The TLC jar. */
    Path tlaTools() {
        existing("--tla-tools", tlaTools);
        return tlaTools == null ? TlcProcess.bundled() : tlaTools.toAbsolutePath();
    }

    /** The selected entries; an error if there are none, because checking nothing is not a success. */
    Selection selection(Manifest manifest, Tier tier, ModelChecker engine) {
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

    /** A request with the given updates. */
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
        if (distributed != null && (distributed.workers() < 0 || distributed.port() > Ports.LAST)) {
            throw wrongUse("--dist-workers must not be negative, and --dist-port at most " + Ports.LAST);
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

    /** Parses memory sizes. */
    static final class MemorySize {
        private static final Pattern SIZE = Pattern.compile("(\\d+)([mg])");
        private static final int MIB_PER_GIB = 1024;

        private MemorySize() {}

        /** The size in MiB: {@code 4g} or {@code 900m}. */
        static int toMiB(String text) {
            Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
            if (!matcher.matches()) {
                throw new IllegalArgumentException("'" + text + "' is not a memory size; write 4g or 900m");
            }
            int number = Integer.parseInt(matcher.group(1));
            return matcher.group(2).equals("g") ? number * MIB_PER_GIB : number;
        }
    }
}
