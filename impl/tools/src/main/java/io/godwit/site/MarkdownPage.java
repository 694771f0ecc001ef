package io.godwit.site;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

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

    MarkdownPage {
        sections = List.copyOf(sections);
    }

    /** A part of a page, with the anchor of its heading; without an anchor if the page has no heading. */
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
                title = text(node).strip();
                anchor = ids.generateId(title);
                text.setLength(0);
            } else {
                text.append(text(node));
            }
        }
        sections.add(new Section(title, anchor, text.toString()));
        return sections;
    }

    /** The text of a node, without addresses of links. */
    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text it) {
                text.append(it.getLiteral());
            }

            @Override
            public void visit(Code it) {
                text.append(it.getLiteral());
            }

            @Override
            public void visit(FencedCodeBlock it) {
                text.append(it.getLiteral()).append(' ');
            }

            @Override
            public void visit(SoftLineBreak it) {
                text.append(' ');
            }

            @Override
            public void visit(Paragraph it) {
                visitChildren(it);
                text.append(' ');
            }

            @Override
            public void visit(CustomNode cellOfTable) {
                visitChildren(cellOfTable);
                text.append(' ');
            }
        });
        return text.toString();
    }
}
