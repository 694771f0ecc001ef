package io.godwit.cli;

import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.playground.PlaygroundPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code godwit playground}: the simulation as a page. */
@Command(
        name = "playground",
        description =
                "Write the simulation as one HTML page, in which one can break it, and open the page in a browser.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:written", "2:invalid arguments", "3:a tool failed"})
final class PlaygroundCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The page. Default: out/playground.html of the project.")
    private Path out;

    @Option(
            names = "--show",
            paramLabel = "NAME",
            description = "Open the page at a moment that docs/verify/playground.md lists, such as n10.")
    private String moment;

    @Option(names = "--no-open", description = "Do not open a browser.")
    private boolean closed;

    @Override
    public Integer call() throws IOException {
        PrintWriter writer = spec.commandLine().getOut();
        Path root = ProjectRoot.find();
        if (moment != null && !PlaygroundPage.momentNames().contains(moment)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no moment '" + moment + "'. There are: " + String.join(", ", PlaygroundPage.momentNames()));
        }
        Path page = (out == null ? root.resolve("out/playground.html") : out).toAbsolutePath();
        if (!isCurrent(page, root)) {
            long start = System.nanoTime();
            try (StatusLine line = new StatusLine(
                    writer,
                    () -> String.format(
                            Locale.ROOT,
                            "compiling the simulation for the browser, %.0f s",
                            (System.nanoTime() - start) / 1e9))) {
                PlaygroundPage.write(root, page);
                line.print(String.format(Locale.ROOT, "compiled in %.0f s", (System.nanoTime() - start) / 1e9));
            }
        }
        String address = moment == null ? page.toString() : page.toUri() + "#show=" + moment;
        writer.println("page: " + address);
        if (!closed && !Browser.open(address)) {
            writer.println("Open it in a browser. It needs no network.");
        }
        writer.flush();
        return ExitStatus.OK;
    }

    /** Is the page newer than all that it is made from? */
    private static boolean isCurrent(Path page, Path root) throws IOException {
        if (!Files.isRegularFile(page)) {
            return false;
        }
        FileTime made = Files.getLastModifiedTime(page);
        // The jars are in lib in a release, below impl otherwise.
        List<Path> sources = Stream.of(
                        "impl",
                        "lib",
                        "spec/classic",
                        "spec/quorum",
                        "models/matrix.json",
                        "docs/results/matrix.json",
                        "docs/results/runtime-matrix.json")
                .map(root::resolve)
                .filter(Files::exists)
                .toList();
        for (Path each : sources) {
            try (Stream<Path> files = Files.walk(each, 3)) {
                for (Path file : files.filter(PlaygroundCommand::isSource).toList()) {
                    if (Files.getLastModifiedTime(file).compareTo(made) > 0) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static boolean isSource(Path file) {
        String name = file.toString();
        return name.endsWith(".jar") || name.endsWith(".tla") || name.endsWith("matrix.json");
    }
}
