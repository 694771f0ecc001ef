package io.godwit.trace.lens;

import io.godwit.trace.TraceException;
import io.godwit.trace.lens.Expr.Node;
import io.godwit.trace.value.TlaValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recursive descent over the grammar of {@link Expr}. */
final class ExprParser {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:(\\d+)|\"([^\"]*)\"|([A-Za-z_]\\w*)|(/\\\\|\\\\/|\\|->|<=|>=|<<|>>|[-+=#<>~()\\[\\]{}.,:]))");
    private static final Set<String> COMPARISONS = Set.of("=", "#", "<", "<=", ">", ">=", "in", "notin");
    private static final Set<String> BINDERS = Set.of("some", "every", "pick", "select");

    private final String source;
    private final List<String> tokens = new ArrayList<>();
    private final List<Integer> columns = new ArrayList<>();
    private int at;

    ExprParser(String source) {
        this.source = source;
        Matcher matcher = TOKEN.matcher(source);
        int from = 0;
        while (from < source.length() && !source.substring(from).isBlank()) {
            if (!matcher.find(from) || matcher.start() != from) {
                throw error("unknown sign", from);
            }
            tokens.add(
                    matcher.group(2) != null
                            ? '"' + matcher.group(2)
                            : matcher.group().strip());
            columns.add(matcher.end() - matcher.group().strip().length());
            from = matcher.end();
        }
    }

    Node parse() {
        Node node = or();
        if (at < tokens.size()) {
            throw error("nothing may follow here");
        }
        return node;
    }

    private Node or() {
        Node left = and();
        while (accept("\\/")) {
            Node a = left;
            Node b = and();
            left = env -> TlaValue.of(Expr.truth(a.eval(env)) || Expr.truth(b.eval(env)));
        }
        return left;
    }

    private Node and() {
        Node left = not();
        while (accept("/\\")) {
            Node a = left;
            Node b = not();
            left = env -> TlaValue.of(Expr.truth(a.eval(env)) && Expr.truth(b.eval(env)));
        }
        return left;
    }

    private Node not() {
        if (accept("~")) {
            Node inner = not();
            return env -> TlaValue.of(!Expr.truth(inner.eval(env)));
        }
        return comparison();
    }

    private Node comparison() {
        Node left = sum();
        String operator = peek();
        if (!COMPARISONS.contains(operator)) {
            return left;
        }
        at++;
        Node right = sum();
        return env -> Expr.compare(operator, left.eval(env), right.eval(env));
    }

    private Node sum() {
        Node left = postfix();
        while (peek().equals("+") || peek().equals("-")) {
            String operator = tokens.get(at++);
            Node a = left;
            Node b = postfix();
            left = env -> Expr.add(operator, a.eval(env), b.eval(env));
        }
        return left;
    }

    private Node postfix() {
        Node node = atom();
        while (true) {
            Node function = node;
            if (accept("[")) {
                Node argument = or();
                expect("]");
                node = env -> apply(function.eval(env), argument.eval(env));
            } else if (accept(".")) {
                String field = name("the name of a field");
                node = env -> apply(function.eval(env), TlaValue.of(field));
            } else {
                return node;
            }
        }
    }

    private static TlaValue apply(TlaValue function, TlaValue argument) {
        return function == null || argument == null
                ? null
                : function.at(argument).orElse(null);
    }

    private Node atom() {
        String token = peek();
        if (token.isEmpty()) {
            throw error("the expression ends too early");
        }
        at++;
        if (Character.isDigit(token.charAt(0))) {
            TlaValue number = TlaValue.of(Long.parseLong(token));
            return env -> number;
        } else if (token.charAt(0) == '"') {
            TlaValue string = TlaValue.of(token.substring(1));
            return env -> string;
        } else if (token.equals("(")) {
            Node inner = or();
            expect(")");
            return inner;
        } else if (token.equals("{")) {
            List<Node> nodes = list("}");
            return env -> new TlaValue.SetOf(evaluate(nodes, env));
        } else if (token.equals("<<")) {
            List<Node> nodes = list(">>");
            return env -> new TlaValue.Tuple(evaluate(nodes, env));
        } else if (token.equals("[")) {
            return mapping();
        } else if (!Character.isLetter(token.charAt(0)) && token.charAt(0) != '_') {
            at--;
            throw error("a value was expected");
        } else if (token.equals("TRUE") || token.equals("FALSE")) {
            TlaValue bool = TlaValue.of(token.equals("TRUE"));
            return env -> bool;
        } else if (BINDERS.contains(token)) {
            return binder(token);
        } else if (accept("(")) {
            return call(token);
        }
        return env -> env.get(token);
    }

    private static List<TlaValue> evaluate(List<Node> nodes, Expr.Env env) {
        List<TlaValue> values = new ArrayList<>();
        for (Node node : nodes) {
            TlaValue value = node.eval(env);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private Node call(String name) {
        int column = columns.get(at - 2);
        List<Node> arguments = list(")");
        try {
            if (Expr.arity(name) != arguments.size()) {
                throw error(name + " takes " + Expr.arity(name) + " argument(s)", column);
            }
        } catch (TraceException e) {
            throw e.getMessage().startsWith("no function") ? error(e.getMessage(), column) : e;
        }
        return env -> {
            List<TlaValue> values = new ArrayList<>();
            arguments.forEach(argument -> values.add(argument.eval(env)));
            return Expr.call(name, values);
        };
    }

    /** {@code [x in S |-> e]}. */
    private Node mapping() {
        String name = name("the bound name");
        expect("in");
        Node set = sum();
        expect("|->");
        Node body = or();
        expect("]");
        return env -> {
            Map<TlaValue, TlaValue> pairs = new LinkedHashMap<>();
            for (TlaValue element : Expr.elements(set.eval(env))) {
                TlaValue value = body.eval(env.with(name, element));
                if (value != null) {
                    pairs.put(element, value);
                }
            }
            return TlaValue.function(pairs);
        };
    }

    private Node binder(String kind) {
        String name = name("the bound name");
        expect("in");
        Node set = sum();
        expect(":");
        Node body = or();
        return env -> {
            List<TlaValue> found = new ArrayList<>();
            List<TlaValue> all = Expr.elements(set.eval(env));
            for (TlaValue element : all) {
                if (Expr.truth(body.eval(env.with(name, element)))) {
                    found.add(element);
                }
            }
            return switch (kind) {
                case "some" -> TlaValue.of(!found.isEmpty());
                case "every" -> TlaValue.of(found.size() == all.size());
                case "pick" -> found.isEmpty() ? null : found.get(0);
                default -> new TlaValue.SetOf(found);
            };
        };
    }

    private List<Node> list(String close) {
        List<Node> nodes = new ArrayList<>();
        if (accept(close)) {
            return nodes;
        }
        do {
            nodes.add(or());
        } while (accept(","));
        expect(close);
        return nodes;
    }

    private String name(String what) {
        String token = peek();
        if (token.isEmpty() || !(Character.isLetter(token.charAt(0)) || token.charAt(0) == '_')) {
            throw error("expected " + what);
        }
        at++;
        return token;
    }

    private String peek() {
        return at < tokens.size() ? tokens.get(at) : "";
    }

    private boolean accept(String token) {
        boolean found = peek().equals(token);
        if (found) {
            at++;
        }
        return found;
    }

    private void expect(String token) {
        if (!accept(token)) {
            throw error("expected '" + token + "'");
        }
    }

    private TraceException error(String what) {
        return error(what, at < columns.size() ? columns.get(at) : source.length());
    }

    private TraceException error(String what, int column) {
        return new TraceException("\"" + source + "\", column " + (column + 1) + ": " + what);
    }
}
