package io.godwit.bench.comparison;

import io.godwit.bench.comparison.ComparisonOptions.OutputDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results of a run as files: JSON, plots, and a page in Markdown that shows them. */
public final class Page {
    private final String name;
    private final List<String> blocks = new ArrayList<>();
    private final Map<String, String> plots = new LinkedHashMap<>();

    /**
     * A page.
     *
     * @param name of its files
     * @param machine what was measured on what, which comes first
     */
    public Page(String name, String machine) {
        this.name = name;
        blocks.add(machine);
    }

    /** Adds text in Markdown. */
    public Page text(String markdown) {
        blocks.add(markdown.stripTrailing());
        return this;
    }

    /**
     * Adds a plot.
     *
     * @param suffix what its file has behind the name of the page
     * @param shows what is to be seen
     */
    public Page plot(String suffix, String shows, String svg) {
        String file = name + suffix + ".svg";
        plots.put(file, svg);
        return text("![" + shows + "](" + file + ")");
    }

    /** Writes {@code NAME.json}, {@code NAME.md} and the plots into a directory, which there may not be yet. */
    public void write(Path directory, Object json) throws IOException {
        OutputDirectory.json(directory.resolve(name + ".json"), json);
        for (Map.Entry<String, String> plot : plots.entrySet()) {
            Files.writeString(directory.resolve(plot.getKey()), plot.getValue());
        }
        Files.writeString(directory.resolve(name + ".md"), String.join("\n\n", blocks) + "\n");
    }

    /** A table in Markdown: some columns of words, and columns of numbers, which stand to the right. */
    public static final class Table {
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
}
