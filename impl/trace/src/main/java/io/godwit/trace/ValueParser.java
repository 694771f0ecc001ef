package io.godwit.trace;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads values as TLC prints them, and whole states ({@code /\ x = 1 /\ y = 2}). */
public final class ValueParser {
    /** Longer intervals than this are kept as text; no state of a model has them. */
    private static final int LONGEST_INTERVAL = 10_000;

    private final String text;
    private int at;

    private ValueParser(String text) {
        this.text = text;
    }

    /** Reads one value; the whole text must be used up. */
    public static TlaValue value(String text) {
        ValueParser parser = new ValueParser(text);
        TlaValue value = parser.expression();
        parser.end();
        return value;
    }

    /**
     * Reads a printed state: a conjunction of {@code variable = value}, each on a {@code /\}, or a single equation
     * without one (TLC leaves it out when there is one variable). Variables keep their order.
     */
    public static Map<String, TlaValue> state(String text) {
        ValueParser parser = new ValueParser(text);
        Map<String, TlaValue> state = new LinkedHashMap<>();
        parser.blanks();
        while (parser.at < text.length()) {
            parser.accept("/\\");
            String name = parser.name("the name of a variable");
            parser.expect("=", "'=' after the variable " + name);
            if (state.put(name, parser.expression()) != null) {
                throw parser.error("variable " + name + " occurs twice");
            }
            parser.blanks();
            if (parser.at < text.length() && !parser.peek("/\\")) {
                throw parser.error("expected '/\\' or the end of the state");
            }
        }
        return state;
    }

    private TlaValue expression() {
        TlaValue left = primary();
        if (peek("..")) {
            expect("..", "'..'");
            return interval(left, primary());
        }
        if (!peek(":>")) {
            return left;
        }
        Map<TlaValue, TlaValue> pairs = new LinkedHashMap<>();
        pair(pairs, left);
        while (accept("@@")) {
            pair(pairs, primary());
        }
        return TlaValue.function(pairs);
    }

    private void pair(Map<TlaValue, TlaValue> pairs, TlaValue key) {
        expect(":>", "':>' of a function");
        TlaValue value = primary();
        if (peek("..")) {
            expect("..", "'..'");
            value = interval(value, primary());
        }
        pairs.putIfAbsent(key, value);
    }

    private TlaValue interval(TlaValue low, TlaValue high) {
        if (low instanceof TlaValue.Int a && high instanceof TlaValue.Int b) {
            if (b.value().subtract(a.value()).compareTo(BigInteger.valueOf(LONGEST_INTERVAL)) > 0) {
                return new TlaValue.Opaque(low.text() + ".." + high.text());
            }
            List<TlaValue> elements = new ArrayList<>();
            for (BigInteger i = a.value(); i.compareTo(b.value()) <= 0; i = i.add(BigInteger.ONE)) {
                elements.add(new TlaValue.Int(i));
            }
            return new TlaValue.SetOf(elements);
        }
        throw error("an interval needs integers on both sides of '..'");
    }

    private TlaValue primary() {
        blanks();
        if (at >= text.length()) {
            throw error("the text ends where a value was expected");
        }
        if (accept("<<")) {
            return new TlaValue.Tuple(list(">>"));
        } else if (accept("{")) {
            return new TlaValue.SetOf(list("}"));
        } else if (accept("[")) {
            return record();
        } else if (accept("(")) {
            TlaValue inner = expression();
            expect(")", "')'");
            return inner;
        }
        char c = text.charAt(at);
        if (c == '"') {
            return string();
        } else if (c == '-' || (Character.isDigit(c) && !startsName())) {
            return number();
        }
        String name = name("a value");
        return switch (name) {
            case "TRUE" -> new TlaValue.Bool(true);
            case "FALSE" -> new TlaValue.Bool(false);
            default -> new TlaValue.Model(name);
        };
    }

    private List<TlaValue> list(String close) {
        List<TlaValue> elements = new ArrayList<>();
        if (accept(close)) {
            return elements;
        }
        do {
            elements.add(expression());
        } while (accept(","));
        expect(close, "',' or '" + close + "'");
        return elements;
    }

    private TlaValue record() {
        Map<String, TlaValue> fields = new LinkedHashMap<>();
        if (accept("]")) {
            return TlaValue.tuple();
        }
        do {
            String name = name("the name of a field");
            expect("|->", "'|->' after the field " + name);
            fields.put(name, expression());
        } while (accept(","));
        expect("]", "',' or ']'");
        return new TlaValue.Rec(fields);
    }

    private TlaValue string() {
        StringBuilder out = new StringBuilder();
        int i = at + 1;
        while (i < text.length() && text.charAt(i) != '"') {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                i++;
                c = switch (text.charAt(i)) {
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    case 'r' -> '\r';
                    case 'f' -> '\f';
                    default -> text.charAt(i);
                };
            }
            out.append(c);
            i++;
        }
        if (i >= text.length()) {
            throw error("a string without its closing quote");
        }
        at = i + 1;
        return new TlaValue.Str(out.toString());
    }

    private TlaValue number() {
        int i = at + (text.charAt(at) == '-' ? 1 : 0);
        int start = i;
        while (i < text.length() && Character.isDigit(text.charAt(i))) {
            i++;
        }
        if (i == start) {
            throw error("'-' without a number");
        }
        TlaValue value = new TlaValue.Int(new BigInteger(text.substring(at, i)));
        at = i;
        return value;
    }

    /** Names may begin with digits, as model values such as 2pc do. */
    private boolean startsName() {
        int i = at;
        while (i < text.length() && Character.isDigit(text.charAt(i))) {
            i++;
        }
        return i < text.length() && (Character.isLetter(text.charAt(i)) || text.charAt(i) == '_');
    }

    private String name(String what) {
        blanks();
        int i = at;
        while (i < text.length() && (Character.isLetterOrDigit(text.charAt(i)) || "_!".indexOf(text.charAt(i)) >= 0)) {
            i++;
        }
        if (i == at) {
            throw error("expected " + what);
        }
        String name = text.substring(at, i);
        at = i;
        return name;
    }

    private boolean peek(String token) {
        blanks();
        return text.startsWith(token, at);
    }

    private boolean accept(String token) {
        boolean found = peek(token);
        if (found) {
            at += token.length();
        }
        return found;
    }

    private void expect(String token, String what) {
        if (!accept(token)) {
            throw error("expected " + what);
        }
    }

    private void end() {
        blanks();
        if (at < text.length()) {
            throw error("something follows the value");
        }
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private TraceException error(String what) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < Math.min(at, text.length()); i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        int from = Math.max(lineStart, at - 20);
        String near = text.substring(from, Math.min(text.length(), at + 20)).replace('\n', ' ');
        return new TraceException("line " + line + ", column " + (at - lineStart + 1) + ": " + what + ", near \"" + near
                + "\". Values are read as TLC prints them; if TLC printed this, its version is not known here.");
    }
}
