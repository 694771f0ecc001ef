package io.godwit.site;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * A page of the documentation.
 *
 * @param title its first heading
 * @param html its content
 * @param sections what is between its headings, for the search
 */
record MarkdownPage(String title, String html, List<Section> sections) {
    private static final List<org.commonmark.Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer HTML =
            HtmlRenderer.builder().extensions(EXTENSIONS).build();
    private static final TextContentRenderer TEXT = TextContentRenderer.builder()
            .extensions(List.of(TablesExtension.create()))
            .build();

    MarkdownPage {
        sections = List.copyOf(sections);
    }

    /** A part of a page, with the anchor of its heading; without an anchor if the page begins with text. */
    record Section(String title, String anchor, String text) {}

    /** The page of a text. The function says what becomes of the destination of a link or image. */
    static MarkdownPage of(String markdown, UnaryOperator<String> links) {
        Node document = PARSER.parse(markdown);
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(links.apply(link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(links.apply(image.getDestination()));
                visitChildren(image);
            }
        });
        List<Section> sections = sections(document);
        return new MarkdownPage(sections.get(0).title(), HTML.render(document), sections);
    }

    private static List<Section> sections(Node document) {
        List<Section> sections = new ArrayList<>();
        // As the extension names them: in the order of the headings.
        IdGenerator ids = IdGenerator.builder().build();
        String title = "";
        String anchor = "";
        StringBuilder text = new StringBuilder();
        for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading) {
                if (!title.isEmpty()) {
                    sections.add(new Section(title, anchor, text.toString()));
                }
                title = TEXT.render(node).strip();
                anchor = ids.generateId(title);
                text.setLength(0);
            } else {
                text.append(TEXT.render(node)).append(' ');
            }
        }
        sections.add(new Section(title, anchor, text.toString()));
        return sections;
    }
}
