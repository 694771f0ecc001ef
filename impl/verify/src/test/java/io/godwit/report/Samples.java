package io.godwit.report;

import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ApalacheSpec;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestEntry.Expectation;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.EngineResult.ActionCoverage;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.modelcheck.run.EntryResult.Outcome;
import io.godwit.trace.Lens;
import io.godwit.trace.Trace;
import io.godwit.trace.Trace.RawState;
import io.godwit.trace.TraceBuilder;
import io.godwit.trace.TraceMeta;
import io.godwit.trace.ValueParser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A small project: one benign model, one finding with its trace, one mutant, one calibration, one skipped Apalache model. */
final class Samples {
    static final String FINDING = "toy-lost-write";

    private Samples() {}

    static Manifest manifest(Path root) {
        return new Manifest(
                root.resolve("models/manifest.json"),
                root,
                List.of("spec/toy"),
                List.of(),
                List.of(
                        entry("toy-safe", EntryKind.BENIGN, null, holds(), null, null),
                        entry(
                                FINDING,
                                EntryKind.FINDING,
                                null,
                                breaks("Durable"),
                                "models/traces/" + FINDING + ".json",
                                null),
                        entry("toy-no-fence", EntryKind.MUTANT, "Fence", breaks("Durable"), null, null),
                        entry("toy-calibration", EntryKind.CALIBRATION, "Chatter", holds(), null, null),
                        entry(
                                "toy-inductive",
                                EntryKind.BENIGN,
                                null,
                                holds(),
                                null,
                                new ApalacheSpec(null, "IndInv", "Next", "IndInv", 1, true))));
    }

    static CheckReport check() {
        return new CheckReport(
                CheckReport.FORMAT,
                "2026-11-21T10:00:00Z",
                73.4,
                Tier.PR,
                null,
                Map.of("os", "Linux", "cores", "2"),
                List.of("TLC 2.18"),
                List.of(
                        result(
                                "toy-safe",
                                EntryKind.BENIGN,
                                null,
                                holds(),
                                EntryStatus.PASSED,
                                new Outcome("holds", null, null)),
                        result(
                                FINDING,
                                EntryKind.FINDING,
                                null,
                                breaks("Durable"),
                                EntryStatus.PASSED,
                                new Outcome("violated", "Durable", null)),
                        result(
                                "toy-no-fence",
                                EntryKind.MUTANT,
                                "Fence",
                                breaks("Durable"),
                                EntryStatus.PASSED,
                                new Outcome("violated", "Durable", null)),
                        result(
                                "toy-calibration",
                                EntryKind.CALIBRATION,
                                "Chatter",
                                holds(),
                                EntryStatus.PASSED,
                                new Outcome("holds", null, null)),
                        result(
                                "toy-inductive",
                                EntryKind.BENIGN,
                                null,
                                holds(),
                                EntryStatus.SKIPPED,
                                new Outcome("skipped", null, null))),
                List.of(),
                List.of());
    }

    /** Two members, one message, one crash, in a specification called Toy. */
    static Trace trace() {
        return TraceBuilder.build(
                TraceMeta.named(FINDING)
                        .module("Toy")
                        .property("Durable")
                        .meaning("what was acknowledged stays")
                        .says("The write <b>dies</b> with its only holder.")
                        .faults("one crash")
                        .tool("TLC", "2.18")
                        .build(),
                List.of(
                        state(
                                1,
                                "Init",
                                "/\\ held = [a |-> 0, b |-> 0] /\\ up = [a |-> TRUE, b |-> TRUE] /\\ msgs = {}"),
                        state(
                                2,
                                "Write",
                                "/\\ held = [a |-> 1, b |-> 0] /\\ up = [a |-> TRUE, b |-> TRUE] "
                                        + "/\\ msgs = {[type |-> \"Copy\", src |-> \"a\", dst |-> \"b\", value |-> 1]}"),
                        state(
                                3,
                                "HandleCopy",
                                "/\\ held = [a |-> 1, b |-> 1] /\\ up = [a |-> TRUE, b |-> TRUE] /\\ msgs = {}"),
                        state(
                                4,
                                "Crash",
                                "/\\ held = [a |-> 0, b |-> 1] /\\ up = [a |-> FALSE, b |-> TRUE] /\\ msgs = {}")),
                Lens.generic());
    }

    private static RawState state(int number, String action, String text) {
        return new RawState(number, action, null, ValueParser.state(text));
    }

    private static Expectation holds() {
        return new Expectation(ExpectedVerdict.HOLDS, null, 123L, 456L, null);
    }

    private static Expectation breaks(String property) {
        return new Expectation(ExpectedVerdict.VIOLATED, property, null, null, 4);
    }

    private static ManifestEntry entry(
            String name, EntryKind kind, String guard, Expectation expect, String trace, ApalacheSpec apalache) {
        return new ManifestEntry(
                name,
                "spec/toy/Toy.tla",
                List.of("Toy"),
                kind,
                apalache == null ? "models/toy/Toy.cfg" : null,
                guard == null ? Map.of() : Map.of(guard, "FALSE"),
                Map.of(),
                guard,
                guard == null ? null : "toy-safe",
                List.of(apalache == null ? ModelChecker.TLC : ModelChecker.APALACHE),
                Tier.QUICK,
                List.of("TypeOK", "Durable", "Unbroken"),
                List.of(),
                List.of(),
                List.of(),
                "one crash & <nothing> else",
                "says \"this\"",
                "seed 001",
                expect,
                512,
                60,
                1,
                trace,
                apalache,
                1);
    }

    private static EntryResult result(
            String name, EntryKind kind, String guard, Expectation expected, EntryStatus status, Outcome got) {
        boolean skipped = status == EntryStatus.SKIPPED;
        return new EntryResult(
                name,
                skipped ? ModelChecker.APALACHE : ModelChecker.TLC,
                kind,
                Tier.QUICK,
                "spec/toy/Toy.tla",
                List.of("Toy"),
                guard,
                "one crash & <nothing> else",
                "says \"this\"",
                "seed 001",
                expected,
                status,
                skipped ? List.of("apalache-mc is not installed") : List.of(),
                got,
                skipped ? 0 : 1234,
                skipped ? 0 : 5678,
                9,
                got.property() == null ? null : 4,
                1.25,
                60,
                120,
                512,
                "TLC 2.18",
                skipped
                        ? List.of()
                        : List.of(new ActionCoverage("Write", "Toy", 3, 12), new ActionCoverage("Crash", "Toy", 0, 0)),
                null);
    }
}
