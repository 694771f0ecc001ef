package io.godwit.modelcheck.manifest;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.input.Suggest;
import io.godwit.modelcheck.manifest.Cfg.Assignment;
import io.godwit.modelcheck.manifest.Cfg.CfgKeyword;
import io.godwit.modelcheck.manifest.Cfg.Named;
import io.godwit.modelcheck.manifest.CfgLexer.Token;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a TLC configuration and finds what TLC would accept silently or reject without a line: a misspelt keyword, a constant
 * assigned twice, a property listed twice.
 */
public final class CfgParser {
    private final Path file;
    private final List<Token> tokens;
    private final List<InputProblem> problems = new ArrayList<>();
    private final Map<String, Assignment> constants = new LinkedHashMap<>();
    private final Map<CfgKeyword, Named> single = new EnumMap<>(CfgKeyword.class);
    private final Map<CfgKeyword, List<Named>> lists = new EnumMap<>(CfgKeyword.class);
    private int at;

    private CfgParser(Path file, List<Token> tokens) {
        this.file = file;
        this.tokens = tokens;
        for (CfgKeyword keyword : CfgKeyword.values()) {
            lists.put(keyword, new ArrayList<>());
        }
    }

    /** Reads the configuration in {@code file}. */
    public static Cfg read(Path file) throws BadInputException, IOException {
        return parse(file, Files.readString(file, StandardCharsets.UTF_8));
    }

    /** Reads a configuration from its text; {@code file} is for messages. */
    public static Cfg parse(Path file, String text) throws BadInputException {
        return new CfgParser(file, CfgLexer.tokens(file, text)).run();
    }

    /**
     * Normalises a value in cfg syntax, such as {@code { a,b }}.
     *
     * @throws BadInputException when it is no such value
     */
    static String value(Path file, int line, String text) throws BadInputException {
        List<Token> tokens = CfgLexer.tokens(file, text);
        CfgParser parser = new CfgParser(file, tokens);
        String value = tokens.isEmpty() ? null : parser.value();
        if (value == null || parser.at < tokens.size() || !parser.problems.isEmpty()) {
            throw new BadInputException(
                    file, line, "'" + text + "' is no value of a cfg", "Write a name, a number, a string or a set.");
        }
        return value;
    }

    private Cfg run() throws BadInputException {
        while (at < tokens.size()) {
            Token token = tokens.get(at++);
            Optional<CfgKeyword> keyword = CfgKeyword.of(token.text());
            if (keyword.isEmpty()) {
                problem(
                        token.line(),
                        "'" + token.text() + "' is no keyword of a cfg",
                        Suggest.remedy(token.text(), CfgKeyword.words()));
                skipToKeyword();
            } else if (keyword.get() == CfgKeyword.CONSTANT) {
                constants();
            } else if (keyword.get().isSingle()) {
                single(keyword.get(), token);
            } else {
                names(keyword.get());
            }
        }
        contradictions();
        if (!problems.isEmpty()) {
            throw new BadInputException(problems);
        }
        return new Cfg(
                file,
                constants,
                single,
                lists.get(CfgKeyword.INVARIANT),
                lists.get(CfgKeyword.PROPERTY),
                lists.get(CfgKeyword.CONSTRAINT),
                lists.get(CfgKeyword.ACTION_CONSTRAINT),
                lists.get(CfgKeyword.SYMMETRY));
    }

    private void contradictions() {
        boolean spec = single.containsKey(CfgKeyword.SPECIFICATION);
        boolean init = single.containsKey(CfgKeyword.INIT);
        boolean next = single.containsKey(CfgKeyword.NEXT);
        if (spec && (init || next)) {
            problem(
                    single.get(CfgKeyword.SPECIFICATION).line(),
                    "SPECIFICATION together with INIT or NEXT",
                    "Keep one of the two ways.");
        } else if (!spec && !(init && next)) {
            problem(0, "nothing says what to check", "Add SPECIFICATION, or INIT and NEXT.");
        }
    }

