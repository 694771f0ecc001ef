package io.godwit.simulation.run;

import io.godwit.protocol.Guards;
import io.godwit.simulation.Runs;
import io.godwit.simulation.plan.Planner;
import io.godwit.simulation.quorum.QuorumSubject;
import java.util.List;
import java.util.stream.LongStream;

/** A process that prints the fingerprints of some seeds, a line for each. */
public final class Fingerprints {
    private static final int MEMBERS = 5;

    private Fingerprints() {}

    /** Arguments: seconds of a run, the first seed, the last one. */
    public static void main(String[] args) {
        of(List.of(args)).forEach(System.out::println);
    }

    /** The fingerprints, for the same arguments. */
    public static List<String> of(List<String> args) {
        QuorumSubject subject = new QuorumSubject(Guards.ALL);
        Planner planner = Runs.planner(subject, MEMBERS, Long.parseLong(args.get(0)), "all");
        return LongStream.rangeClosed(Long.parseLong(args.get(1)), Long.parseLong(args.get(2)))
                .mapToObj(seed ->
                        Long.toHexString(Runs.run(subject, planner.plan(seed)).fingerprint()))
                .toList();
    }
}
