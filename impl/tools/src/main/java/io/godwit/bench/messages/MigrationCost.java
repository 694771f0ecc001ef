package io.godwit.bench.messages;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The cost of the migrations of one case.
 *
 * @param name members x partitions
 * @param migrations replicas that came into being at a new place
 * @param messages that members sent each other, by kind
 * @param letters the same when those that go together in one step count once
 * @param millis of the cluster's own time
 */
record MigrationCost(
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
    static String table(List<MigrationCost> cases) {
        List<String> columns = new ArrayList<>(List.of("for each migration"));
        cases.forEach(it -> columns.add(it.name()));
        Table table = new Table(1, columns);
        TreeSet<String> kinds = new TreeSet<>();
        cases.forEach(it -> kinds.addAll(it.messages().keySet()));
        for (String kind : kinds) {
            table.row(row(kind, cases, it -> it.each(it.messages().getOrDefault(kind, 0L))));
        }
        return table.row(row("**messages**", cases, it -> it.each(it.all())))
                .row(row("**letters**", cases, it -> it.each(it.letters())))
                .text();
    }

    private static String row(String name, List<MigrationCost> cases, ToDoubleFunction<MigrationCost> figure) {
        return cases.stream()
                .map(it -> String.format(Locale.ROOT, " | %.2f", figure.applyAsDouble(it)))
                .collect(Collectors.joining("", name, ""));
    }
}
