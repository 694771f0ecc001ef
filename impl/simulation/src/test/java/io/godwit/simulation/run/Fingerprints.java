package io.godwit.simulation.run;

import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import io.godwit.simulation.quorum.QuorumSubject;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A process that prints a line for each of some seeds: its fingerprint, and what came about and was reached. */
public final class Fingerprints {
    private static final int MEMBERS = 5;

    private Fingerprints() {}

    /** Plans of runs that last so many seconds. */
    static RunPlanner planner(long seconds) {
        return Runs.planner(new QuorumSubject(Quorum.whole()), MEMBERS, seconds, "all");
    }

    /** Arguments: seconds of a run, and the seeds. */
    public static void main(String[] args) {
        of(List.of(args)).forEach(System.out::println);
    }

    /** The lines that {@link #main} prints for the same arguments. */
    public static List<String> of(List<String> args) {
        RunPlanner planner = planner(Long.parseLong(args.get(0)));
        return args.stream()
                .skip(1)
                .map(seed -> line(planner, Long.parseLong(seed)))
                .toList();
    }

    private static String line(RunPlanner planner, long seed) {
        RunResult result = Runs.run(new QuorumSubject(Quorum.whole()), planner.plan(seed));
        Set<String> met = new TreeSet<>(result.happened().keySet());
        result.reached().forEach((what, often) -> {
            if (often > 0) {
                met.add(what);
            }
        });
        return Long.toHexString(result.fingerprint()) + ' ' + String.join(" ", met);
    }
}
