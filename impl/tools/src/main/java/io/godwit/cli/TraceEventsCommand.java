package io.godwit.cli;

import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.page.RunPage;
import io.godwit.trace.page.SpecificationText;
import io.godwit.tracecheck.EventLogRun;
import io.godwit.tracecheck.log.LogException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code godwit trace events}: draws the event logs of a run. */
@Command(
        name = "events",
        description = "Draw the event logs of a run as an HTML page.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "docs/verify/viewer.md describes the page."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:written",
            "2:invalid arguments, or the logs are invalid or missing",
            "3:the page cannot be written"
        })
final class TraceEventsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the logs (member-N-L.ndjson), searched recursively.")
    private Path directory;

    @Option(names = "--html", paramLabel = "PAGE", description = "Output file. Default: events.html in the directory.")
    private Path html;

    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "5000",
            description = "How many events to draw at most, counted from the end. Default: 5000.")
    private int last;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        UsageErrorHandler.unless(spec, last >= 1, "--last must be at least 1");
        UsageErrorHandler.unless(spec, Files.isDirectory(directory), "no such directory: " + directory);
        try {
            String run = EventLogRun.read(directory, SpecificationText.read(ProjectRoot.find()), last);
            Path page = html == null ? directory.resolve("events.html") : html;
            Files.writeString(page, RunPage.render(run));
            out.println("page: " + page);
            out.flush();
            return ExitStatus.OK;
        } catch (LogException e) {
            err.println("godwit: " + e.getMessage());
            return ExitStatus.BROKEN_INPUT;
        } catch (IOException e) {
            err.println("godwit: " + ExceptionHandler.text(e));
            return ExitStatus.TOOL_FAILED;
        }
    }
}
