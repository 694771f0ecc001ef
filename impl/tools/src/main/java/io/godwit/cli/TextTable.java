package io.godwit.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A text table with aligned columns. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();
    private final Set<Integer> right;

    /**
     * A table.
     *
     * @param head the header row; all rows have the same number of columns
     * @param right indices of the right-aligned columns, from 0
     */
    TextTable(List<String> head, Set<Integer> right) {
        rows.add(head);
        this.right = right;
    }

    void add(List<String> row) {
        rows.add(row);
    }

    void print(PrintWriter out) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        rows.forEach(row -> out.println(align(row, widths)));
    }

    private String align(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - row.get(i).length());
            line.append(right.contains(i) ? padding + row.get(i) : row.get(i) + padding)
                    .append("  ");
        }
        return line.toString().stripTrailing();
    }
}
