package io.godwit.bench.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PlotsTest {
    private static Document parsed(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    /** The first is the ground. */
    private static double width(Document document, int bar) {
        return Double.parseDouble(
                ((Element) document.getElementsByTagName("rect").item(bar + 1)).getAttribute("width"));
    }

    private static String points(Document document, int curve) {
        return ((Element) document.getElementsByTagName("polyline").item(curve)).getAttribute("points");
    }

    @Test
    void barsAreAsLongAsTheirValues() throws Exception {
        Document document = parsed(BarChart.linear("a & b < c")
                .with("one", "Godwit", 25, "s")
                .with("one", "other", 100, "s")
                .with("two", "none", 0, "s")
                .svg());
        assertEquals(width(document, 1) / 4, width(document, 0), 0.1);
        assertEquals(2, width(document, 2));
        NodeList texts = document.getElementsByTagName("text");
        assertEquals("a & b < c", texts.item(0).getTextContent());
        assertEquals("25.00 s", texts.item(3).getTextContent());
        assertEquals("100 s", texts.item(5).getTextContent());
    }

    @Test
    void barsBeginBehindTheirNames() throws Exception {
        String name = "n".repeat(50);
        Document document = parsed(BarChart.linear("").with("", name, 1, "s").svg());
        Element bar = (Element) document.getElementsByTagName("rect").item(1);
        double begin = Double.parseDouble(bar.getAttribute("x"));
        assertTrue(begin >= 90 + 7 * name.length(), "begins at " + begin);
        double width = Double.parseDouble(document.getDocumentElement().getAttribute("width"));
        assertTrue(begin + Double.parseDouble(bar.getAttribute("width")) < width);
    }

    @Test
    void orAsTheirLogarithms() throws Exception {
        Document document = parsed(BarChart.logarithmic("seconds")
                .with("", "a", 1, "s")
                .with("", "b", 10, "s")
                .with("", "c", 100, "s")
                .svg());
        assertEquals(width(document, 2) / 3, width(document, 0), 0.1);
        assertEquals(width(document, 2) * 2 / 3, width(document, 1), 0.1);
    }

    @Test
    void curveGoesAsFarAsThereAreCalls() throws Exception {
        Histogram many = new Histogram(3);
        many.recordValueWithCount(100, 999);
        many.recordValueWithCount(10_000, 1);
        Histogram few = new Histogram(3);
        few.recordValueWithCount(100, 10);
        Document document = parsed(
                new LatencyChart("calls").with("many", many).with("few", few).svg());
        // 20 steps for each nine, and both ends.
        assertEquals(61, points(document, 0).split(" ", -1).length);
        assertEquals(21, points(document, 1).split(" ", -1).length);
        assertEquals(points(document, 0).split(" ", -1)[0], points(document, 1).split(" ", -1)[0]);
    }

    @Test
    void plotsOfNothingAreImages() throws Exception {
        Histogram none = new Histogram(3);
        assertTrue(parsed(BarChart.linear("nothing").svg()).hasChildNodes());
        assertTrue(parsed(BarChart.logarithmic("zero").with("", "zero", 0, "s").svg())
                .hasChildNodes());
        assertTrue(parsed(new LatencyChart("nothing").svg()).hasChildNodes());
        assertTrue(parsed(new LatencyChart("nothing").with("none", none).svg()).hasChildNodes());
    }
}
