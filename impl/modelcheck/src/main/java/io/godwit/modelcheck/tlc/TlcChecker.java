package io.godwit.modelcheck.tlc;

import io.godwit.modelcheck.cfg.Cfg;
import io.godwit.modelcheck.cfg.CfgParser;
import io.godwit.modelcheck.cfg.CfgWriter;
import io.godwit.modelcheck.cfg.RunCfg;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.Tier;
import io.godwit.modelcheck.run.Checker;
import io.godwit.modelcheck.run.CheckerSettings;
import io.godwit.modelcheck.run.EngineResult;
import io.godwit.modelcheck.run.Progress;
import io.godwit.modelcheck.run.ToolProcess;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.modelcheck.verdict.Verdict;
import io.godwit.trace.tlc.TlcStates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Checks models with TLC, each in a process of its own. */
public final class TlcChecker implements Checker {
    private static final long BRIEF_STATES = 50_000;
    private static final long COVERAGE_STATES = 30_000;

    private final Manifest manifest;
    private final CheckerSettings settings;

    /** A checker for the entries of this manifest. */
    public TlcChecker(Manifest manifest, CheckerSettings settings) {
        this.manifest = manifest;
        this.settings = settings;
    }

    @Override
    public EngineResult check(Entry entry, Consumer<Progress> watch)
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
            Entry entry, Cfg cfg, List<String> candidates, Consumer<Progress> watch, EngineResult unnamed)
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

    private EngineResult run(Entry entry, Cfg cfg, Consumer<Progress> watch)
            throws BadInputException, IOException, InterruptedException {
        try (WorkDir work = new WorkDir()) {
            Path cfgFile = work.path().resolve(entry.name() + ".cfg");
            Files.writeString(cfgFile, CfgWriter.write(cfg));
            TlcCommand command = new TlcCommand(
                    settings.tlaTools(),
                    manifest.resolve(entry.module()),
                    cfgFile,
                    manifest.searchPath(entry),
                    work.path(),
                    entry.heapMb(),
                    settings.workers(entry),
                    !cfg.properties().isEmpty(),
                    wantsCoverage(entry),
                    isBrief(entry));
            TlcRecord said = new TlcRecord();
            ToolProcess.End end = execute(command.line(), command.directory(), said, watch, entry.seconds());
            Verdict verdict =
                    new TlcJudge(cfg.invariantNames(), cfg.propertyNames()).judge(said, end.exit(), end.timedOut());
            if (verdict instanceof Verdict.Failed failed && failed.kind().isBrokenInput()) {
                throw new BadInputException(new SpecErrors(manifest, entry, cfg).explain(failed, said));
            }
            return result(verdict, said, end);
        }
    }

    /** Small models show which actions are taken; on large ones it would cost too much time. */
    private boolean wantsCoverage(Entry entry) {
        Long generated = entry.expect().generated();
        return settings.coverage() && entry.kind().holds() && (generated == null || generated <= COVERAGE_STATES);
    }

    private static boolean isBrief(Entry entry) {
        Long generated = entry.expect().generated();
        return entry.tier() == Tier.QUICK || (generated != null && generated <= BRIEF_STATES);
    }

    private static ToolProcess.End execute(
            List<String> command, Path directory, TlcRecord said, Consumer<Progress> watch, int seconds)
            throws IOException, InterruptedException {
        ToolMessageParser parser = new ToolMessageParser(said::message, said::outside);
        ToolProcess process = ToolProcess.start(command, directory, Map.of(), line -> {
            parser.line(line);
            watch.accept(said.progress());
        });
        return process.await(Duration.ofSeconds(seconds));
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
