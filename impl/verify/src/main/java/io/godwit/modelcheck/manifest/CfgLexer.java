package io.godwit.modelcheck.manifest;

import io.godwit.modelcheck.input.BadInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Splits a configuration into tokens. Comments are those of TLA+. */
final class CfgLexer {
    /** One token and its line, counted from 1. */
    record Token(String text, int line) {
        boolean isName() {
            return Character.isLetter(text.charAt(0)) || text.charAt(0) == '_';
        }
    }

    private final Path file;
    private final String text;
    private int at;
    private int line = 1;

    private CfgLexer(Path file, String text) {
        this.file = file;
        this.text = text;
    }

    static List<Token> tokens(Path file, String text) throws BadInputException {
        return new CfgLexer(file, text).run();
    }

    private List<Token> run() throws BadInputException {
        List<Token> tokens = new ArrayList<>();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                line++;
                at++;
            } else if (Character.isWhitespace(c)) {
                at++;
            } else if (text.startsWith("\\*", at)) {
                while (at < text.length() && text.charAt(at) != '\n') {
                    at++;
                }
            } else if (text.startsWith("(*", at)) {
                skipBlock();
            } else {
                int start = at;
                int startLine = line;
                advance(c);
                tokens.add(new Token(text.substring(start, at), startLine));
            }
        }
        return tokens;
    }

    private void advance(char first) throws BadInputException {
        if (first == '"') {
            int end = text.indexOf('"', at + 1);
            int newline = text.indexOf('\n', at);
            if (end < 0 || (newline >= 0 && newline < end)) {
                throw new BadInputException(file, line, "a string is not closed", "Add the closing quote.");
            }
            at = end + 1;
        } else if (text.startsWith("<-", at)) {
            at += 2;
        } else if ("={},[]".indexOf(first) >= 0) {
            at++;
        } else if (isWord(first) || first == '-') {
            at++;
            while (at < text.length() && isWord(text.charAt(at))) {
                at++;
            }
        } else {
            throw new BadInputException(
                    file,
                    line,
                    "the character '" + first + "' has no meaning in a cfg",
                    "Only names, numbers, strings, sets and = or <- are allowed; define anything else as an operator"
                            + " in a module and use <-.");
        }
    }

    private void skipBlock() throws BadInputException {
        int depth = 0;
        int startLine = line;
        do {
            if (at >= text.length()) {
                throw new BadInputException(file, startLine, "a comment (* is not closed", "Add the closing *).");
            }
            if (text.startsWith("(*", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith("*)", at)) {
                depth--;
                at += 2;
            } else {
                line += text.charAt(at) == '\n' ? 1 : 0;
                at++;
            }
        } while (depth > 0);
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '!';
    }
}
