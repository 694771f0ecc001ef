package io.godwit.cli;

import io.godwit.simulation.InputException;
import io.godwit.simulation.run.Figures;
import io.godwit.simulation.run.FiguresJson;
import io.godwit.simulation.run.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.SortedMap;

/** The file with the figures of a long batch. It is replaced atomically, so an interruption leaves the last good version. */
final class FiguresFile {
    /** Number of seeds between two writes of the file. */
    static final long PART = 200;

    private final Path path;
    private Figures figures;

    /**
     * Continues from the figures in the file, if it exists.
     *
     * @throws InputException if the figures belong to a batch with other settings
     */
    FiguresFile(Path path, SortedMap<String, String> settings, long from) throws IOException {
        this.path = path;
        this.figures = Figures.none(settings, from);
        if (Files.isRegularFile(path)) {
            Figures found = FiguresJson.read(path.toString(), Files.readString(path));
            if (!found.settings().equals(settings) || found.first() != from) {
                throw new InputException(
                        "--figures: " + path + " has the figures of a different batch: " + found.settings()
                                + " from seed " + found.first() + ", and not " + settings + " from seed " + from);
            }
            figures = found;
        }
    }

    long next() {
        return figures.next();
    }

    /** Adds the figures of the next seeds. */
    void add(Totals totals, Cost cost) throws IOException {
        figures = figures.plus(totals, cost.seconds(), cost.processorSeconds());
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.writeString(fresh, FiguresJson.write(figures));
        Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    boolean allHeld() {
        return figures.failures().isEmpty();
    }

    String summary() {
        return String.format(
                Locale.ROOT,
                "%,d seeds from %,d, %,d failed, %,.0f processor seconds",
                figures.runs(),
                figures.first(),
                figures.failures().size(),
                figures.processorSeconds());
    }
}
