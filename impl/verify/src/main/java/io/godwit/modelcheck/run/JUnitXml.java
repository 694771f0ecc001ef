package io.godwit.modelcheck.run;

import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Results in the form that CI servers know. */
public final class JUnitXml {
    private static final String CHECK = "godwit check";

    private JUnitXml() {}

    /**
     * A suite.
     *
     * @param name what ran
     * @param started when, in ISO 8601
     * @param seconds how long it took
     * @param cases what came out
     */
    public record Suite(String name, String started, double seconds, List<Case> cases) {
        /** Copies the list. */
        public Suite {
            cases = List.copyOf(cases);
        }

        long count(EntryStatus status) {
            return cases.stream().filter(it -> it.status() == status).count();
        }
    }

    /**
     * A test case.
     *
     * @param group what CI servers take for a class name
     * @param name its name
     * @param seconds how long it took
     * @param status what came out
     * @param reasons why it failed or was skipped
     */
    public record Case(String group, String name, double seconds, EntryStatus status, List<String> reasons) {
        /** Copies the list. */
        public Case {
            reasons = List.copyOf(reasons);
        }
    }

    /** Writes a report: one test case for each entry and engine, and one for each rule that is broken. */
    public static void write(CheckReport report, Path file) throws IOException {
        List<Case> cases = new ArrayList<>();
        for (EntryResult entry : report.entries()) {
            String name = entry.name() + " [" + entry.engine().name().toLowerCase(Locale.ROOT) + "]";
            cases.add(new Case(entry.module(), name, entry.seconds(), entry.status(), entry.reasons()));
        }
        for (RuleFinding finding : report.rules()) {
            cases.add(new Case(
                    "rules",
                    finding.rule() + " " + finding.subject(),
                    0,
                    EntryStatus.FAILED,
                    List.of(finding.message())));
        }
        write(new Suite(CHECK, report.started(), report.seconds(), cases), file);
    }

    /** Writes a suite, and the directory of the file if it is missing. */
    public static void write(Suite suite, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (Writer writer = Files.newBufferedWriter(file)) {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(writer);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            suite(suite, xml);
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }

    private static void suite(Suite suite, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", suite.name());
        xml.writeAttribute("tests", Integer.toString(suite.cases().size()));
        xml.writeAttribute("failures", Long.toString(suite.count(EntryStatus.FAILED)));
        xml.writeAttribute("skipped", Long.toString(suite.count(EntryStatus.SKIPPED)));
        xml.writeAttribute("errors", "0");
        xml.writeAttribute("time", seconds(suite.seconds()));
        xml.writeAttribute("timestamp", suite.started());
        for (Case one : suite.cases()) {
            testCase(one, xml);
        }
        xml.writeCharacters("\n");
        xml.writeEndElement();
    }

    private static void testCase(Case one, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", one.group());
        xml.writeAttribute("name", one.name());
        xml.writeAttribute("time", seconds(one.seconds()));
        if (one.status() != EntryStatus.PASSED) {
            String outcome = one.status() == EntryStatus.FAILED ? "failure" : "skipped";
            xml.writeStartElement(outcome);
            xml.writeAttribute(
                    "message", one.reasons().isEmpty() ? outcome : one.reasons().get(0));
            xml.writeCharacters(String.join("\n", one.reasons()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }
}
