package io.godwit.cli;

import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.report.Report;
import io.godwit.trace.Lenses;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceJson;
import io.godwit.trace.page.MermaidDiagram;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code godwit trace}: draws a saved counterexample. */
@Command(
        name = "trace",
        subcommands = {TraceCheckCommand.class, TraceEventsCommand.class},
        description = "Draw a saved counterexample: as an HTML page, or as a Mermaid diagram.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:written", "2:invalid arguments or input", "3:a tool failed"})
final class TraceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description =
                    "The trace, such as out/traces/NAME.json; check writes traces of findings and failures to out/traces.")
    private Path file;

    @Option(
            names = "--html",
            paramLabel = "PAGE",
            description = "Output file of the page. Default: next to the trace, with extension .html.")
    private Path html;

    @Option(names = "--mermaid", description = "Print a Mermaid sequence diagram instead.")
    private boolean mermaid;

    @Override
    public Integer call() {
        if (file == null) {
            throw new ParameterException(spec.commandLine(), "missing argument: FILE, 'check DIR' or 'events DIR'");
        }
        PrintWriter out = spec.commandLine().getOut();
        Path root = ProjectRoot.find();
        if (mermaid) {
            Trace trace = TraceJson.read(file, Lenses.load(root.resolve("spec")));
            out.println(MermaidDiagram.render(trace));
        } else {
            out.println("page: " + Report.writeTrace(file, root, html == null ? beside(file) : html));
        }
        out.flush();
        return ExitStatus.OK;
    }

    private static Path beside(Path trace) {
        String name = trace.getFileName().toString().replaceFirst("\\.json$", "");
        return trace.resolveSibling(name + ".html");
    }
}
