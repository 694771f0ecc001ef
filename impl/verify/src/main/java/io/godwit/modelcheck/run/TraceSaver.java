package io.godwit.modelcheck.run;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.trace.Lenses;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceBuilder;
import io.godwit.trace.TraceJson;
import io.godwit.trace.TraceMeta;
import java.nio.file.Path;
import java.util.Optional;

/** Writes counterexamples in the form that people and pages read. */
public final class TraceSaver {
    /** Where the counterexamples of findings and failures are kept, relative to the root of the project. */
    public static final String DIRECTORY = "out/traces";

    private final Lenses lenses;

    /** A saver that looks at states through these lenses. */
    public TraceSaver(Lenses lenses) {
        this.lenses = lenses;
    }

    /** The trace of a result; empty when it has no counterexample. */
    public Optional<Trace> trace(JobResult result) {
        EngineResult engine = result.engine();
        if (engine == null
                || engine.counterexample() == null
                || engine.counterexample().states().isEmpty()) {
            return Optional.empty();
        }
        ManifestEntry entry = result.job().entry();
        EngineResult.Counterexample counterexample = engine.counterexample();
        Trace.Meta meta = TraceMeta.named(entry.name())
                .module(entry.moduleName())
                .property(String.join(" or ", ((Verdict.Violated) engine.verdict()).candidates()))
                .faults(entry.faults())
                .says(entry.says())
                .source(entry.source() == null ? "" : entry.source())
                .tool(result.job().engine() == ModelChecker.TLC ? "TLC" : "Apalache", engine.tool())
                .loop(counterexample.loopStart(), counterexample.stuttering())
                .build();
        return Optional.of(TraceBuilder.build(meta, counterexample.states(), lenses.of(entry.moduleName())));
    }

    /** Writes the trace of a result to a file; says whether there was one. */
    public boolean save(JobResult result, Path file) {
        Optional<Trace> trace = trace(result);
        trace.ifPresent(it -> TraceJson.write(it, file));
        return trace.isPresent();
    }
}
