package io.godwit.matrix.verify;

import io.godwit.matrix.RuntimeResult;
import io.godwit.matrix.RuntimeResult.RuntimeRow;
import io.godwit.matrix.RuntimeRun;
import io.godwit.matrix.verify.Verification.VerifyListener;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.matrix.verify.VerifyReport.RungResult.Case;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.mutants.runtime.RuntimeMutants;
import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Mutants of the runtime: a seed has to notice each that no test catches. The one that noticed it first is run first; where another
 * one or another property did now, a note says that the committed table is old.
 */
final class RuntimePart {
    static final String NAME = "runtime matrix";

    private static final double NANOS = 1e9;

    private final RuntimeResult first;
    private final int threads;

    /**
     * The part.
     *
     * @param first what was found when the matrix was filled in last
     */
    RuntimePart(RuntimeResult first, int threads) {
        this.first = first;
        this.threads = threads;
    }

    RungResult run(VerifyListener listener) throws InterruptedException {
        long start = System.nanoTime();
        AtomicInteger done = new AtomicInteger();
        listener.doing(() -> NAME + ": " + done.get() + " mutants");
        RuntimeResult again =
                new RuntimeRun(threads).again(RuntimeMutants.list(), first, row -> done.incrementAndGet());
        List<Case> cases = RuntimeMutants.list().stream()
                .map(mutant -> judge(mutant, first, again))
                .toList();
        long passed =
                cases.stream().filter(it -> it.status() == EntryStatus.PASSED).count();
        long tested =
                cases.stream().filter(it -> it.status() == EntryStatus.SKIPPED).count();
        String summary = passed + " of " + (cases.size() - tested) + " mutants are noticed by a seed" + old(cases)
                + "; " + tested + " more have a test";
        return new RungResult(NAME, (System.nanoTime() - start) / NANOS, summary, cases);
    }

    /** How many were noticed, but not as the committed table says. */
    private static String old(List<Case> cases) {
        long old = cases.stream()
                .filter(it -> it.status() == EntryStatus.PASSED && !it.reasons().isEmpty())
                .count();
        return old == 0 ? "" : ", " + old + " of them by another one than the table says";
    }

    /** A mutant, what is known of it, and what came out now. */
    static Case judge(RuntimeMutant mutant, RuntimeResult first, RuntimeResult again) {
        String name = mutant.name();
        RuntimeRow before = first.row(name).orElse(null);
        List<String> reasons = new ArrayList<>();
        if (before == null || !before.caught() || !before.test().equals(mutant.test())) {
            reasons.add("docs/results/runtime-matrix.json does not say what catches it: ./godwit matrix --update --row "
                    + name);
            return new Case(NAME, name, EntryStatus.FAILED, 0, reasons);
        }
        if (!before.test().isEmpty()) {
            reasons.add("caught by " + before.test() + ", as NamedTestsTest holds");
            return new Case(NAME, name, EntryStatus.SKIPPED, 0, reasons);
        }
        RuntimeRow now = again.row(name).orElseThrow();
        if (!now.caught()) {
            reasons.add("seed " + before.seed() + " violated " + before.property()
                    + "; now it violates nothing, nor do seeds 1 to " + now.seed());
            return new Case(NAME, name, EntryStatus.FAILED, now.seconds(), reasons);
        }
        if (now.seed() != before.seed() || !now.property().equals(before.property())) {
            reasons.add("seed " + before.seed() + " violated " + before.property() + "; now seed " + now.seed()
                    + " violates " + now.property() + ": ./godwit matrix --update --row " + name);
        }
        return new Case(NAME, name, EntryStatus.PASSED, now.seconds(), reasons);
    }
}
