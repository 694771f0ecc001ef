package io.godwit.bench.messages;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * What the migrations of one case took.
 *
 * @param name members x partitions
 * @param migrations replicas that came into being at a new place
 * @param messages that members sent each other, by kind
 * @param letters the same when those that go together in one step count once
 * @param millis of the cluster's own time
 */
record Counted(
        @JsonProperty("name") String name,
        @JsonProperty("migrations") long migrations,
        @JsonProperty("messages") Map<String, Long> messages,
        @JsonProperty("letters") long letters,
        @JsonProperty("millis") long millis) {
    /** For each migration. */
    double each(long count) {
        return count / (double) Math.max(1, migrations);
    }

    /** Messages of all kinds. */
    long all() {
        return messages.values().stream().mapToLong(Long::longValue).sum();
    }

    /** A table in Markdown: a column for each case, a row for each kind. */
    static String table(List<Counted> cases) {
        StringBuilder text = new StringBuilder("| for each migration |");
        cases.forEach(it -> text.append(' ').append(it.name()).append(" |"));
        text.append("\n|---|").append("---:|".repeat(cases.size())).append('\n');
        TreeSet<String> kinds = new TreeSet<>();
        cases.forEach(it -> kinds.addAll(it.messages().keySet()));
        for (String kind : kinds) {
            text.append("| ").append(kind).append(" |");
            cases.forEach(it -> append(text, it.each(it.messages().getOrDefault(kind, 0L))));
            text.append('\n');
        }
        text.append("| **messages** |");
        cases.forEach(it -> append(text, it.each(it.all())));
        text.append("\n| **letters** |");
        cases.forEach(it -> append(text, it.each(it.letters())));
        return text.append('\n').toString();
    }

    private static void append(StringBuilder text, double figure) {
        text.append(String.format(Locale.ROOT, " %.2f |", figure));
    }
}
