package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.input.Suggest;
import io.godwit.modelcheck.manifest.ManifestReader.Lines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Completes the entries of a manifest. An entry with a {@code base} takes from it each field that it does not state, except those that are
 * an entry's own. The constants of {@code set} are merged one by one, everything else is replaced as a whole. A base may have a base.
 */
final class Inheritance {
    private static final String BASE = "base";
    private static final String CONSTANTS = "set";
    /** What identifies an entry, tells about it or must come out of it. */
    private static final Set<String> OWN =
            Set.of("name", BASE, "kind", "guard", "replace", "says", "source", "expect", "trace");

    private final Path file;
    private final JsonNode models;
    private final Map<String, Integer> indexes = new LinkedHashMap<>();
    private final Map<Integer, ObjectNode> complete = new LinkedHashMap<>();
    private final List<InputProblem> problems = new ArrayList<>();

    private Inheritance(Path file, JsonNode models) {
        this.file = file;
        this.models = models;
        for (int i = 0; i < models.size(); i++) {
            indexes.putIfAbsent(name(i), i);
        }
    }

    /**
     * The complete entries of a manifest that satisfies the schema, in its order.
     *
     * @param file the manifest, for messages
     * @param models the list of entries, with their places in the text
     * @throws BadInputException when a base is no entry or inherits from its variant, or an entry repeats what it inherits
     */
    static List<ObjectNode> complete(Path file, JsonNode models) throws BadInputException {
        Inheritance inheritance = new Inheritance(file, models);
        List<ObjectNode> entries = new ArrayList<>();
        for (int i = 0; i < models.size(); i++) {
            entries.add(inheritance.entry(i, List.of()));
        }
        if (!inheritance.problems.isEmpty()) {
            throw new BadInputException(inheritance.problems);
        }
        return entries;
    }

    /** The complete entry at a position of the list; {@code variants} are the entries that inherit from it, the nearest last. */
    private ObjectNode entry(int index, List<Integer> variants) {
        ObjectNode known = complete.get(index);
        if (known != null) {
            return known;
        }
        ObjectNode entry = models.get(index).deepCopy();
        List<Integer> path = new ArrayList<>(variants);
        path.add(index);
        base(path).ifPresent(base -> inherit(index, entry, entry(base, path)));
        complete.put(index, entry);
        return entry;
    }

    /** Position of the base of the last entry of the path; empty when there is none to inherit from. */
    private Optional<Integer> base(List<Integer> path) {
        int index = path.get(path.size() - 1);
        if (!models.get(index).has(BASE)) {
            return Optional.empty();
        }
        String base = models.get(index).get(BASE).asText();
        Integer at = indexes.get(base);
        if (at == null) {
            report(index, BASE, "the base " + base + " is not an entry", Suggest.remedy(base, indexes.keySet()));
        } else if (path.contains(at)) {
            String circle = path.subList(path.indexOf(at), path.size()).stream()
                    .map(this::name)
                    .collect(Collectors.joining(", "));
            report(
                    index,
                    BASE,
                    "its bases form a circle: " + circle + ", " + base,
                    "Remove one \"base\" of the circle, and state the fields that its entry then lacks.");
            return Optional.empty();
        }
        return Optional.ofNullable(at);
    }

    private void inherit(int index, ObjectNode entry, ObjectNode base) {
        for (Iterator<Map.Entry<String, JsonNode>> it = base.fields(); it.hasNext(); ) {
            Map.Entry<String, JsonNode> inherited = it.next();
            String key = inherited.getKey();
            if (OWN.contains(key)) {
                continue;
            }
            JsonNode own = entry.get(key);
            if (own == null) {
                entry.set(key, inherited.getValue().deepCopy());
            } else if (key.equals(CONSTANTS)) {
                merge(index, (ObjectNode) own, inherited.getValue());
            } else if (own.equals(inherited.getValue())) {
                redundant(index, key, key);
            }
        }
    }

    private void merge(int index, ObjectNode own, JsonNode inherited) {
        inherited.fields().forEachRemaining(constant -> {
            JsonNode value = own.get(constant.getKey());
            if (value == null) {
                own.set(constant.getKey(), constant.getValue());
            } else if (value.equals(constant.getValue())) {
                redundant(index, CONSTANTS + "/" + constant.getKey(), constant.getKey());
            }
        });
    }

    private void redundant(int index, String pointer, String key) {
        report(
                index,
                pointer,
                "\"" + key + "\" repeats what is inherited from "
                        + models.get(index).get(BASE).asText(),
                "Remove it.");
    }

    private void report(int index, String pointer, String message, String remedy) {
        int line = Lines.of(models.get(index).at("/" + pointer));
        problems.add(new InputProblem(file, line, name(index) + ": " + message, remedy));
    }

    private String name(int index) {
        return models.get(index).get("name").asText();
    }
}
