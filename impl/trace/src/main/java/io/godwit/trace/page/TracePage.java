package io.godwit.trace.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.page.Html;
import io.godwit.trace.Trace;
import io.godwit.trace.Trace.Meta;
import io.godwit.trace.Trace.Step;
import io.godwit.trace.TraceJson;

/** One trace as one self-contained HTML file. */
public final class TracePage {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private TracePage() {}

    /**
     * The whole page.
     *
     * @param specification where the definitions are to which the actions of the trace lead
     * @param backHref leads back to where the page was opened from; may be empty
     */
    public static String render(Trace trace, SpecificationText specification, String backHref) {
        return Html.withSharedParts(Html.resource(TracePage.class, "trace.html"))
                .replace("/*panels.css*/", Html.resource(TracePage.class, "panels.css"))
                .replace("/*panels.js*/", Html.resource(TracePage.class, "panels.js"))
                .replace("/*name*/", Html.escape(trace.meta().name()))
                .replace("/*header*/", header(trace.meta(), backHref))
                .replace("/*steps*/", noScript(trace))
                .replace("/*definitions.json*/", json(MAPPER.valueToTree(specification.actions(trace))))
                .replace("/*trace.json*/", json(data(trace)));
    }

    private static String json(JsonNode tree) {
        return Html.script(tree.toString());
    }

    private static String header(Meta meta, String backHref) {
        StringBuilder page = new StringBuilder();
        page.append("<div class=\"top\"><h1>").append(Html.escape(meta.name())).append("</h1>");
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
        page.append("<button class=\"tool\" id=\"theme\" type=\"button\" title=\"light or dark\"")
                .append(" aria-label=\"light or dark\">◐</button></div>");
        if (!meta.says().isEmpty()) {
            page.append("<p>").append(Html.escape(meta.says())).append("</p>");
        }
        page.append("<div class=\"facts\">");
        fact(page, "Faults", meta.faults());
        fact(page, "Source", meta.source());
        fact(page, "Module", meta.module());
        fact(page, "Found by", meta.foundBy());
        return page.append("</div>").toString();
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

    /** Without scripts the steps can at least be read. */
    private static String noScript(Trace trace) {
        StepDescription story = new StepDescription(trace);
        StringBuilder page = new StringBuilder("<noscript><ol>");
        for (Step step : trace.steps()) {
            page.append("<li><b>")
                    .append(Html.escape(step.action()))
                    .append("</b> ")
                    .append(Html.escape(story.headline(step)))
                    .append("</li>");
        }
        return page.append("</ol></noscript>").toString();
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
