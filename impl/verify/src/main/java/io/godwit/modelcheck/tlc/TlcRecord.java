package io.godwit.modelcheck.tlc;

import io.godwit.modelcheck.run.CheckListener.CheckProgress;
import io.godwit.modelcheck.run.EngineResult.ActionCoverage;
import io.godwit.modelcheck.run.EngineResult.VariableUse;
import io.godwit.modelcheck.tlc.ToolMessageParser.ToolMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Everything that one run of TLC said, sorted. Judges nothing.
 *
 * <p>Not thread-safe: one thread feeds it, and others read it after that one is done.
 */
final class TlcRecord {
    /** Prefix of the lines that {@link TlcMain} adds to TLC's own. */
    static final String PROBE = "@!@!@GODWIT ";

    /** Prefix of the line with the variables that had one value in all states. */
    static final String CONSTANT = "@!@!@CONSTANT ";
    /** Prefix of the line with the other variables. */
    static final String CHANGING = "@!@!@CHANGING ";
    /** Prefix of the line with the invariants that TLC evaluates. */
    static final String EVALUATED = "@!@!@EVALUATED ";

    private static final Pattern COUNTS = Pattern.compile(
            "([\\d,]+) states generated.*?([\\d,]+) distinct states found.*?([\\d,]+) states left on queue",
            Pattern.DOTALL);
    private static final Pattern ACTION =
            Pattern.compile("<(\\S+?)(?:\\(.*\\))? line .* of module (\\S+?)(?: \\(.*\\))?>: (\\d+):(\\d+)\\s*");
    private static final Pattern PROPERTY = Pattern.compile("<(\\S+) line .*>\\s*");
    private static final Pattern DEPTH = Pattern.compile("\\D*(\\d+)\\.\\s*");

    private final List<ToolMessage> errors = new ArrayList<>();
    private final List<ToolMessage> violations = new ArrayList<>();
    private final List<ToolMessage> trace = new ArrayList<>();
    private final Map<String, ActionCoverage> coverage = new LinkedHashMap<>();
    private final Set<String> evaluated = new LinkedHashSet<>();
    private boolean evaluatedKnown;
    private Set<String> constant;
    private Set<String> changing;
    private final StringBuilder parserSaid = new StringBuilder();
    private final StringBuilder otherwiseSaid = new StringBuilder();
    private boolean parsing;
    private boolean success;
    private boolean finished;
    private boolean statsSeen;
    private CheckProgress progress = new CheckProgress(0, 0, 0, 0, 0);
    private Integer depth;
    private String version = "";

    /** Takes a message. */
    public void message(ToolMessage message) {
        Optional<TlcCode> code = message.code();
        TlcCode.Role role =
                code.map(TlcCode::role).orElse(message.isError() ? TlcCode.Role.FAILURE : TlcCode.Role.CONTEXT);
        switch (role) {
            case FAILURE -> errors.add(message);
            case VIOLATION -> violations.add(message);
            case TRACE -> trace.add(message);
            case SUCCESS -> success = true;
            case FINISHED -> finished = true;
            case VERSION -> version = message.body().strip();
            case STATS -> {
                counts(message.body());
                statsSeen = true;
            }
            case PROGRESS -> counts(message.body());
            case DEPTH -> depth(message.body());
            case SANY_START -> parsing = true;
            case SANY_END -> parsing = false;
            case COVERAGE_START -> {
                coverage.clear();
                evaluated.clear();
                evaluatedKnown = true;
            }
            case COVERAGE_NEXT -> action(message.body());
            case COVERAGE_PROPERTY -> property(message.body());
            case CONTEXT -> {}
        }
    }

    /** Takes a line that is in no message. */
    public void outside(String line) {
        if (line.startsWith(PROBE)) {
            probe(line.substring(PROBE.length()));
        } else if ((line + " ").startsWith(CONSTANT)) {
            constant = names(line);
        } else if ((line + " ").startsWith(CHANGING)) {
            changing = names(line);
        } else if ((line + " ").startsWith(EVALUATED)) {
            evaluated.addAll(names(line));
            evaluatedKnown = true;
        } else if (parsing) {
            parserSaid.append(line).append('\n');
        } else {
            otherwiseSaid.append(line).append('\n');
        }
    }

