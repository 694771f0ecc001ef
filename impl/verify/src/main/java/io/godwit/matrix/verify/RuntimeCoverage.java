package io.godwit.matrix.verify;

import io.godwit.member.runtime.MemberRuntime;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jacoco.agent.rt.RT;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.analysis.ISourceFileCoverage;
import org.jacoco.core.data.ExecutionDataReader;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;

/**
 * The lines of the module {@code runtime} that have code, without those that are generated from the schema. What is executed is
 * counted by JaCoCo's agent, in the whole JVM.
 *
 * @param lines by file and number
 */
record RuntimeCoverage(List<Line> lines) {
    /** Lines of initializers of classes that ran before a {@link #reset}: the replay uses some of these classes, too. */
    private static final Set<String> INITIALIZED = ConcurrentHashMap.newKeySet();

    private static final Path SOURCES = Path.of("impl", "runtime", "src", "main", "java");

    /**
     * A line.
     *
     * @param file its source, from the root of the packages
     * @param number from 1
     * @param text without the spaces around it
     * @param executed whether some of it was
     */
    public record Line(String file, int number, String text, boolean executed) {}

    /** Copies the list. */
    public RuntimeCoverage {
        lines = List.copyOf(lines);
    }

    /** Does the agent run in this JVM? */
    public static boolean isMeasured() {
        try {
            RT.getAgent();
            return true;
        } catch (IllegalStateException | NoClassDefFoundError e) {
            return false;
        }
    }

    /** Whether a project has the sources whose lines are counted, as all but a release have. */
    public static boolean hasSources(Path root) {
        return Files.isDirectory(root.resolve(SOURCES));
    }

    /** Forgets what was executed so far, but for initializers of classes: each runs only once in a JVM. */
    public static void reset() throws IOException {
        for (IClassCoverage each : analyzed().getClasses()) {
            for (IMethodCoverage method : each.getMethods()) {
                if (method.getName().equals("<clinit>")) {
                    for (int number = method.getFirstLine(); number <= method.getLastLine(); number++) {
                        int status = method.getLine(number).getStatus();
                        if (status != ICounter.EMPTY && status != ICounter.NOT_COVERED) {
                            INITIALIZED.add(each.getPackageName() + "/" + each.getSourceFileName() + ":" + number);
                        }
                    }
                }
            }
        }
        RT.getAgent().reset();
    }

    private static CoverageBuilder analyzed() throws IOException {
        ExecutionDataStore executed = new ExecutionDataStore();
        ExecutionDataReader reader =
                new ExecutionDataReader(new ByteArrayInputStream(RT.getAgent().getExecutionData(false)));
        reader.setExecutionDataVisitor(executed);
        reader.setSessionInfoVisitor(new SessionInfoStore());
        reader.read();
        CoverageBuilder builder = new CoverageBuilder();
        new Analyzer(executed, builder).analyzeAll(classes());
        return builder;
    }

    /**
     * What was executed since the last {@link #reset}.
     *
     * @param root of the project
     */
    public static RuntimeCoverage now(Path root) throws IOException {
        List<Line> lines = new ArrayList<>();
        for (ISourceFileCoverage file : analyzed().getSourceFiles()) {
            String name = file.getPackageName() + "/" + file.getName();
            Path source = root.resolve(SOURCES).resolve(name);
            if (Files.exists(source)) {
                add(file, name, Files.readAllLines(source), lines);
            }
        }
        return new RuntimeCoverage(lines.stream()
                .sorted((one, other) -> one.file().equals(other.file())
                        ? Integer.compare(one.number(), other.number())
                        : one.file().compareTo(other.file()))
                .toList());
    }

    private static void add(ISourceFileCoverage file, String name, List<String> texts, List<Line> to) {
        for (int number = file.getFirstLine(); number <= file.getLastLine(); number++) {
            int status = file.getLine(number).getStatus();
            if (status != ICounter.EMPTY) {
                boolean executed = status != ICounter.NOT_COVERED || INITIALIZED.contains(name + ":" + number);
                to.add(new Line(name, number, texts.get(number - 1).strip(), executed));
            }
        }
    }

    private static File classes() {
        try {
            return new File(MemberRuntime.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The lines that were executed, or those that were not. */
    public Stream<Line> which(boolean executed) {
        return lines.stream().filter(line -> line.executed() == executed);
    }

    /** The part that was executed, from 0 to 1. */
    public double share() {
        return lines.isEmpty() ? 0 : (double) which(true).count() / lines.size();
    }
}
