package io.godwit.matrix.runtime;

import io.godwit.mutants.runtime.RuntimeMutant;
import io.godwit.mutants.runtime.RuntimeMutants;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Looks for each mutant of the runtime in the simulation, and prints a table. */
public final class RuntimeMatrix {
    private static final int SECONDS = 12;

    private RuntimeMatrix() {}

    /**
     * Looks for mutants.
     *
     * @param args the number of seeds for each; then the beginnings of names, for all if there are none; {@code none} is the member
     *     as it is; an argument {@code --faults=LIST} overrides what the rows say
     */
    public static void main(String[] args) {
        PrintStream out = System.out;
        int seeds = Integer.parseInt(args[0]);
        String faults = null;
        List<String> names = new ArrayList<>();
        for (int i = 1; i < args.length; i++) {
            if (args[i].startsWith("--faults=")) {
                faults = args[i].substring("--faults=".length());
            } else {
                names.add(args[i]);
            }
        }
        RuntimeSearch search = new RuntimeSearch(SECONDS);
        if (names.remove("none")) {
            print(out, "none", search.search(List.of(), faults == null ? "all" : faults, 1, seeds));
            if (names.isEmpty()) {
                return;
            }
        }
        for (RuntimeMutant mutant : RuntimeMutants.list()) {
            if (names.isEmpty() || names.stream().anyMatch(mutant.name()::startsWith)) {
                String used = faults == null ? mutant.faults() : faults;
                print(out, mutant.name(), search.search(mutant.rewritings(), used.isEmpty() ? "all" : used, 1, seeds));
            }
        }
    }

    private static void print(PrintStream out, String name, RuntimeSearch.Found found) {
        String text = found.text().replace('\n', ' ');
        out.println(String.format(
                Locale.ROOT,
                "%-36s %-22s %5d seeds %7.1f s  %s",
                name,
                found.caught() ? found.property() : "-",
                found.seeds(),
                found.seconds(),
                text.substring(0, Math.min(text.length(), 140))));
    }
}