    private void counts(String body) {
        Matcher matcher = COUNTS.matcher(body);
        if (matcher.find()) {
            progress = new CheckProgress(
                    number(matcher.group(1)),
                    number(matcher.group(2)),
                    number(matcher.group(3)),
                    progress.heapMb(),
                    progress.peakHeapMb());
        }
    }

    /** {@code key=value} pairs, see {@link TlcMain}. */
    private void probe(String text) {
        Map<String, Long> values = new LinkedHashMap<>();
        for (String pair : text.strip().split(" ", -1)) {
            int equals = pair.indexOf('=');
            values.put(pair.substring(0, equals), Long.valueOf(pair.substring(equals + 1)));
        }
        // The counts of TLC's own last message are exact; the probe may come later but says the same or less.
        boolean final_ = statsSeen;
        progress = new CheckProgress(
                final_ ? progress.generated() : values.getOrDefault("generated", progress.generated()),
                final_ ? progress.distinct() : values.getOrDefault("distinct", progress.distinct()),
                final_ ? progress.queue() : values.getOrDefault("queue", progress.queue()),
                values.getOrDefault("heap", progress.heapMb()),
                values.getOrDefault("peak", progress.peakHeapMb()));
    }

    private void action(String body) {
        Matcher matcher = ACTION.matcher(body);
        if (matcher.matches()) {
            ActionCoverage one = new ActionCoverage(
                    matcher.group(1), matcher.group(2), number(matcher.group(3)), number(matcher.group(4)));
            coverage.merge(one.action() + "@" + one.module(), one, ActionCoverage::plus);
        }
    }

    private void property(String body) {
        Matcher matcher = PROPERTY.matcher(body);
        if (matcher.matches()) {
            evaluated.add(matcher.group(1));
        }
    }

    private void depth(String body) {
        Matcher matcher = DEPTH.matcher(body);
        if (matcher.matches()) {
            depth = Integer.valueOf(matcher.group(1));
        }
    }

    /** The names after the prefix. */
    private static Set<String> names(String line) {
        List<String> words = List.of(line.strip().split(" ", -1));
        return new LinkedHashSet<>(words.subList(1, words.size()));
    }

    private static long number(String digits) {
        return Long.parseLong(digits.replace(",", ""));
    }

    /** Messages that report a failure, in order. */
    public List<ToolMessage> errors() {
        return errors;
    }

    /** Messages that report the violation of a property. */
    public List<ToolMessage> violations() {
        return violations;
    }

    /** The messages that make up the trace. */
    public List<ToolMessage> trace() {
        return trace;
    }

    /** How many states the trace has; an initial state that breaks an invariant is a trace of one. */
    public int traceLength() {
        int states = (int) trace.stream()
                .filter(message -> message.is(TlcCode.STATE_PRINT2))
                .count();
        return states == 0 && !violations.isEmpty() ? 1 : states;
    }

    /** The actions of the next-state relation, and how often each was taken. */
    public List<ActionCoverage> coverage() {
        return List.copyOf(coverage.values());
    }

    /** The invariants that were evaluated. */
    public Set<String> evaluated() {
        return evaluated;
    }

    /** Whether TLC told which invariants were evaluated. */
    public boolean evaluatedKnown() {
        return evaluatedKnown;
    }

    /** Which variables had more than one value; null when the states were not watched. */
    public VariableUse variables() {
        return constant == null || changing == null ? null : new VariableUse(constant, changing);
    }

    /** What the parser said outside of messages. */
    public String parserSaid() {
        return parserSaid.toString();
    }

    /** What stands in the output outside of messages and not from the parser: exceptions, what the JVM says. */
    public String otherwiseSaid() {
        return otherwiseSaid.toString();
    }

    /** Whether TLC says that nothing broke. */
    public boolean success() {
        return success;
    }

    /** Whether TLC came to its end. */
    public boolean finished() {
        return finished;
    }

    /** Whether final counts were printed. */
    public boolean statsSeen() {
        return statsSeen;
    }

    /** The latest counts. */
    public CheckProgress progress() {
        return progress;
    }

    /** Longest shortest path of the complete graph; null when not printed. */
    public Integer depth() {
        return depth;
    }

    /** What TLC calls itself. */
    public String version() {
        return version;
    }
}
