package io.godwit.simulation.run;

import io.godwit.protocol.Guards;
import io.godwit.simulation.Runs;
import io.godwit.simulation.plan.Planner;
import io.godwit.simulation.quorum.QuorumSubject;
import io.godwit.simulation.subject.RunResult;
import java.util.Set;
import java.util.TreeSet;

/** A process that prints the fingerprints of some seeds, a line for each, and behind it what came about and was reached. */
public final class Fingerprints {
    private static final int MEMBERS = 5;

    private Fingerprints() {}

    /** Plans of runs that last so many seconds. */
    static Planner planner(long seconds) {
        return Runs.planner(new QuorumSubject(Guards.ALL), MEMBERS, seconds, "all");
    }

    /** Arguments: seconds of a run, and the seeds. */
    public static void main(String[] args) {
        QuorumSubject subject = new QuorumSubject(Guards.ALL);
        Planner planner = planner(Long.parseLong(args[0]));
        for (int i = 1; i < args.length; i++) {
            RunResult result = Runs.run(subject, planner.plan(Long.parseLong(args[i])));
            Set<String> met = new TreeSet<>(result.happened().keySet());
            result.reached().forEach((what, often) -> {
                if (often > 0) {
                    met.add(what);
                }
            });
            System.out.println(Long.toHexString(result.fingerprint()) + ' ' + String.join(" ", met));
        }
    }
}