    private void constants() {
        while (at < tokens.size() && !atKeyword()) {
            Token name = tokens.get(at++);
            String operator = at < tokens.size() ? tokens.get(at).text() : "";
            if (!name.isName() || !(operator.equals("=") || operator.equals("<-"))) {
                boolean misspelt =
                        Suggest.nearest(name.text(), CfgKeyword.words()).isPresent();
                problem(
                        name.line(),
                        misspelt
                                ? "'" + name.text() + "' is no keyword of a cfg"
                                : "'" + name.text() + "' has no value",
                        misspelt
                                ? Suggest.remedy(name.text(), CfgKeyword.words())
                                : "Write NAME = value or NAME <- Operator.");
                skipToKeyword();
                return;
            }
            at++;
            String value = value();
            if (value == null) {
                problem(
                        name.line(),
                        "'" + name.text() + "' has no value",
                        "Write a name, a number, a string or a set.");
                skipToKeyword();
                return;
            }
            Assignment earlier =
                    constants.put(name.text(), new Assignment(name.text(), operator.equals("<-"), value, name.line()));
            if (earlier != null) {
                problem(
                        name.line(),
                        "the constant " + name.text() + " is assigned twice, first in line " + earlier.line(),
                        "Remove one of the two.");
            }
        }
    }

    /** One value, normalised; null when there is none. A module name in brackets before an operator is kept. */
    private String value() {
        if (at >= tokens.size()) {
            return null;
        }
        Token token = tokens.get(at);
        if (token.text().equals("{")) {
            return set();
        }
        if (token.text().equals("[")) {
            if (at + 3 >= tokens.size() || !tokens.get(at + 2).text().equals("]")) {
                return null;
            }
            String value =
                    "[" + tokens.get(at + 1).text() + "]" + tokens.get(at + 3).text();
            at += 4;
            return value;
        }
        if ("=<-},]".contains(token.text()) || CfgKeyword.of(token.text()).isPresent()) {
            return null;
        }
        at++;
        return token.text();
    }

    private String set() {
        at++;
        List<String> elements = new ArrayList<>();
        while (at < tokens.size() && !tokens.get(at).text().equals("}")) {
            String element = value();
            if (element == null) {
                return null;
            }
            elements.add(element);
            if (at < tokens.size() && tokens.get(at).text().equals(",")) {
                at++;
            }
        }
        if (at >= tokens.size()) {
            return null;
        }
        at++;
        return "{" + String.join(", ", elements) + "}";
    }

    private void single(CfgKeyword keyword, Token token) {
        if (at >= tokens.size() || atKeyword()) {
            problem(token.line(), keyword + " names nothing", "Write one name after it.");
            return;
        }
        Token name = tokens.get(at++);
        if (keyword == CfgKeyword.CHECK_DEADLOCK && !name.text().matches("TRUE|FALSE")) {
            problem(name.line(), "CHECK_DEADLOCK is TRUE or FALSE, not " + name.text(), "Write CHECK_DEADLOCK FALSE.");
        }
        if (single.put(keyword, new Named(name.text(), name.line())) != null) {
            problem(token.line(), keyword + " stands here for the second time", "Remove one of the two.");
        }
    }

    private void names(CfgKeyword keyword) {
        while (at < tokens.size() && !atKeyword()) {
            Token name = tokens.get(at++);
            if (!name.isName()) {
                problem(name.line(), "'" + name.text() + "' is not a name", "List names of operators, without commas.");
                skipToKeyword();
                return;
            }
            if (looksLikeKeyword(name.text())) {
                problem(
                        name.line(),
                        "'" + name.text() + "' is no keyword of a cfg",
                        Suggest.remedy(name.text(), CfgKeyword.words()));
                skipToKeyword();
                return;
            }
            boolean twice =
                    lists.get(keyword).stream().anyMatch(other -> other.name().equals(name.text()));
            if (twice) {
                problem(name.line(), name.text() + " is listed twice", "Remove one of the two.");
            }
            lists.get(keyword).add(new Named(name.text(), name.line()));
        }
    }

    /** A name in capitals that is nearly a keyword: TLC would take it for one more invariant. */
    private static boolean looksLikeKeyword(String word) {
        return word.equals(word.toUpperCase(Locale.ROOT))
                && word.length() > 3
                && Suggest.nearest(word, CfgKeyword.words()).isPresent();
    }

    private boolean atKeyword() {
        return CfgKeyword.of(tokens.get(at).text()).isPresent();
    }

    private void skipToKeyword() {
        while (at < tokens.size() && !atKeyword()) {
            at++;
        }
    }

    private void problem(int line, String message, String remedy) {
        problems.add(new InputProblem(file, line, message, remedy));
    }
}
