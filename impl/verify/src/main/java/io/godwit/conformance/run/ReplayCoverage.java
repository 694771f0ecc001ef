package io.godwit.conformance.run;

import io.godwit.conformance.replay.ReplayRun;
import io.godwit.conformance.replay.ReplayRun.ModelReplay;
import io.godwit.conformance.run.Traceability.ActionRow;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Was enough replayed? Every action, by the method or class that claims it, and a million transitions. */
final class ReplayCoverage {
    private static final int ENOUGH = 1_000_000;

    private ReplayCoverage() {}

    static List<String> findings(Traceability traceability, ReplayRun.Result replayed) {
        List<String> findings = new ArrayList<>();
        if (replayed.distinct() < ENOUGH) {
            findings.add(String.format(
                    Locale.ROOT,
                    "only %,d different transitions, not %,d; list more models in models/corpus/models.txt",
                    replayed.distinct(),
                    ENOUGH));
        }
        for (ActionRow action : traceability.actions()) {
            Set<Method> carriers = new HashSet<>();
            boolean taken = false;
            for (ModelReplay replay : replayed.replays()) {
                if (replay.root().equals(action.root())) {
                    taken |= replay.taken().containsKey(action.action());
                    carriers.addAll(replay.carriers().getOrDefault(action.action(), Set.of()));
                }
            }
            if (!taken) {
                findings.add(action.root() + ": no model takes " + action.action()
                        + "; list one in models/corpus/models.txt");
            }
            for (Method handler : action.handlers()) {
                if (!carriers.contains(handler)) {
                    findings.add(action.root() + ": " + action.action() + " is replayed without "
                            + Traceability.name(handler) + ", which claims it; correct the binding");
                }
            }
        }
        return findings;
    }
}
