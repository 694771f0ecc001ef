package io.godwit.trace.page;

import io.godwit.trace.Trace;
import io.godwit.trace.Trace.Kind;
import io.godwit.trace.Trace.MessageEvent;
import io.godwit.trace.Trace.MessageKind;
import io.godwit.trace.Trace.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A trace as a Mermaid {@code sequenceDiagram}.
 *
 * <p>An arrow stands where its message is received, with the number of the step that sent it unless that is the step before. What never
 * arrives stands where it was sent. A note over the acting member names each step.
 */
public final class MermaidDiagram {
    private static final int CHANGES_IN_NOTE = 3;
    /** Characters of a note, after which another one begins. */
    private static final int CHARACTERS_IN_NOTE = 150;

    private final Trace trace;
    private final StepDescription story;
    private final List<String> lanes = new ArrayList<>();
    private final Map<String, Integer> sentAt = new HashMap<>();
    private final Set<String> arrived = new LinkedHashSet<>();
    private final StringBuilder out = new StringBuilder();

    private MermaidDiagram(Trace trace) {
        this.trace = trace;
        this.story = new StepDescription(trace);
        lanes.addAll(trace.memberNames());
        if (lanes.isEmpty()) {
            lanes.add(trace.meta().module());
        }
        for (Step step : trace.steps()) {
            for (MessageEvent m : step.messages()) {
                if (m.kind() == MessageKind.SENT) {
                    sentAt.put(m.id(), step.index());
                } else {
                    arrived.add(m.id());
                    lane(m.src());
                    lane(m.dst());
                }
            }
        }
    }

    private void lane(String name) {
        if (!name.isEmpty() && !lanes.contains(name)) {
            lanes.add(name);
        }
    }

    /** The diagram, without the code fence. */
    public static String render(Trace trace) {
        return new MermaidDiagram(trace).draw();
    }

    private String draw() {
        line("sequenceDiagram");
        for (int i = 0; i < lanes.size(); i++) {
            line("  participant L" + i + " as " + escape(lanes.get(i)));
        }
        for (Step step : trace.steps()) {
            boolean fault = step.kind().fault();
            if (trace.meta().loopStart() == step.index() && trace.meta().loopStart() > 0) {
                line("  loop for ever");
            }
            if (fault) {
                line("  rect rgba(200, 60, 40, 0.12)");
            }
            messages(step, MessageKind.RECEIVED);
            note(step);
            messages(step, MessageKind.LOST);
            neverArriving(step);
            if (fault) {
                line("  end");
            }
        }
        if (trace.meta().loopStart() > 0) {
            line("  end");
        }
        if (trace.meta().stuttering()) {
            line("  Note over " + all() + ": no further steps");
        }
        if (!trace.meta().property().isEmpty()) {
            line("  Note over " + all() + ": ✗ " + escape(trace.meta().property())
                    + (trace.meta().endless() ? " never comes true" : " is broken"));
        }
        return out.toString();
    }

    private void messages(Step step, MessageKind kind) {
        for (MessageEvent m : step.messages()) {
            if (m.kind() != kind || !known(m)) {
                continue;
            }
            int sent = sentAt.getOrDefault(m.id(), step.index());
            String late = kind == MessageKind.RECEIVED && step.index() - sent > 1 ? " (sent in " + sent + ")" : "";
            String lost = kind == MessageKind.LOST ? " (lost)" : "";
            arrow(m, kind == MessageKind.LOST ? "-x" : "->>", late + lost);
        }
    }

    private void neverArriving(Step step) {
        for (MessageEvent m : step.messages()) {
            if (m.kind() == MessageKind.SENT && !arrived.contains(m.id()) && known(m)) {
                arrow(m, "--)", " (not received)");
            }
        }
    }

    private boolean known(MessageEvent m) {
        return lanes.contains(m.src()) && lanes.contains(m.dst());
    }

    private void arrow(MessageEvent m, String arrow, String remark) {
        line("  L" + lanes.indexOf(m.src()) + arrow + "L" + lanes.indexOf(m.dst()) + ": " + escape(m.type() + remark));
    }

    private void note(Step step) {
        if (step.kind() == Kind.INIT) {
            return;
        }
        List<String> lines = new ArrayList<>();
        lines.add(step.index() + " " + step.action());
        if (!step.note().isEmpty()) {
            lines.add(step.note());
        } else if (step.kind().fault()) {
            lines.add(story.headline(step));
        } else {
            lines.addAll(story.changes(step, CHANGES_IN_NOTE));
        }
        String over = step.actors().isEmpty()
                ? all()
                : "L" + lanes.indexOf(step.actors().get(0));
        StringBuilder text = new StringBuilder();
        for (String next : lines) {
            String shown = escape(next);
            if (!text.isEmpty() && text.length() + shown.length() > CHARACTERS_IN_NOTE) {
                line("  Note over " + over + ": " + text);
                text.setLength(0);
            }
            text.append(text.isEmpty() ? "" : "<br/>").append(shown);
        }
        line("  Note over " + over + ": " + text);
    }

    private String all() {
        int last = trace.members().size() - 1;
        return last <= 0 ? "L0" : "L0,L" + last;
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    /** Signs that mean something to Mermaid, as its own entities. */
    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            escaped.append(
                    switch (c) {
                        case '#' -> "#35;";
                        case ';' -> "#59;";
                        case '<' -> "#lt;";
                        case '>' -> "#gt;";
                        case '\n' -> "<br/>";
                        default -> String.valueOf(c);
                    });
        }
        return escaped.toString();
    }
}
