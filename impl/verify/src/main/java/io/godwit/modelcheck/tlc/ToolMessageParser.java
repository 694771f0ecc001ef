package io.godwit.modelcheck.tlc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts TLC's output into messages, line by line. A message may contain another (an exception whose text is a message): the inner one is
 * handed on first, and its text is also part of the outer one. Lines outside of messages are handed on as they are.
 *
 * <p>Not thread-safe: feed it from one thread.
 */
final class ToolMessageParser {
    private static final Pattern START = Pattern.compile("@!@!@STARTMSG (-?\\d+)(?::(\\d+))? @!@!@");
    private static final Pattern END = Pattern.compile("@!@!@ENDMSG (-?\\d+) @!@!@");

    private final Consumer<ToolMessage> messages;
    private final Consumer<String> outside;
    private final Deque<Open> open = new ArrayDeque<>();

    /** A parser that hands on what it finds. */
    public ToolMessageParser(Consumer<ToolMessage> messages, Consumer<String> outside) {
        this.messages = messages;
        this.outside = outside;
    }

    /** Takes the next line, without its end. */
    public void line(String line) {
        Matcher start = START.matcher(line);
        if (start.find()) {
            // An inner message may begin in the middle of a line.
            text(line.substring(0, start.start()));
            int severity = start.group(2) == null ? 0 : Integer.parseInt(start.group(2));
            open.push(new Open(Integer.parseInt(start.group(1)), severity));
            return;
        }
        Matcher end = END.matcher(line);
        if (end.find() && !open.isEmpty()) {
            text(line.substring(0, end.start()));
            close();
            return;
        }
        if (open.isEmpty()) {
            outside.accept(line);
        } else {
            open.forEach(message -> message.body.append(line).append('\n'));
        }
    }

    /** Whether a message has begun that has not ended: the output was cut off. */
    public boolean isInMessage() {
        return !open.isEmpty();
    }

    private void text(String fragment) {
        if (!fragment.isBlank()) {
            open.forEach(message -> message.body.append(fragment).append('\n'));
        }
    }

    private void close() {
        Open message = open.pop();
        messages.accept(new ToolMessage(message.number, message.severity, message.body.toString()));
    }

    private static final class Open {
        final int number;
        final int severity;
        final StringBuilder body = new StringBuilder();

        Open(int number, int severity) {
            this.number = number;
            this.severity = severity;
        }
    }

    /**
     * One message of TLC's {@code -tool} output.
     *
     * @param number its number; {@code tlc2.output.EC} names them all
     * @param severity its class: 0 information, 1 error, 2 defect of TLC itself, 3 warning, 4 state
     * @param body the text between the marks
     */
    public record ToolMessage(int number, int severity, String body) {
        /** The code, where the number means something here. */
        public Optional<TlcCode> code() {
            return TlcCode.of(number);
        }

        /** Whether TLC calls it an error or a defect of its own. */
        public boolean isError() {
            return severity == 1 || severity == 2;
        }

        /** Whether it has this code. */
        public boolean is(TlcCode code) {
            return number == code.number();
        }
    }
}
