package io.godwit.trace;

import io.godwit.trace.Trace.RawState;
import io.godwit.trace.Trace.SourceLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The states of a counterexample, from the bodies of TLC's messages.
 *
 * <p>With {@code -tool} each state is a message of its own: 2217 holds a state, 2218 says that the behaviour stutters from
 * the last one on, 2122 that it goes back to an earlier one. Feed the body (the text between the start and the end mark) of each, in order.
 */
public final class TlcStates {
    /** A state of the trace. */
    public static final int STATE = 2217;
    /** The trace ends in stuttering. */
    public static final int STUTTERING = 2218;
    /** The trace goes back to an earlier state. */
    public static final int BACK_TO_STATE = 2122;

    private static final Pattern HEADER = Pattern.compile("(\\d+):\\s*(.*)");
    private static final Pattern ACTION = Pattern.compile(
            "<(\\S+?)(?:\\(.*\\))?\\s+line (\\d+), col \\d+ to line (\\d+), col \\d+ of module (\\S+)>");
    private static final Pattern MESSAGE =
            Pattern.compile("@!@!@STARTMSG (\\d+):\\d+ @!@!@\\R(.*?)\\R?@!@!@ENDMSG \\1 @!@!@", Pattern.DOTALL);

    private final List<RawState> states = new ArrayList<>();
    private boolean stuttering;
    private OptionalInt loopStart = OptionalInt.empty();

    /** Takes the states of everything that TLC printed with {@code -tool}; other messages are passed over. */
    public static TlcStates ofToolOutput(String output) {
        TlcStates states = new TlcStates();
        Matcher matcher = MESSAGE.matcher(output);
        while (matcher.find()) {
            states.accept(Integer.parseInt(matcher.group(1)), matcher.group(2));
        }
        return states;
    }

    /** Takes one message; codes other than the three of a trace are passed over. */
    public void accept(int code, String body) {
        switch (code) {
            case STATE -> states.add(parse(body));
            case STUTTERING -> stuttering = true;
            case BACK_TO_STATE -> loopStart = OptionalInt.of(number(body));
            default -> {}
        }
    }

    /** The states so far, in order. */
    public List<RawState> states() {
        return List.copyOf(states);
    }

    /** Whether the trace ends in stuttering, as a counterexample to a liveness property may. */
    public boolean stuttering() {
        return stuttering;
    }

    /** The number of the state that the last one goes back to. */
    public OptionalInt loopStart() {
        return loopStart;
    }

    /** Reads the body of one message 2217. */
    public static RawState parse(String body) {
        String text = body.strip();
        int end = text.indexOf('\n');
        String first = end < 0 ? text : text.substring(0, end);
        Matcher header = HEADER.matcher(first);
        if (!header.matches()) {
            throw new TraceException("A state of TLC begins with '<number>: <action>', but this one with \"" + first
                    + "\". Run TLC with -tool.");
        }
        int number = Integer.parseInt(header.group(1));
        String rest = header.group(2).strip();
        Matcher action = ACTION.matcher(rest);
        String name = RawState.UNNAMED;
        SourceLocation where = null;
        if (rest.equals("<Initial predicate>")) {
            name = RawState.INIT;
        } else if (action.matches()) {
            name = action.group(1);
            where = new SourceLocation(
                    action.group(4), Integer.parseInt(action.group(2)), Integer.parseInt(action.group(3)));
        }
        try {
            Map<String, TlaValue> variables = ValueParser.state(end < 0 ? "" : text.substring(end + 1));
            return new RawState(number, name, where, variables);
        } catch (TraceException e) {
            throw new TraceException("state " + number + ": " + e.getMessage(), e);
        }
    }

    private static int number(String body) {
        Matcher header = HEADER.matcher(body.strip().lines().findFirst().orElse(""));
        if (!header.matches()) {
            throw new TraceException("TLC's message 2122 begins with the number of a state, but was \"" + body + "\"");
        }
        return Integer.parseInt(header.group(1));
    }
}
