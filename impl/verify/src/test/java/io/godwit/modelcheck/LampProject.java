package io.godwit.modelcheck;

import io.godwit.modelcheck.CheckRequest.CountUpdate;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.run.CheckListener;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.Checker.DistributedSettings;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.Selection;
import io.godwit.modelcheck.run.ToolProcess.ToolFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A copy of the lamp fixture that a test may break. */
public final class LampProject {
    private final Path root;

    /** Copies the fixture into a directory of the test. */
    public LampProject(Path directory) {
        root = directory.toAbsolutePath().normalize();
        try {
            Path source = Path.of(
                    LampProject.class.getResource("/lamp/models/manifest.json").toURI());
            copy(source.getParent().getParent());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private void copy(Path source) {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = root.resolve(source.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path root() {
        return root;
    }

    public Path manifestFile() {
        return root.resolve("models/manifest.json");
    }

    /** Replaces text in a file; the text must be there. */
    public LampProject replace(String file, String from, String to) {
        try {
            Path path = root.resolve(file);
            String text = Files.readString(path);
            if (!text.contains(from)) {
                throw new IllegalArgumentException(file + " has no " + from);
            }
            Files.writeString(path, text.replace(from, to));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file. */
    public LampProject write(String file, String text) {
        try {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String read(String file) {
        try {
            return Files.readString(root.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Manifest manifest() throws BadInputException, IOException {
        return ManifestReader.read(manifestFile(), root);
    }

    /** Checks all entries up to a tier whose name contains the filter. */
    public CheckReport check(Tier tier, String filter)
            throws BadInputException, ToolFailedException, IOException, InterruptedException {
        return check(tier, filter, null, false, false);
    }

    public CheckReport check(
            Tier tier, String filter, DistributedSettings distributed, boolean updateCounts, boolean updateTraces)
            throws BadInputException, ToolFailedException, IOException, InterruptedException {
        return check(tier, filter, distributed, updateCounts ? new CountUpdate(Set.of()) : null, updateTraces);
    }

    public CheckReport check(
            Tier tier, String filter, DistributedSettings distributed, CountUpdate updateCounts, boolean updateTraces)
            throws BadInputException, ToolFailedException, IOException, InterruptedException {
        CheckRequest request = new CheckRequest(
                manifest(),
                new Selection(tier, filter, null),
                4096,
                0,
                null,
                null,
                distributed,
                updateCounts,
                updateTraces,
                null);
        return new ModelCheck(request, CheckListener.NONE).run();
    }

    /** The one result of a check of one entry. */
    public EntryResult checkOne(String filter)
            throws BadInputException, ToolFailedException, IOException, InterruptedException {
        List<EntryResult> entries = check(Tier.NIGHTLY, filter).entries();
        if (entries.size() != 1) {
            throw new IllegalStateException(entries.size() + " entries");
        }
        return entries.get(0);
    }
}
