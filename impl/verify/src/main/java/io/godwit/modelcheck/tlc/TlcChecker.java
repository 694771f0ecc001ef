package io.godwit.modelcheck.tlc;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.manifest.CfgParser;
import io.godwit.modelcheck.manifest.CfgWriter;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.manifest.RunCfg;
import io.godwit.modelcheck.run.CheckListener.CheckProgress;
import io.godwit.modelcheck.run.Checker;
import io.godwit.modelcheck.run.Checker.CheckerSettings;
import io.godwit.modelcheck.run.EngineResult;
import io.godwit.modelcheck.run.ToolProcess;
import io.godwit.modelcheck.run.Verdict;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.trace.TlcStates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Checks models with TLC, each in a process of its own. */
public final class TlcChecker implements Checker {
    private static final long BRIEF_STATES = 50_000;
    private static final long COVERAGE_STATES = 40_000;
    private static final int COVERAGE_EVERY_MINUTES = 30;
    /**
     * From this heap on a run is long enough for the optimising compiler and the parallel collector to pay. A small one spends most
     * of its time warming them up: 2.5 s of processor time without them, 6.5 s with them, for the same 3,000 states.
     */
    private static final int PARALLEL_GC_FROM_MB = 1024;

    private static final String FAST_START = "-XX:TieredStopAtLevel=1";

    private final Manifest manifest;
    private final CheckerSettings settings;

    /** A checker for the entries of this manifest. */
    public TlcChecker(Manifest manifest, CheckerSettings settings) {
        this.manifest = manifest;
        this.settings = settings;
    }

    @Override
    public EngineResult check(ManifestEntry entry, Consumer<CheckProgress> watch)
            throws BadInputException, IOException, InterruptedException {
        Cfg cfg = RunCfg.of(CfgParser.read(manifest.resolve(entry.cfg())), entry, manifest.file());
        EngineResult result = run(entry, cfg, watch);
        if (result.verdict() instanceof Verdict.Violated violated && !violated.isNamed()) {
            return whichOne(entry, cfg, violated.candidates(), watch, result);
        }
        return result;
    }

    /** TLC did not say which temporal property broke: asks again, one by one. */
    private EngineResult whichOne(
            ManifestEntry entry, Cfg cfg, List<String> candidates, Consumer<CheckProgress> watch, EngineResult unnamed)
            throws BadInputException, IOException, InterruptedException {
        double seconds = unnamed.seconds();
        for (String property : candidates) {
            EngineResult result = run(entry, RunCfg.restrict(cfg, List.of(property)), watch);
            seconds += result.seconds();
            if (result.verdict() instanceof Verdict.Violated) {
                return result.withSeconds(seconds);
            }
        }
        return unnamed.withSeconds(seconds);
    }

    private EngineResult run(ManifestEntry entry, Cfg cfg, Consumer<CheckProgress> watch)
            throws BadInputException, IOException, InterruptedException {
        try (WorkDir work = new WorkDir()) {
            Path cfgFile = work.path().resolve(entry.name() + ".cfg");
            Files.writeString(cfgFile, CfgWriter.write(cfg));
            TlcRecord said = new TlcRecord();
            ToolMessageParser parser = new ToolMessageParser(said::message, said::outside);
            // TLC looks for an absolute cfg below the directory of the module if that is given, so it is started in
            // there.
            ToolProcess.End end = tlc(entry, cfg, cfgFile, work.path())
                    .start(manifest.resolve(entry.module()).getParent(), line -> {
                        parser.line(line);
                        watch.accept(said.progress());
                    })
                    .await(Duration.ofSeconds(entry.seconds()));
            Verdict verdict =
                    new TlcJudge(cfg.invariantNames(), cfg.propertyNames()).judge(said, end.exit(), end.timedOut());
            if (verdict instanceof Verdict.Failed failed && failed.kind().isBrokenInput()) {
                throw new BadInputException(new SpecErrors(manifest, entry, cfg).explain(failed, said));
            }
            return result(verdict, said, end);
        }
    }

    private TlcProcess tlc(ManifestEntry entry, Cfg cfg, Path cfgFile, Path work) {
        int workers = settings.workers(entry);
        TlcProcess tlc = new TlcProcess(settings.tlaTools(), entry.heapMb(), manifest.searchPath(entry), work);
        if (workers > 1 || entry.heapMb() >= PARALLEL_GC_FROM_MB) {
            tlc.options("-XX:+UseParallelGC");
        } else {
            tlc.options("-XX:+UseSerialGC", FAST_START);
        }
        if (isBrief(entry)) {
            tlc.options(FAST_START);
        }
        tlc.main(TlcMain.class).arguments(WatchedTlc.class.getName(), "-tool");
        // The same fingerprints and seed each time: the same counterexample each time.
        tlc.arguments("-fp", "1", "-seed", "1", "-checkpoint", "0");
        if (wantsCoverage(entry)) {
            tlc.arguments("-coverage", Integer.toString(COVERAGE_EVERY_MINUTES));
        }
        tlc.arguments("-workers", Integer.toString(workers));
        tlc.arguments("-metadir", work.resolve("states").toString());
        if (!cfg.properties().isEmpty()) {
            // Once, on the complete graph: cheaper, and the counterexample does not depend on when TLC looked.
            tlc.arguments("-lncheck", "final");
        }
        return tlc.arguments("-config", cfgFile.toString(), entry.moduleName());
    }

    /** Small models show which actions are taken; on large ones it would cost too much time. */
    private boolean wantsCoverage(ManifestEntry entry) {
        Long generated = entry.expect().generated();
        return settings.coverage() && entry.kind().holds() && (generated == null || generated <= COVERAGE_STATES);
    }

    private static boolean isBrief(ManifestEntry entry) {
        Long generated = entry.expect().generated();
        return entry.tier() == Tier.QUICK || (generated != null && generated <= BRIEF_STATES);
    }

    private EngineResult result(Verdict verdict, TlcRecord said, ToolProcess.End end) {
        return new EngineResult(
                verdict,
                true,
                said.progress(),
                said.depth(),
                said.coverage(),
                said.variables(),
                counterexample(verdict, said),
                end.seconds(),
                said.version());
    }

    private static EngineResult.Counterexample counterexample(Verdict verdict, TlcRecord said) {
        if (!(verdict instanceof Verdict.Violated)) {
            return null;
        }
        TlcStates states = new TlcStates();
        said.trace().forEach(message -> states.accept(message.number(), message.body()));
        return new EngineResult.Counterexample(
                states.states(), said.traceLength(), states.loopStart(), states.stuttering());
    }

    @Override
    public String unavailable() {
        return null;
    }
}
