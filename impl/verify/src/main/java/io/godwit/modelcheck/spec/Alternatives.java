package io.godwit.modelcheck.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Reads formulas that are alternatives and nothing else:
 *
 * <pre>
 *   alternatives = [ "\/" ] one { "\/" one }
 *   one          = { "\E" anything but ":" outside of brackets ":" } ( name [ "(" anything ")" ] | "(" alternatives ")" | alternatives )
 * </pre>
 */
public final class Alternatives {
    private static final Pattern TOKEN = Pattern.compile("\\\\/|/\\\\|\\\\[A-Za-z]+|[A-Za-z_]\\w*|\\d+|\\S");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
    private static final String OR = "\\/";
    private static final String EXISTS = "\\E";
    private static final String END = "";

    private final List<String> tokens;
    private final List<String> names = new ArrayList<>();
    private int at;

    private static final class OtherFormula extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private Alternatives(List<String> tokens) {
        this.tokens = tokens;
    }

    /** The names, in order; empty when the formula is something else. */
    public static Optional<List<String>> of(String formula) {
        Alternatives reader = new Alternatives(
                TOKEN.matcher(formula).results().map(MatchResult::group).toList());
        try {
            reader.alternatives();
            reader.expect(END);
            return Optional.of(reader.names);
        } catch (OtherFormula e) {
            return Optional.empty();
        }
    }

    private void alternatives() throws OtherFormula {
        if (peek().equals(OR)) {
            at++;
        }
        one();
        while (peek().equals(OR)) {
            at++;
            one();
        }
    }

    private void one() throws OtherFormula {
        while (peek().equals(EXISTS)) {
            at++;
            skipTo(":");
        }
        String token = peek();
        if (token.equals(OR)) {
            alternatives();
        } else if (token.equals("(")) {
            at++;
            alternatives();
            expect(")");
        } else if (NAME.matcher(token).matches()) {
            at++;
            names.add(token);
            if (peek().equals("(")) {
                at++;
                skipTo(")");
            }
        } else {
            throw new OtherFormula();
        }
    }

    /** Goes behind the next such token that is not within brackets. */
    private void skipTo(String end) throws OtherFormula {
        int depth = 0;
        while (depth > 0 || !peek().equals(end)) {
            String token = peek();
            if (token.equals(END)) {
                throw new OtherFormula();
            }
            if ("([{".contains(token)) {
                depth++;
            } else if (")]}".contains(token)) {
                depth--;
            }
            at++;
        }
        at++;
    }

    private void expect(String token) throws OtherFormula {
        if (!peek().equals(token)) {
            throw new OtherFormula();
        }
        at++;
    }

    private String peek() {
        return at < tokens.size() ? tokens.get(at) : END;
    }
}
