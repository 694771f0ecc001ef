package io.godwit.trace;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Text with expressions in braces: {@code term {term[m]}}. What is absent shows as a dash. {@code {f|map p}} shows a function
 * argument by argument, with {@code p} before each: {@code p1: 3, p2: 5}.
 */
final class Template {
    private static final Pattern PIECE = Pattern.compile("\\{([^{}]*?)(?:\\|map ?(\\w*))?}");

    private final List<Piece> pieces = new ArrayList<>();

    /** Text, and an expression after it, if any; the prefix is null unless its value is shown argument by argument. */
    private record Piece(String text, Expr expr, String prefix) {
        String render(Map<String, TlaValue> state, Map<String, TlaValue> bound) {
            return expr == null
                    ? text
                    : text + expr.eval(state, bound).map(this::show).orElse("–");
        }

        private String show(TlaValue value) {
            if (prefix == null || value.asFunction().isEmpty()) {
                return ShortText.text(value);
            }
            return value.asFunction().get().entrySet().stream()
                    .map(e -> prefix + ShortText.text(e.getKey()) + ": " + ShortText.text(e.getValue()))
                    .collect(Collectors.joining(", "));
        }
    }

    private Template() {}

    /** Reads a template. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Template parse(String source) {
        Template template = new Template();
        Matcher piece = PIECE.matcher(source);
        int from = 0;
        while (piece.find()) {
            template.add(source.substring(from, piece.start()), Expr.parse(piece.group(1)), piece.group(2));
            from = piece.end();
        }
        template.add(source.substring(from), null, null);
        return template;
    }

    private void add(String text, Expr expr, String prefix) {
        if (text.indexOf('{') >= 0) {
            throw new TraceException("\"" + text + "\": '{' without '}'");
        }
        pieces.add(new Piece(text, expr, prefix));
    }

    /** The text in a state. */
    public String render(Map<String, TlaValue> state, Map<String, TlaValue> bound) {
        return pieces.stream().map(it -> it.render(state, bound)).collect(Collectors.joining());
    }
}
