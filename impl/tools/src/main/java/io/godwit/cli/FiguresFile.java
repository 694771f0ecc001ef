package io.godwit.cli;

import com.sun.management.OperatingSystemMXBean;
import io.godwit.simulation.InputException;
import io.godwit.simulation.run.Figures;
import io.godwit.simulation.run.FiguresJson;
import io.godwit.simulation.run.Totals;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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
                figures.counts().runs(),
                figures.first(),
                figures.failures().size(),
                figures.processorSeconds());
    }

    /**
     * The cost of some work.
     *
     * @param seconds elapsed time in seconds, more than 0
     * @param processorSeconds processor time of all threads of this process, JIT and GC included, in seconds; more than 0
     */
    record Cost(double seconds, double processorSeconds) {
        /** The cost since an earlier reading of the same meter. */
        Cost since(Cost before) {
            return new Cost(seconds - before.seconds, processorSeconds - before.processorSeconds);
        }

        /** Measures the cost since its creation. */
        static final class Meter {
            private static final double NANOS = 1e9;
            private static final double LEAST = 1e-3;

            private final OperatingSystemMXBean system =
                    ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            private final long start = System.nanoTime();
            private final long processorStart = system.getProcessCpuTime();

            Cost read() {
                return new Cost(since(System.nanoTime(), start), since(system.getProcessCpuTime(), processorStart));
            }

            private static double since(long now, long before) {
                return Math.max(LEAST, (now - before) / NANOS);
            }
        }
    }
}
