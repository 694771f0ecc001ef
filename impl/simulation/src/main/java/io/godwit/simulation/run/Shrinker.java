package io.godwit.simulation.run;

import io.godwit.simulation.Fault;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlan.OmittedCalls;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.RunResult.MadeCall;
import io.godwit.simulation.Subject;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * Makes a failing plan smaller: takes out faults, then calls, and shortens faults, as long as the same property breaks. Delta
 * debugging: chunks are tried first, single ones last.
 */
public final class Shrinker {
    private static final long SHORTEST = 1_000;

    private final Subject<?> subject;
    private final int budget;
    private final IntConsumer progress;
    private int runs;
    private RunResult best;

    /**
     * A shrinker.
     *
     * @param budget runs that it may make, 1 or more
     * @param progress hears how many it has made
     */
    public Shrinker(Subject<?> subject, int budget, IntConsumer progress) {
        this.subject = subject;
        this.budget = budget;
        this.progress = progress;
    }

    /** The smallest failing run that was found; the given one when none is smaller. */
    public RunResult shrink(RunResult failure) {
        if (failure.passed()) {
            throw new IllegalArgumentException("it did not fail");
        }
        best = failure;
        faults();
        calls();
        faults();
        shorten();
        return best;
    }

    /** How many runs it took. */
    public int runs() {
        return runs;
    }

    private void faults() {
        reduce(new ArrayList<>(best.plan().faults()), kept -> best.plan().withFaults(kept));
    }

    private void calls() {
        reduce(new ArrayList<>(best.made()), kept -> best.plan().withSkips(skipsBut(kept)));
    }

    /** Tries to do without chunks, half of the rest at first, single elements at last. */
    private <T> void reduce(List<T> all, Function<List<T>, RunPlan> plan) {
        List<T> kept = all;
        // Nothing at all is worth a try of its own.
        if (!kept.isEmpty() && fails(plan.apply(List.of()))) {
            return;
        }
        for (int size = (kept.size() + 1) / 2; size >= 1; size = size == 1 ? 0 : (size + 1) / 2) {
            for (int from = 0; from < kept.size() && runs < budget; ) {
                List<T> without = new ArrayList<>(kept.subList(0, from));
                without.addAll(kept.subList(Math.min(kept.size(), from + size), kept.size()));
                if (fails(plan.apply(without))) {
                    kept = without;
                } else {
                    from += size;
                }
            }
        }
    }

    /** Shortens faults to a half, as often as that is possible. */
    private void shorten() {
        for (int i = 0; i < best.plan().faults().size(); i++) {
            boolean shorter = true;
            while (shorter && runs < budget) {
                List<Fault> faults = new ArrayList<>(best.plan().faults());
                Fault fault = faults.get(i);
                faults.set(i, fault.lasting(fault.duration() / 2));
                shorter = fault.duration() > SHORTEST && fails(best.plan().withFaults(faults));
            }
        }
    }

    private boolean fails(RunPlan plan) {
        if (runs >= budget) {
            return false;
        }
        runs++;
        progress.accept(runs);
        RunResult result = Simulation.run(subject, plan, Observer.none());
        boolean same = !result.passed()
                && result.violation().property().equals(best.violation().property());
        if (same) {
            best = result;
        }
        return same;
    }

    /** Leaves out all calls but those. */
    private List<OmittedCalls> skipsBut(List<MadeCall> kept) {
        Map<Integer, BitSet> calls = new TreeMap<>();
        for (int client = 1; client <= best.plan().clients(); client++) {
            calls.put(client, new BitSet());
        }
        kept.forEach(call -> calls.get(call.client()).set(call.call()));
        List<OmittedCalls> skips = new ArrayList<>();
        calls.forEach((client, those) -> {
            int from = those.nextClearBit(0);
            for (int next = those.nextSetBit(from); next >= 0; next = those.nextSetBit(from)) {
                skips.add(new OmittedCalls(client, from, next - 1));
                from = those.nextClearBit(next);
            }
            skips.add(new OmittedCalls(client, from, LAST_CALL));
        });
        return skips;
    }

    private static final int LAST_CALL = 1_000_000;
}
