package io.godwit.bench.operations;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Puts and gets as a table in Markdown. */
final class OperationsReport {
    private OperationsReport() {}

    /** One row for each contender and number of threads. */
    static String table(Map<String, List<Measured>> rows) {
        StringBuilder text = new StringBuilder(
                "| contender | threads | calls/s | get us: half | 99 % | 99.9 % | put us: half | 99 % | 99.9 % |\n"
                        + "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        rows.forEach((name, all) -> all.forEach(it -> text.append(String.format(
                Locale.ROOT,
                "| %s | %d | %.0f | %d | %d | %d | %d | %d | %d |%n",
                name,
                it.threads(),
                it.perSecond(),
                it.reads().half(),
                it.reads().most(),
                it.reads().nearly(),
                it.writes().half(),
                it.writes().most(),
                it.writes().nearly()))));
        return text.toString();
    }
}
