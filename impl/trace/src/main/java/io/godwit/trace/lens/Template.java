package io.godwit.trace.lens;

import io.godwit.trace.TraceException;
import io.godwit.trace.value.TlaValue;
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
public final class Template {
    private final List<Object> parts = new ArrayList<>();

    private static final Pattern MAP = Pattern.compile("(.*)\\|map ?(\\w*)");

    private record Piece(Expr expr, String mapPrefix) {
        String text(TlaValue value) {
            if (mapPrefix == null || value.asFunction().isEmpty()) {
                return ShortText.text(value);
            }
            return value.asFunction().get().entrySet().stream()
                    .map(e -> mapPrefix + ShortText.text(e.getKey()) + ": " + ShortText.text(e.getValue()))
                    .collect(Collectors.joining(", "));
        }
    }

    private Template() {}

    private static Piece piece(String source) {
        Matcher map = MAP.matcher(source);
        return map.matches() ? new Piece(Expr.parse(map.group(1)), map.group(2)) : new Piece(Expr.parse(source), null);
    }

    /** Reads a template. */
    public static Template parse(String source) {
        Template template = new Template();
        int from = 0;
        while (from < source.length()) {
            int open = source.indexOf('{', from);
            if (open < 0) {
                template.parts.add(source.substring(from));
                break;
            }
            int close = closing(source, open);
            if (close < 0) {
                throw new TraceException("\"" + source + "\": '{' without '}'");
            }
            template.parts.add(source.substring(from, open));
            template.parts.add(piece(source.substring(open + 1, close)));
            from = close + 1;
        }
        return template;
    }

    /** The brace that closes the one at {@code open}; sets have braces of their own. */
    private static int closing(String source, int open) {
        int depth = 0;
        for (int i = open; i < source.length(); i++) {
            if (source.charAt(i) == '{') {
                depth++;
            } else if (source.charAt(i) == '}' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** The text in a state. */
    public String render(Map<String, TlaValue> state, Map<String, TlaValue> bound) {
        StringBuilder out = new StringBuilder();
        for (Object part : parts) {
            if (part instanceof Piece piece) {
                out.append(piece.expr().eval(state, bound).map(piece::text).orElse("–"));
            } else {
                out.append(part);
            }
        }
        return out.toString();
    }
}
