package io.godwit.modelcheck.apalache;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.manifest.CfgParser;
import io.godwit.modelcheck.manifest.CfgWriter;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ApalacheSpec;
import io.godwit.modelcheck.manifest.RunCfg;
import io.godwit.modelcheck.run.CheckListener.CheckProgress;
import io.godwit.modelcheck.run.Checker;
import io.godwit.modelcheck.run.EngineResult;
import io.godwit.modelcheck.run.ToolProcess;
import io.godwit.modelcheck.run.Verdict;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.modelcheck.spec.ModuleGraph;
import io.godwit.trace.ItfTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Checks models with Apalache. The modules of a model are copied into one directory, because the versions of Apalache differ in how they are told
 * about several.
 */
public final class ApalacheChecker implements Checker {
    private static final String COUNTEREXAMPLE = "violation1.itf.json";

    private final Manifest manifest;
    private final ApalacheTool tool;
    private final ModuleGraph graph = new ModuleGraph();

    /**
     * A checker for the entries of this manifest.
     *
     * @param manifest the manifest
     * @param tool the installed Apalache; null when there is none
     */
    public ApalacheChecker(Manifest manifest, ApalacheTool tool) {
        this.manifest = manifest;
        this.tool = tool;
    }

    @Override
    public EngineResult check(ManifestEntry entry, Consumer<CheckProgress> watch)
            throws BadInputException, IOException, InterruptedException {
        try (WorkDir work = new WorkDir()) {
            Path module = manifest.resolve(entry.module());
            for (Path file : graph.files(module, manifest.searchPath(entry))) {
                Files.copy(file, work.path().resolve(file.getFileName()));
            }
            List<String> said = Collections.synchronizedList(new ArrayList<>());
            ToolProcess.End end = ToolProcess.start(
                            command(entry, work.path()), work.path(), environment(entry, work.path()), said::add)
                    .await(Duration.ofSeconds(entry.seconds()));
            Path itf = work.path().resolve("run").resolve(COUNTEREXAMPLE);
            ApalacheJudge judge = new ApalacheJudge(manifest, entry);
            Verdict verdict = judge.judge(end, said, Files.isRegularFile(itf));
            if (verdict instanceof Verdict.Failed failed && failed.kind().isBrokenInput()) {
                throw new BadInputException(judge.explain(failed, said));
            }
            return new EngineResult(
                    verdict,
                    false,
                    new CheckProgress(0, 0, 0, 0, 0),
                    null,
                    List.of(),
                    null,
                    verdict instanceof Verdict.Violated ? counterexample(itf) : null,
                    end.seconds(),
                    "Apalache " + tool.version());
        }
    }

    private List<String> command(ManifestEntry entry, Path work) throws BadInputException, IOException {
        ApalacheSpec spec = entry.apalache();
        List<String> command = new ArrayList<>(List.of(
                tool.program().toString(),
                "check",
                "--no-deadlock",
                "--init=" + spec.init(),
                "--next=" + spec.next(),
                "--inv=" + spec.inv(),
                "--length=" + spec.length(),
                "--out-dir=" + work.resolve("out"),
                "--run-dir=" + work.resolve("run")));
        if (spec.assumed()) {
            command.add("--tuning-options=search.invariantFilter=1->.*");
        }
        if (spec.cinit() != null) {
            command.add("--cinit=" + spec.cinit());
        } else if (entry.cfg() != null) {
            Cfg cfg = RunCfg.of(CfgParser.read(manifest.resolve(entry.cfg())), entry, manifest.file());
            Path file = work.resolve(entry.name() + ".cfg");
            Files.writeString(file, CfgWriter.constants(cfg) + "INIT " + spec.init() + "\nNEXT " + spec.next() + "\n");
            command.add("--config=" + file);
        }
        command.add(manifest.resolve(entry.module()).getFileName().toString());
        return command;
    }

    private static Map<String, String> environment(ManifestEntry entry, Path work) {
        return Map.of(
                "JVM_ARGS",
                "-Xmx" + entry.heapMb() + "m -Xss16m -XX:+ExitOnOutOfMemoryError",
                "OUT_DIR",
                work.resolve("out").toString());
    }

    private static EngineResult.Counterexample counterexample(Path itf) throws IOException {
        ItfTrace trace = ItfTrace.parse(Files.readString(itf));
        return new EngineResult.Counterexample(trace.states(), trace.states().size(), trace.loopStart(), false);
    }

    @Override
    public String unavailable() {
        return tool == null ? "apalache-mc is not installed (PATH, " + ApalacheTool.VARIABLE + ", --apalache)" : null;
    }
}
