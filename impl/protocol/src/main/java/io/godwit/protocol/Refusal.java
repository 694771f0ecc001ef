package io.godwit.protocol;

import java.util.Objects;

/**
 * Why an action was refused: the rule, and the values that break it. Immutable; the text is made when it is asked for, since
 * most refusals are never shown.
 */
public final class Refusal {
    private static final String PLACE = "{}";

    private final Guard rule;
    private final String words;
    private final Object first;
    private final Object second;

    Refusal(Guard rule, String words, Object first, Object second) {
        this.rule = Objects.requireNonNull(rule, "rule");
        this.words = words;
        this.first = first;
        this.second = second;
    }

    /** The rule that does not hold. */
    public Guard rule() {
        return rule;
    }

    /** The values, such as {@code "term 3 is before 5"}; empty when the rule says it all. */
    public String words() {
        return filled(filled(words, first), second);
    }

    private static String filled(String text, Object value) {
        int at = text.indexOf(PLACE);
        return at < 0 ? text : text.substring(0, at) + value + text.substring(at + PLACE.length());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Refusal refusal && rule.equals(refusal.rule) && words().equals(refusal.words());
    }

    @Override
    public int hashCode() {
        return Objects.hash(rule, words());
    }

    /** The rule and the words, such as {@code "ACCEPT_CHECKS_TERM: term 3 is before 5"}. */
    @Override
    public String toString() {
        return words.isEmpty() ? rule.name() : rule.name() + ": " + words();
    }
}
