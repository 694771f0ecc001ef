package io.godwit.modelcheck.tlc;

import io.godwit.modelcheck.run.Verdict;
import io.godwit.modelcheck.run.Verdict.FailureKind;
import io.godwit.modelcheck.tlc.ToolMessageParser.ToolMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns what TLC said into a verdict. Suspicious by design: a verdict needs the message for it, the exit status that belongs to it, the end of
 * the run, and no error message beside it; everything else is a failure, so that a crash never passes for an expected violation.
 */
final class TlcJudge {
    private static final int EXIT_SUCCESS = 0;
    private static final int EXIT_JVM_OUT_OF_MEMORY = 3;
    private static final Set<Integer> EXIT_VIOLATION = Set.of(12, 13);
    private static final Pattern NAMED = Pattern.compile("(?:Invariant|Action property|Property) (\\S+) is violated");
    private static final int DETAIL_LINES = 12;

    private final List<String> invariants;
    private final List<String> properties;

    /** A judge of runs that check these invariants and temporal properties. */
    public TlcJudge(List<String> invariants, List<String> properties) {
        this.invariants = List.copyOf(invariants);
        this.properties = List.copyOf(properties);
    }

    /**
     * The verdict.
     *
     * @param said what TLC said
     * @param exit the exit status of its process
     * @param timedOut whether it was ended because its time was up
     */
    public Verdict judge(TlcRecord said, int exit, boolean timedOut) {
        if (timedOut) {
            return new Verdict.Failed(FailureKind.TIMEOUT, "the time budget ran out");
        }
        if (outOfMemory(said, exit)) {
            return new Verdict.Failed(FailureKind.OUT_OF_MEMORY, "the memory of this entry (heapMb) ran out");
        }
        if (!said.errors().isEmpty()) {
            return failed(said);
        }
        if (!said.violations().isEmpty()) {
            return violated(said, exit);
        }
        if (exit != EXIT_SUCCESS || !said.success() || !said.finished() || !said.statsSeen()) {
            return new Verdict.Failed(
                    FailureKind.CRASH,
                    "TLC ended with status " + exit + " and without a verdict\n" + tail(said.otherwiseSaid()));
        }
        if (said.progress().queue() != 0) {
            return new Verdict.Failed(FailureKind.INCOMPLETE, said.progress().queue() + " states were not expanded");
        }
        return notEvaluated(said);
    }

    private Verdict violated(TlcRecord said, int exit) {
        if (!EXIT_VIOLATION.contains(exit) || (!said.finished() && !initial(said))) {
            return new Verdict.Failed(
                    FailureKind.CRASH,
                    "TLC reported a violation but ended with status " + exit + "\n" + tail(said.otherwiseSaid()));
        }
        ToolMessage first = said.violations().get(0);
        Matcher matcher = NAMED.matcher(first.body());
        String name = matcher.find() ? matcher.group(1) : "";
        if (invariants.contains(name) || properties.contains(name)) {
            return new Verdict.Violated(name);
        }
        if (first.is(TlcCode.INVARIANT_VIOLATED_BEHAVIOR)
                || first.is(TlcCode.INVARIANT_VIOLATED_INITIAL)
                || properties.isEmpty()) {
            return new Verdict.Failed(
                    FailureKind.CRASH,
                    "TLC reports a violation of something that was not asked for: "
                            + first.body().strip());
        }
        // TLC does not name a temporal property, and names the parts of a refinement by their place.
        return new Verdict.Violated(properties);
    }

    private static boolean initial(TlcRecord said) {
        ToolMessage first = said.violations().get(0);
        return first.is(TlcCode.INVARIANT_VIOLATED_INITIAL) || first.is(TlcCode.PROPERTY_VIOLATED_INITIAL);
    }

    private Verdict notEvaluated(TlcRecord said) {
        if (!said.evaluatedKnown()) {
            // Distributed runs do not tell.
            return new Verdict.Holds();
        }
        Set<String> missing = new TreeSet<>(invariants);
        missing.removeAll(said.evaluated());
        return missing.isEmpty()
                ? new Verdict.Holds()
                : new Verdict.Failed(
                        FailureKind.INCOMPLETE, "never evaluated in the run: " + String.join(", ", missing));
    }

    private static boolean outOfMemory(TlcRecord said, int exit) {
        boolean reported = said.errors().stream()
                .anyMatch(
                        message -> message.code().flatMap(TlcCode::failure).orElse(null) == FailureKind.OUT_OF_MEMORY);
        // With -XX:+ExitOnOutOfMemoryError the JVM leaves with 3 before TLC can say anything.
        return reported || exit == EXIT_JVM_OUT_OF_MEMORY;
    }

    private static Verdict.Failed failed(TlcRecord said) {
        FailureKind kind = FailureKind.EVALUATION;
        List<String> bodies = new ArrayList<>();
        for (ToolMessage message : said.errors()) {
            FailureKind own = message.code().flatMap(TlcCode::failure).orElse(FailureKind.EVALUATION);
            // The most specific kind wins: an exception (1000) often wraps the message that tells.
            kind = own == FailureKind.EVALUATION ? kind : own;
            bodies.add(message.body().strip());
        }
        String parser = kind == FailureKind.PARSE ? said.parserSaid() : "";
        return new Verdict.Failed(kind, head((parser + "\n" + String.join("\n", bodies)).strip()));
    }

    private static String head(String text) {
        return String.join("\n", text.lines().limit(DETAIL_LINES * 2L).toList());
    }

    private static String tail(String text) {
        List<String> lines = text.lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - DETAIL_LINES), lines.size()));
    }
}
