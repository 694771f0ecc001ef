package io.godwit.simulation.run;

import io.godwit.protocol.Guards;
import io.godwit.simulation.Runs;
import io.godwit.simulation.plan.Planner;
import io.godwit.simulation.quorum.QuorumSubject;

/** A process that prints the fingerprints of some seeds, a line for each. */
public final class Fingerprints {
    private static final int MEMBERS = 5;

    private Fingerprints() {}

    /** Arguments: seconds of a run, the first seed, the last one. */
    public static void main(String[] args) {
        QuorumSubject subject = new QuorumSubject(Guards.ALL);
        Planner planner = Runs.planner(subject, MEMBERS, Long.parseLong(args[0]), "all");
        for (long seed = Long.parseLong(args[1]); seed <= Long.parseLong(args[2]); seed++) {
            System.out.println(
                    Long.toHexString(Runs.run(subject, planner.plan(seed)).fingerprint()));
        }
    }
}
