package io.godwit.modelcheck.result;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Reports in the form that CI servers know: one test case for each entry and engine, and one for each rule that is broken. */
public final class JUnitXml {
    private static final String SUITE = "godwit check";

    private JUnitXml() {}

    /** Writes a report, and the directory of the file if it is missing. */
    public static void write(CheckReport report, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (Writer writer = Files.newBufferedWriter(file)) {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(writer);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            suite(report, xml);
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }

    private static void suite(CheckReport report, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", SUITE);
        xml.writeAttribute(
                "tests",
                Integer.toString(report.entries().size() + report.rules().size()));
        xml.writeAttribute(
                "failures",
                Long.toString(report.count(Status.FAILED) + report.rules().size()));
        xml.writeAttribute("skipped", Long.toString(report.count(Status.SKIPPED)));
        xml.writeAttribute("errors", "0");
        xml.writeAttribute("time", seconds(report.seconds()));
        xml.writeAttribute("timestamp", report.started());
        for (EntryResult entry : report.entries()) {
            String name = entry.name() + " [" + entry.engine().name().toLowerCase(Locale.ROOT) + "]";
            switch (entry.status()) {
                case PASSED -> testCase(xml, entry.module(), name, entry.seconds(), null, List.of());
                case FAILED -> testCase(xml, entry.module(), name, entry.seconds(), "failure", entry.reasons());
                case SKIPPED -> testCase(xml, entry.module(), name, entry.seconds(), "skipped", entry.reasons());
            }
        }
        for (RuleFinding finding : report.rules()) {
            testCase(xml, "rules", finding.rule() + " " + finding.subject(), 0, "failure", List.of(finding.message()));
        }
        xml.writeCharacters("\n");
        xml.writeEndElement();
    }

    private static void testCase(
            XMLStreamWriter xml, String suite, String name, double time, String outcome, List<String> reasons)
            throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", suite);
        xml.writeAttribute("name", name);
        xml.writeAttribute("time", seconds(time));
        if (outcome != null) {
            xml.writeStartElement(outcome);
            xml.writeAttribute("message", reasons.isEmpty() ? outcome : reasons.get(0));
            xml.writeCharacters(String.join("\n", reasons));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }
}
