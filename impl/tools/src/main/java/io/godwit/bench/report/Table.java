package io.godwit.bench.report;

import java.util.List;

/** A table in Markdown: some columns of words, and columns of numbers, which stand to the right. */
public final class Table {
    private final StringBuilder text = new StringBuilder();

    /**
     * A table without rows.
     *
     * @param words how many of the columns, the first ones, hold words
     * @param columns what stands above them
     */
    public Table(int words, List<String> columns) {
        row(String.join(" | ", columns));
        text.append('|')
                .append("---|".repeat(words))
                .append("---:|".repeat(columns.size() - words))
                .append('\n');
    }

    /**
     * Adds a row.
     *
     * @param cells with bars between them
     */
    public Table row(String cells) {
        text.append("| ").append(cells).append(" |\n");
        return this;
    }

    /** The table in Markdown. */
    public String text() {
        return text.toString();
    }
}
