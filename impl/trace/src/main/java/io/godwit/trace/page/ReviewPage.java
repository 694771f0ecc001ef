package io.godwit.trace.page;

import io.godwit.trace.Trace;
import io.godwit.trace.Trace.Cell;
import io.godwit.trace.Trace.Kind;
import io.godwit.trace.Trace.Mark;
import io.godwit.trace.Trace.Matrix;
import io.godwit.trace.Trace.Meta;
import io.godwit.trace.Trace.Stamp;
import io.godwit.trace.Trace.Step;
import java.util.List;
import java.util.stream.Collectors;

/** A trace as a Markdown page: its meaning, the diagram, the steps, and the members' views in the last state. */
public final class ReviewPage {
    private static final int CHANGES = 8;

    private final Trace trace;
    private final StringBuilder out = new StringBuilder();

    private ReviewPage(Trace trace) {
        this.trace = trace;
    }

    /** The whole page; {@code source} is the file that it was made from, as the reader finds it. */
    public static String render(Trace trace, String source) {
        return new ReviewPage(trace).page(source);
    }

    private String page(String source) {
        Meta meta = trace.meta();
        out.append("<!-- Generated from ").append(source).append(" by `./godwit report --review`. Do not edit. -->\n");
        out.append("# ").append(escape(meta.name())).append("\n\n");
        if (!meta.says().isEmpty()) {
            out.append(escape(meta.says())).append("\n\n");
        }
        fact(
                "Breaks",
                "**" + escape(meta.property()) + "**"
                        + (meta.meaning().isEmpty() ? "" : ": " + escape(meta.meaning())));
        fact("Protocol", escape(meta.protocol()));
        fact("Faults", escape(meta.faults()));
        fact("Source", escape(meta.source()));
        fact("Found by", escape(meta.foundBy()) + ", " + trace.steps().size() + " states");
        out.append("\n```mermaid\n").append(MermaidDiagram.render(trace)).append("```\n");
        steps();
        Step last = trace.steps().get(trace.steps().size() - 1);
        if (last.matrix() != null && !last.matrix().partitions().isEmpty()) {
            matrix(last);
        }
        return out.toString();
    }

    private void fact(String label, String text) {
        if (!text.isEmpty() && !text.equals("****")) {
            out.append("- ").append(label).append(": ").append(text).append('\n');
        }
    }

    private void steps() {
        StepDescription story = new StepDescription(trace);
        out.append("\n## Steps\n\n");
        for (Step step : trace.steps()) {
            out.append(step.index())
                    .append(". **")
                    .append(escape(step.action()))
                    .append("**");
            String headline = story.headline(step);
            if (step.kind() != Kind.INIT && !headline.isEmpty()) {
                out.append(": ").append(escape(headline));
            }
            out.append('\n');
            if (step.kind() != Kind.INIT) {
                story.changes(step, CHANGES)
                        .forEach(c ->
                                out.append("   - `").append(c.replace("`", "'")).append("`\n"));
            }
        }
        if (trace.meta().loopStart() > 0) {
            out.append("\nThen back to step ").append(trace.meta().loopStart()).append(", and so on for ever.\n");
        } else if (trace.meta().stuttering()) {
            out.append("\nThe run stutters in this state.\n");
        }
    }

    private void matrix(Step last) {
        Matrix matrix = last.matrix();
        out.append("\n## The members' views in the last state\n\n| partition |");
        List<String> members = trace.memberNames();
        members.forEach(m -> out.append(' ')
                .append(escape(m))
                .append(marks(last.marks().getOrDefault(m, List.of())))
                .append(" |"));
        out.append("\n|---|").append("---|".repeat(members.size())).append('\n');
        for (int i = 0; i < matrix.partitions().size(); i++) {
            out.append("| ").append(escape(matrix.partitions().get(i))).append(" |");
            matrix.cells()
                    .get(i)
                    .forEach(cell -> out.append(' ').append(cell(cell)).append(" |"));
            out.append('\n');
        }
        if (matrix.stamps().stream().anyMatch(s -> !s.code().isEmpty())) {
            out.append("| stamp |");
            matrix.stamps().forEach(s -> out.append(' ').append(stamp(s)).append(" |"));
            out.append('\n');
        }
    }

    private static String stamp(Stamp stamp) {
        return stamp.code() + (stamp.conflict() ? " (equal stamp, different table)" : "");
    }

    private static String marks(List<Mark> marks) {
        return marks.isEmpty()
                ? ""
                : marks.stream().map(m -> escape(m.label())).collect(Collectors.joining(", ", " (", ")"));
    }

    private static String cell(Cell cell) {
        String replicas =
                cell.replicas().stream().map(r -> r == null ? "–" : escape(r)).collect(Collectors.joining(" · "));
        String text = "**" + escape(cell.version()) + "** " + replicas
                + (cell.role().isEmpty() ? "" : ", " + escape(cell.role()))
                + (cell.data().isEmpty() ? "" : ", " + escape(cell.data())) + marks(cell.marks());
        return text.strip();
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("*", "\\*")
                .replace("`", "\\`")
                .replace('\n', ' ');
    }
}
