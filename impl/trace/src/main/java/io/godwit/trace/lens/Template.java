package io.godwit.trace.lens;

import io.godwit.trace.TraceException;
import io.godwit.trace.value.TlaValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Text with expressions in braces: {@code term {term[m]}}. What is absent shows as a dash. */
public final class Template {
    private final List<Object> parts = new ArrayList<>();

    private Template() {}

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
            int close = source.indexOf('}', open);
            if (close < 0) {
                throw new TraceException("\"" + source + "\": '{' without '}'");
            }
            template.parts.add(source.substring(from, open));
            template.parts.add(Expr.parse(source.substring(open + 1, close)));
            from = close + 1;
        }
        return template;
    }

    /** The text in a state. */
    public String render(Map<String, TlaValue> state, Map<String, TlaValue> bound) {
        StringBuilder out = new StringBuilder();
        for (Object part : parts) {
            if (part instanceof Expr expr) {
                out.append(expr.eval(state, bound).map(ShortText::text).orElse("–"));
            } else {
                out.append(part);
            }
        }
        return out.toString();
    }
}
