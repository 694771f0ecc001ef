package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.protocol.Guard;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The constants of a model: numbers, truth values, strings, and sets of numbers or strings. */
public final class Constants {
    private static final Pattern ELEMENT = Pattern.compile("\"([^\"]*)\"|-?\\d+");

    private final Corpus corpus;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Boolean> truths = new HashMap<>();
    private final Map<String, List<String>> sets = new HashMap<>();

    /** The constants of this model. */
    public Constants(Corpus corpus) {
        this.corpus = corpus;
    }

    /** A number. */
    public int number(String name) {
        return numbers.computeIfAbsent(
                name, it -> Integer.valueOf(corpus.constant(it).strip()));
    }

    /** TRUE or FALSE. */
    public boolean truth(String name) {
        return truths.computeIfAbsent(name, it -> switch (corpus.constant(it).strip()) {
            case "TRUE" -> true;
            case "FALSE" -> false;
            default -> throw new IllegalArgumentException(it + " is " + corpus.constant(it));
        });
    }

    /** A string. */
    public String text(String name) {
        return texts(name).get(0);
    }

    /** The elements of a set of strings or numbers, as text, in the order of the cfg. */
    public List<String> texts(String name) {
        return sets.computeIfAbsent(name, it -> ELEMENT.matcher(corpus.constant(it))
                .results()
                .map(element -> element.group(1) == null ? element.group() : element.group(1))
                .toList());
    }

    /** The elements of a set of numbers. */
    public List<Integer> numbers(String name) {
        return texts(name).stream().map(Integer::valueOf).toList();
    }

    /** The names of the rules that the model lacks. */
    public List<String> weakened() {
        return texts(Cfg.WEAKENED);
    }

    /** Those of the switches that are FALSE in the model, or rules that it lacks. */
    public List<Guard> off(Guard... switches) {
        Set<String> off = corpus.constants().stream()
                .filter(constant -> constant.value().equals("FALSE"))
                .map(Corpus.Constant::name)
                .collect(Collectors.toCollection(HashSet::new));
        off.addAll(weakened());
        return Arrays.stream(switches)
                .filter(guard -> off.contains(guard.spec()))
                .toList();
    }
}
