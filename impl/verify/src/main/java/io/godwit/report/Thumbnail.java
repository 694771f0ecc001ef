package io.godwit.report;

import io.godwit.page.Html;
import io.godwit.trace.Trace;
import io.godwit.trace.Trace.Kind;
import io.godwit.trace.Trace.MessageEvent;
import io.godwit.trace.Trace.MessageKind;
import io.godwit.trace.Trace.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A thumbnail of a trace: time runs from left to right. */
final class Thumbnail {
    private static final double WIDTH = 260;
    private static final double LANE = 26;
    private static final double SIGN = 7;

    private final Trace trace;
    private final List<String> lanes;
    private final double left;
    private final StringBuilder out = new StringBuilder();

    private Thumbnail(Trace trace) {
        this.trace = trace;
        this.lanes = trace.memberNames();
        this.left = 20 + SIGN * lanes.stream().mapToInt(String::length).max().orElse(0);
    }

    static String svg(Trace trace) {
        return new Thumbnail(trace).draw();
    }

    private String draw() {
        double height = LANE * lanes.size() + 8;
        out.append(String.format(
                Locale.ROOT,
                "<svg class=\"thumb\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"the run in small\">",
                WIDTH,
                height));
        for (int i = 0; i < lanes.size(); i++) {
            out.append(String.format(
                            Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" class=\"t\">", left - 8, y(lanes.get(i)) + 4))
                    .append(Html.escape(lanes.get(i)))
                    .append("</text>");
        }
        lives();
        messages();
        for (Step step : trace.steps()) {
            event(step);
        }
        return out.append("</svg>").toString();
    }

    private void lives() {
        for (String lane : lanes) {
            for (int i = 1; i <= trace.steps().size(); i++) {
                boolean down = trace.steps().get(i - 1).marks().getOrDefault(lane, List.of()).stream()
                        .anyMatch(m -> m.tone().equals("down"));
                line(x(i), y(lane), x(i + 1), y(lane), down ? "l d" : "l");
            }
        }
    }

    private void messages() {
        Map<String, Integer> sent = new HashMap<>();
        for (Step step : trace.steps()) {
            for (MessageEvent m : step.messages()) {
                if (m.kind() == MessageKind.SENT) {
                    sent.put(m.id(), step.index());
                } else if (lanes.contains(m.src()) && lanes.contains(m.dst())) {
                    String style = m.kind() == MessageKind.LOST ? "m x" : "m";
                    line(x(sent.getOrDefault(m.id(), 1)), y(m.src()), x(step.index()), y(m.dst()), style);
                }
            }
        }
    }

    private void event(Step step) {
        if (step.kind() == Kind.CUT) {
            line(x(step.index()), 4, x(step.index()), LANE * lanes.size() + 4, "c");
            return;
        }
        if (step.actors().isEmpty() || step.kind() == Kind.INIT) {
            return;
        }
        double cx = x(step.index());
        double cy = y(step.actors().get(0));
        if (step.kind() == Kind.CRASH) {
            line(cx - 4, cy - 4, cx + 4, cy + 4, "b");
            line(cx - 4, cy + 4, cx + 4, cy - 4, "b");
        } else {
            boolean last = step.index() == trace.steps().size();
            out.append(String.format(
                    Locale.ROOT,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" class=\"%s\"/>",
                    cx,
                    cy,
                    last ? "4.5" : "2.4",
                    last ? "e last" : "e"));
        }
    }

    private void line(double x1, double y1, double x2, double y2, String style) {
        out.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>",
                x1,
                y1,
                x2,
                y2,
                style));
    }

    private double x(int index) {
        return left + (index - 1) * (WIDTH - left - 8) / trace.steps().size();
    }

    private double y(String lane) {
        return LANE * (lanes.indexOf(lane) + 0.5) + 4;
    }
}
