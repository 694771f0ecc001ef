package io.godwit.modelcheck.input;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that the user probably meant. */
public final class Suggest {
    private static final int SHOWN = 24;

    private Suggest() {}

    /** The candidate nearest to {@code word}, if one is near enough (a third of its letters, at most three, may differ; two swapped letters count as two). */
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        int limit = word.length() < 4 ? 1 : Math.max(2, Math.min(3, word.length() / 3));
        return candidates.stream()
                .filter(candidate -> distance(word, candidate) <= limit)
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
    }

    /** A sentence that names the nearest candidate, or else some of them. */
    public static String remedy(String word, Collection<String> candidates) {
        Optional<String> nearest = nearest(word, candidates);
        if (nearest.isPresent()) {
            return "Did you mean '" + nearest.get() + "'?";
        }
        List<String> shown = candidates.stream()
                .sorted(Comparator.comparingInt(candidate -> distance(word, candidate)))
                .limit(SHOWN)
                .toList();
        if (shown.isEmpty()) {
            return "Nothing is known here.";
        }
        return "Known here: " + String.join(", ", shown) + (candidates.size() > SHOWN ? ", ..." : ".");
    }

    private static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
