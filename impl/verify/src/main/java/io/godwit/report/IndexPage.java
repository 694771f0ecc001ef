package io.godwit.report;

import io.godwit.trace.page.Html;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The front page: everything that was checked, on one page. */
final class IndexPage {
    private final ReportInput input;

    IndexPage(ReportInput input) {
        this.input = input;
    }

    String render() {
        Markup page = new Markup()
                .raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .raw("<title>Godwit: what was checked</title>\n<style>\n")
                .raw(Html.baseCss())
                .raw(resource("report.css"))
                .raw("</style>\n<script>\n")
                .raw(Html.themeScript())
                .raw("</script>\n</head>\n<body class=\"report\">\n");
        SummarySection.write(input, page);
        if (input.ladder() != null) {
            LadderSection.write(input.ladder().report(), page);
        }
        RulesSection.write(input, page);
        FindingsSection.write(input, page);
        MutantsSection.write(input, page);
        if (input.ladder() != null) {
            MatrixSection.write(input.ladder(), page);
        }
        ModelsSection.write(input, page);
        PropertiesSection.write(input, page);
        CoverageSection.write(input, page);
        ApalacheSection.write(input, page);
        return page.raw("<script>\n")
                .raw(resource("report.js"))
                .raw("</script>\n</body>\n</html>\n")
                .toString();
    }

    private static String resource(String name) {
        try (InputStream in = IndexPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
