package io.godwit.trace.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.page.Html;
import io.godwit.trace.Trace;
import io.godwit.trace.Trace.Meta;
import io.godwit.trace.Trace.Step;
import io.godwit.trace.TraceJson;

/** One trace as one self-contained HTML file. */
public final class TracePage {
    private TracePage() {}

    /** The whole page. */
    public static String render(Trace trace) {
        return render(trace, "");
    }

    /** The whole page, with a link back to where it was opened from ({@code backHref} may be empty). */
    public static String render(Trace trace, String backHref) {
        Meta meta = trace.meta();
        StringBuilder page = new StringBuilder();
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>")
                .append(Html.escape(meta.name()))
                .append(" · Godwit</title>\n<style>\n")
                .append(Html.baseCss())
                .append(Html.resource(TracePage.class, "trace.css"))
                .append("</style>\n<script>\n")
                .append(Html.themeScript())
                .append("</script>\n</head>\n<body class=\"trace\">\n");
        header(page, trace, backHref);
        page.append("<div class=\"controls\">")
                .append(button("first", "|◀", "first step (Home)"))
                .append(button("prev", "◀", "step back (arrow left)"))
                .append("<span class=\"count\" id=\"count\" aria-live=\"polite\"></span>")
                .append(button("next", "▶", "step forward (arrow right)"))
                .append(button("last", "▶|", "last step (End)"))
                .append("<input type=\"range\" id=\"slider\" min=\"1\" max=\"1\" value=\"1\" aria-label=\"step\">")
                .append("<span><kbd>←</kbd> <kbd>→</kbd></span></div>\n")
                .append("<main>\n<div id=\"stage\"><div id=\"lanes\"></div><div id=\"rows\"></div></div>\n")
                .append("<div id=\"side\"></div>\n</main>\n");
        noScript(page, trace);
        page.append("<script type=\"application/json\" id=\"trace\">")
                .append(Html.script(data(trace).toString()))
                .append("</script>\n<script>\n")
                .append(Html.resource(TracePage.class, "trace.js"))
                .append("</script>\n</body>\n</html>\n");
        return page.toString();
    }

    private static void header(StringBuilder page, Trace trace, String backHref) {
        Meta meta = trace.meta();
        page.append("<header><div class=\"top\"><h1>")
                .append(Html.escape(meta.name()))
                .append("</h1>");
        if (!meta.protocol().isEmpty()) {
            page.append("<span class=\"pill info\">")
                    .append(Html.escape(meta.protocol()))
                    .append("</span>");
        }
        if (!meta.property().isEmpty()) {
            page.append("<span class=\"pill bad\">breaks ")
                    .append(Html.escape(meta.property()))
                    .append("</span>");
        }
        page.append("<span class=\"spacer\"></span>");
        if (!backHref.isEmpty()) {
            page.append("<a href=\"").append(Html.escape(backHref)).append("\">all models</a>");
        }
        page.append("<button class=\"tool\" id=\"theme\" type=\"button\" title=\"light or dark\">◐</button></div>");
        if (!meta.says().isEmpty()) {
            page.append("<p class=\"says\">").append(Html.escape(meta.says())).append("</p>");
        }
        page.append("<div class=\"facts\">");
        fact(page, "Faults", meta.faults());
        fact(page, "Source", meta.source());
        fact(page, "Module", meta.module());
        fact(page, "Found by", meta.foundBy());
        page.append("</div></header>\n");
    }

    private static void fact(StringBuilder page, String label, String text) {
        if (!text.isEmpty()) {
            page.append("<span><b>")
                    .append(label)
                    .append("</b> ")
                    .append(Html.escape(text))
                    .append("</span>");
        }
    }

    private static String button(String id, String sign, String title) {
        return "<button class=\"tool\" type=\"button\" id=\"" + id + "\" title=\"" + title + "\" aria-label=\"" + title
                + "\">" + sign + "</button>";
    }

    /** Without scripts the steps can at least be read. */
    private static void noScript(StringBuilder page, Trace trace) {
        StepDescription story = new StepDescription(trace);
        page.append("<noscript><ol>");
        for (Step step : trace.steps()) {
            page.append("<li><b>")
                    .append(Html.escape(step.action()))
                    .append("</b> ")
                    .append(Html.escape(story.headline(step)))
                    .append("</li>");
        }
        page.append("</ol></noscript>\n");
    }

    private static ObjectNode data(Trace trace) {
        ObjectNode tree = (ObjectNode) TraceJson.tree(trace);
        StepDescription story = new StepDescription(trace);
        for (int i = 0; i < trace.steps().size(); i++) {
            ((ObjectNode) tree.get("steps").get(i))
                    .put("headline", story.headline(trace.steps().get(i)));
        }
        return tree;
    }
}
