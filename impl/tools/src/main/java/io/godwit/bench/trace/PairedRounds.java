package io.godwit.bench.trace;

import io.godwit.bench.trace.TracedCluster.Round;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Rounds with event logs and without, in pairs.
 *
 * @param with event logs
 * @param without event logs, one round for each with them
 */
record PairedRounds(List<Round> with, List<Round> without) {
    /** Copies the rounds. */
    PairedRounds {
        with = List.copyOf(with);
        without = List.copyOf(without);
        if (with.isEmpty() || with.size() != without.size()) {
            throw new IllegalArgumentException("a round without for each with");
        }
    }

    /** A figure with event logs to that without, over all rounds. */
    double overAll(ToDoubleFunction<Round> figure) {
        return figure.applyAsDouble(sum(with)) / figure.applyAsDouble(sum(without));
    }

    /** The ratio in the middle of those of the pairs. */
    double median(ToDoubleFunction<Round> figure) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < with.size(); i++) {
            ratios.add(figure.applyAsDouble(with.get(i)) / figure.applyAsDouble(without.get(i)));
        }
        ratios.sort(Comparator.naturalOrder());
        return ratios.get(ratios.size() / 2);
    }

    private static Round sum(List<Round> rounds) {
        return new Round(
                rounds.stream().mapToLong(Round::calls).sum(),
                rounds.stream().mapToLong(Round::nanos).sum(),
                rounds.stream().mapToLong(Round::processor).sum());
    }

    /** The table in Markdown. */
    String table() {
        return "| | without | with | with to without, over all | median of the pairs |\n|---|---:|---:|---:|---:|\n"
                + row("calls per second", Round::perSecond)
                + row("processor us per call", Round::microsPerCall);
    }

    private String row(String what, ToDoubleFunction<Round> figure) {
        return String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.3f | %.3f |%n",
                what,
                figure.applyAsDouble(sum(without)),
                figure.applyAsDouble(sum(with)),
                overAll(figure),
                median(figure));
    }
}
