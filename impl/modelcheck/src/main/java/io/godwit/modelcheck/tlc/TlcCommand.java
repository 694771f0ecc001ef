package io.godwit.modelcheck.tlc;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command line of one run of TLC.
 *
 * @param tools the jar with TLC
 * @param module file of the root module
 * @param cfg file of the configuration
 * @param searchPath where modules are looked up
 * @param workDir an empty directory for TLC's own files
 * @param heapMb memory in MiB
 * @param workers worker threads
 * @param temporal whether temporal properties are checked
 * @param coverage whether to count how often each action is taken, which costs time
 * @param brief whether the run is so short that compiling for speed does not pay
 */
record TlcCommand(
        Path tools,
        Path module,
        Path cfg,
        List<Path> searchPath,
        Path workDir,
        int heapMb,
        int workers,
        boolean temporal,
        boolean coverage,
        boolean brief) {
    /**
     * From this heap on a run is long enough for the optimising compiler and the parallel collector to pay. A small one spends most
     * of its time warming them up: 2.5 s of processor time without them, 6.5 s with them, for the same 3,000 states.
     */
    private static final int PARALLEL_GC_FROM_MB = 1024;

    private static final int COVERAGE_EVERY_MINUTES = 30;

    /** The words of the command line. */
    List<String> line() {
        List<String> line = new ArrayList<>(jvm(heapMb, searchPath, workDir));
        line.addAll(
                workers > 1 || heapMb >= PARALLEL_GC_FROM_MB
                        ? List.of("-XX:+UseParallelGC")
                        : List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        if (brief) {
            line.add("-XX:TieredStopAtLevel=1");
        }
        line.addAll(List.of("-cp", classPath(tools), TlcMain.class.getName(), WatchedTlc.class.getName(), "-tool"));
        // The same fingerprints and seed each time: the same counterexample each time.
        line.addAll(List.of("-fp", "1", "-seed", "1", "-checkpoint", "0"));
        if (coverage) {
            line.addAll(List.of("-coverage", Integer.toString(COVERAGE_EVERY_MINUTES)));
        }
        line.addAll(List.of("-workers", Integer.toString(workers)));
        line.addAll(List.of("-metadir", workDir.resolve("states").toString()));
        if (temporal) {
            // Once, on the complete graph: cheaper, and the counterexample does not depend on when TLC looked.
            line.addAll(List.of("-lncheck", "final"));
        }
        line.addAll(List.of("-config", cfg.toString(), moduleName()));
        return line;
    }

    /** TLC looks for an absolute cfg below the directory of the module if that is given, so it is started in there instead. */
    Path directory() {
        return module.getParent();
    }

    private String moduleName() {
        return module.getFileName().toString().replaceFirst("\\.tla$", "");
    }

    /** How every process that reads specifications is started: this Java, bounded memory, and where modules are looked up. */
    static List<String> jvm(int heapMb, List<Path> searchPath, Path workDir) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMb + "m",
                "-Xss8m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Duser.language=en",
                "-Djava.io.tmpdir=" + workDir,
                "-DTLA-Library="
                        + searchPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    }

    /** The jar with TLC, and the classes of ours that run beside it. */
    static String classPath(Path tools) {
        return tools + File.pathSeparator + TlcJar.own();
    }
}
