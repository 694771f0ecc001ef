package io.godwit.cli;

import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.playground.PlaygroundPage;
import io.godwit.site.Site;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code godwit site}: the documentation, the playground, the last report and the API as a static site. */
@Command(
        name = "site",
        description =
                "Write the documentation as a static site, with search, the playground, the report of the last verify if there"
                        + " is one, and the API documentation; check its links.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "docs/develop/site.md describes the site."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:written", "1:a link leads nowhere", "2:invalid arguments", "3:a tool failed"})
final class SiteCommand implements Callable<Integer> {
    /** What is published as libraries. */
    private static final List<String> MODULES =
            List.of("client", "member", "protocol", "runtime", "storage", "trace", "transport");

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory of the site, which is replaced. Default: out/site of the project.")
    private Path out;

    @Option(names = "--docs-only", description = "Leave out playground, report and API documentation.")
    private boolean docsOnly;

    @Override
    public Integer call() throws IOException {
        PrintWriter writer = spec.commandLine().getOut();
        Path root = ProjectRoot.find();
        Path directory =
                (out == null ? root.resolve("out/site") : out).toAbsolutePath().normalize();
        if (Files.exists(directory)) {
            if (!Files.exists(directory.resolve("index.js"))) {
                spec.commandLine().getErr().println(directory + " exists and is not a site; name another directory.");
                return ExitStatus.BROKEN_INPUT;
            }
            delete(directory);
        }
        Files.createDirectories(directory);
        Map<String, String> navigation = new LinkedHashMap<>();
        navigation.put("Godwit", "index.html");
        for (String part : List.of("Protocol", "Operate", "Verify", "Develop", "Results", "Decisions")) {
            navigation.put(part, "docs/" + part.toLowerCase(Locale.ROOT) + "/index.html");
        }
        if (!docsOnly) {
            addOthers(root, directory, navigation, writer);
        }
        Site.Result site = Site.write(root, directory, navigation);
        site.dead().forEach(link -> writer.println("dead link in " + link));
        writer.printf("site: %s, %d pages, %d links%n", directory.resolve("index.html"), site.pages(), site.links());
        writer.flush();
        return site.dead().isEmpty() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    private static void addOthers(Path root, Path directory, Map<String, String> navigation, PrintWriter writer)
            throws IOException {
        writer.println("playground");
        writer.flush();
        PlaygroundPage.write(root, directory.resolve("playground.html"));
        navigation.put("Playground", "playground.html");
        writer.println("API documentation");
        writer.flush();
        writeApi(root, directory.resolve("api"));
        navigation.put("API", "api/index.html");
        Path report = root.resolve("out/report");
        if (Files.exists(report.resolve("index.html"))) {
            copy(report, directory.resolve("report"));
            navigation.put("Report", "report/index.html");
        } else {
            writer.println("There is no report of ./godwit verify; the site goes without it.");
        }
    }

    private static void writeApi(Path root, Path directory) throws IOException {
        ToolProvider javadoc = ToolProvider.findFirst("javadoc")
                .orElseThrow(
                        () -> new IOException("this Java has no javadoc: a JDK is needed for the API documentation"));
        List<String> arguments = new ArrayList<>(List.of("-quiet", "-Xdoclint:none", "-encoding", "UTF-8"));
        arguments.addAll(List.of("-doctitle", "Godwit", "-windowtitle", "Godwit", "-notimestamp"));
        arguments.addAll(List.of("-d", directory.toString(), "-classpath", System.getProperty("java.class.path")));
        arguments.addAll(List.of("-subpackages", "io.godwit", "-sourcepath"));
        arguments.add(MODULES.stream()
                .map(module -> root.resolve("impl")
                        .resolve(module)
                        .resolve("src/main/java")
                        .toString())
                .collect(Collectors.joining(System.getProperty("path.separator"))));
        if (javadoc.run(System.err, System.err, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("javadoc failed; the messages above say why");
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
