package io.godwit.protocol;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The rules in force. A rule is a precondition that an action declares once, where it begins:
 *
 * <pre>{@code rules.require(ACCEPT_CHECKS_TERM, m.term() >= state.term(), "term {} is before {}", m.term(), state.term());}</pre>
 *
 * <p>A precondition that does not hold refuses the action, unless its rule is switched off; {@link Step#of} turns that into a
 * step that changes nothing. Nothing is allocated or formatted for one that holds. The protocol has all its rules; tests,
 * mutants and published designs switch some off. Immutable.
 */
public final class Rules {
    /** All rules are in force. */
    public static final Rules ALL = new Rules(Set.of());

    private final Set<Guard> off;

    private Rules(Set<Guard> off) {
        this.off = off;
    }

    /** All rules but these. */
    public static Rules without(Guard... off) {
        return new Rules(Set.of(off));
    }

    /** All rules but these. */
    public static Rules without(Collection<? extends Guard> off) {
        return new Rules(Set.copyOf(off));
    }

    /** These rules, with one more switched off. */
    public Rules lacking(Guard rule) {
        Set<Guard> more = new HashSet<>(off);
        more.add(rule);
        return new Rules(Set.copyOf(more));
    }

    /** The rules that are switched off. */
    public Set<Guard> off() {
        return off;
    }

    /** Is the rule in force? Actions ask this for variants of the design only, which change what an action does. */
    public boolean has(Guard rule) {
        return off.isEmpty() || !off.contains(rule);
    }

    /** Is the condition met, or its rule switched off? For conditions whose failure is an answer and not a refusal. */
    public boolean holds(Guard rule, boolean condition) {
        return condition || !has(rule);
    }

    /** Refuses the action if the condition does not hold and its rule is in force. */
    public void require(Guard rule, boolean condition) {
        if (!condition && has(rule)) {
            throw new Refused(new Refusal(rule, "", null, null));
        }
    }

    /**
     * The same, with words for the refusal.
     *
     * @param words with {@code {}} in the place of the value
     */
    public void require(Guard rule, boolean condition, String words, long value) {
        if (!condition && has(rule)) {
            throw new Refused(new Refusal(rule, words, value, null));
        }
    }

    /**
     * The same with two values.
     *
     * @param words with {@code {}} in the place of each value
     */
    public void require(Guard rule, boolean condition, String words, long first, long second) {
        if (!condition && has(rule)) {
            throw new Refused(new Refusal(rule, words, first, second));
        }
    }

    /**
     * The same with an object.
     *
     * @param words with {@code {}} in the place of the value
     */
    public void require(Guard rule, boolean condition, String words, Object value) {
        if (!condition && has(rule)) {
            throw new Refused(new Refusal(rule, words, value, null));
        }
    }

    /**
     * The same with a number and an object.
     *
     * @param words with {@code {}} in the place of each value
     */
    public void require(Guard rule, boolean condition, String words, long first, Object second) {
        if (!condition && has(rule)) {
            throw new Refused(new Refusal(rule, words, first, second));
        }
    }

    /**
     * The same with two objects.
     *
     * @param words with {@code {}} in the place of each value
     */
    public void require(Guard rule, boolean condition, String words, Object first, Object second) {
        if (!condition && has(rule)) {
            throw new Refused(new Refusal(rule, words, first, second));
        }
    }
}
