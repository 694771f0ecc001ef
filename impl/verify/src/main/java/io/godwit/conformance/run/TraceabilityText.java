package io.godwit.conformance.run;

import io.godwit.conformance.replay.ReplayCounts;
import io.godwit.conformance.run.Traceability.ActionRow;
import io.godwit.conformance.run.Traceability.VariableRow;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The traceability table as Markdown, with links that are right in a page of {@code docs/verify/}. */
final class TraceabilityText {
    private static final String SOURCES = "impl/protocol/src/main/java/";

    private final Path root;
    private final ReplayCounts counts;
    private final StringBuilder text = new StringBuilder();

    private TraceabilityText(Path root, ReplayCounts counts) {
        this.root = root;
        this.counts = counts;
    }

    /**
     * The table.
     *
     * @param root directory of the project
     * @param counts what is replayed of each action
     */
    public static String of(Path root, Traceability traceability, ReplayCounts counts) {
        TraceabilityText table = new TraceabilityText(root, counts);
        table.summary();
        List<String> roots =
                traceability.actions().stream().map(ActionRow::root).distinct().toList();
        for (String module : roots) {
            table.actions(module, traceability);
            table.variables(module, traceability);
        }
        return table.text.toString();
    }

    private void summary() {
        line("| root module | models | states | transitions |", "|---|--:|--:|--:|");
        counts.roots().keySet().stream().sorted().forEach(name -> {
            ReplayCounts.Root it = counts.roots().get(name);
            line("| " + name + " | " + it.models() + " | " + number(it.states()) + " | " + number(it.transitions())
                    + " |");
        });
        long all = counts.roots().values().stream()
                .mapToLong(ReplayCounts.Root::transitions)
                .sum();
        line(
                "",
                number(all) + " transitions, " + number(counts.distinct())
                        + " of them different: the same transition may be in several models of a root module.");
    }

    private void actions(String module, Traceability traceability) {
        line("", "### " + module, "", "| action | specified in | handler | transitions |", "|---|---|---|--:|");
        for (ActionRow row : traceability.actions()) {
            if (row.root().equals(module)) {
                String[] name = row.action().split("!", -1);
                long taken = counts.roots().containsKey(module)
                        ? counts.roots().get(module).taken().getOrDefault(row.action(), 0L)
                        : 0;
                line("| " + name[1] + " | " + specification(row.family(), name[0]) + " | " + handlers(row) + " | "
                        + number(taken) + " |");
            }
        }
    }

    private void variables(String module, Traceability traceability) {
        line("", "| variable | in the engine |", "|---|---|");
        for (VariableRow row : traceability.variables()) {
            if (row.root().equals(module)) {
                String name = row.variable().substring(row.variable().indexOf('!') + 1);
                String places =
                        row.places().stream().map(place -> "`" + place + "`").collect(Collectors.joining(", "));
                String none = (row.world() ? "the world around the members: " : "specification only: ") + row.reason();
                line("| " + name + " | " + (places.isEmpty() ? none : places) + " |");
            }
        }
    }

    private String specification(String family, String module) {
        String file = "spec/" + family + "/" + module + ".tla";
        String own = Files.isRegularFile(root.resolve(file)) ? file : "spec/common/" + module + ".tla";
        return "[" + module + "](../../" + own + ")";
    }

    private static String handlers(ActionRow row) {
        if (row.handlers().isEmpty()) {
            return "nobody: " + row.reason();
        }
        String own = row.handlers().stream().map(TraceabilityText::link).collect(Collectors.joining(", "));
        return row.parts().isEmpty()
                ? own
                : own + "; " + row.parts().stream().map(TraceabilityText::link).collect(Collectors.joining(", "));
    }

    private static String link(Method method) {
        String type = method.getDeclaringClass().getName().replace('.', '/');
        return "[" + method.getName() + "](../../" + SOURCES + type + ".java)";
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private void line(String... lines) {
        for (String line : lines) {
            text.append(line).append('\n');
        }
    }
}
