package io.godwit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The zip of a release, unpacked on a machine with a JDK and without Maven, used from an empty directory. Run by the profile release. */
@Timeout(900)
class ReleaseIT {
    private static final List<String> TOOLS = List.of("sh", "dirname", "sed", "readlink", "ps", "kill", "cat");
    private static final Pattern LICENCE =
            Pattern.compile("^\\s*\\(.+\\) .* \\([^:()]+:([^:()]+):([^:()\\s]+) - .*\\)$");
    private static final Pattern LISTENING = Pattern.compile("HTTP at \\S+:(\\d+)");

    @TempDir
    private static Path directory;

    private static Path root;
    private static Path bin;
    private static Path empty;

    @BeforeAll
    static void unpack() throws IOException {
        Path zip = Path.of(System.getProperty("godwit.release"));
        try (FileSystem release = FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", true));
                Stream<Path> files = Files.walk(release.getPath("/"))) {
            for (Path file : files.skip(1).toList()) {
                Path target = directory.resolve(file.toString().substring(1));
                Files.copy(file, target);
                if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_EXECUTE)) {
                    assertTrue(target.toFile().setExecutable(true));
                }
            }
        }
        try (Stream<Path> top = Files.list(directory)) {
            root = top.toList().get(0);
        }
        empty = Files.createDirectory(directory.resolve("empty"));
        bin = Files.createDirectory(directory.resolve("bin"));
        for (String tool : TOOLS) {
            Path program = Path.of("/usr/bin", tool);
            Files.createSymbolicLink(bin.resolve(tool), Files.isExecutable(program) ? program : Path.of("/bin", tool));
        }
    }

    @Test
    void eachJarHasItsLicence() throws IOException {
        TreeSet<String> listed = new TreeSet<>();
        for (String line : Files.readAllLines(root.resolve("LICENCES.txt"))) {
            Matcher licence = LICENCE.matcher(line);
            if (licence.matches()) {
                listed.add(licence.group(1) + "-" + licence.group(2));
            }
        }
        List<String> unlisted = new ArrayList<>();
        try (Stream<Path> jars = Files.list(root.resolve("lib"))) {
            for (Path jar : jars.toList()) {
                String name = String.valueOf(jar.getFileName()).replaceFirst("(-runtime|-linux-\\w+)?\\.jar$", "");
                if (!name.startsWith("godwit-") && !listed.contains(name)) {
                    unlisted.add(name);
                }
            }
        }
        assertEquals(List.of(), unlisted);
        assertTrue(Files.exists(root.resolve("LICENSE")));
    }

    @Test
    void memberAnswersForItsHealth() throws Exception {
        Path output = directory.resolve("member");
        Process member = builder("member", "--name", "a", "--port", "0", "--http-port", "0", "--data-dir", "data")
                .redirectOutput(output.toFile())
                .start();
        try {
            Matcher found = LISTENING.matcher("");
            while (member.isAlive() && !found.reset(Files.readString(output)).find()) {
                Thread.sleep(100);
            }
            assertTrue(member.isAlive(), () -> read(output));
            HttpURLConnection health = (HttpURLConnection) URI.create("http://127.0.0.1:" + found.group(1) + "/health")
                    .toURL()
                    .openConnection();
            assertEquals(200, health.getResponseCode());
        } finally {
            member.destroy();
            member.waitFor();
        }
    }

    @Test
    void clusterServesClients() throws Exception {
        run(0, "cluster", "start", "--members", "3", "--partitions", "7", "--dir", "c");
        try {
            run(0, "client", "put", "capital", "Oslo", "--dir", "c");
            assertTrue(run(0, "client", "get", "capital", "--dir", "c").contains("Oslo"));
        } finally {
            run(0, "cluster", "stop", "--dir", "c");
        }
    }

    @Test
    void demoRunsAndIsChecked() throws Exception {
        run(0, "demo");
    }

    @Test
    void checksFindModelsAndSpecifications() throws Exception {
        run(0, "simulate", "--seed", "1", "--time", "20s", "--events", "events");
        run(0, "trace", "check", "events");
        run(0, "check", "--filter", "quorum-data-drain", "--tier", "quick");
        run(0, "conform", "--filter", "quorum-data-drain");
        run(0, "playground", "--no-open", "--out", "page.html");
        assertTrue(Files.size(empty.resolve("page.html")) > 100_000);
    }

    /** All rungs, with one model. The lines of the runtime are those of its sources. */
    @Test
    void verifyNeedsNoSources() throws Exception {
        String told = run(0, "verify", "--filter", "quorum-data-drain");
        assertTrue(told.contains(" 0 failed, "), told);
        String results = Files.readString(root.resolve("out/verify.json"));
        assertTrue(results.contains("which a release does not have"), results);
        assertTrue(Files.exists(root.resolve("out/report/index.html")), told);
    }

    @Test
    void whatNeedsSourcesSaysSo() throws Exception {
        for (String command : List.of("test", "package", "site", "jepsen")) {
            assertTrue(run(3, command).contains("'" + command + "' needs the sources of the project"), command);
        }
    }

    @Test
    void imageHasWhatItsFileNames() throws IOException {
        String text = Files.readString(Path.of(System.getProperty("godwit.root"), "Dockerfile"));
        Matcher named = Pattern.compile("/opt/godwit/([\\w./-]+)").matcher(text);
        int files = 0;
        for (; named.find(); files++) {
            assertTrue(Files.exists(root.resolve(named.group(1))), named.group());
        }
        assertTrue(files > 0, text);
    }

    private static String run(int status, String... arguments) throws Exception {
        Path output = Files.createTempFile(directory, "output", null);
        Process process = builder(arguments).redirectOutput(output.toFile()).start();
        if (!process.waitFor(800, TimeUnit.SECONDS)) {
            process.destroy();
        }
        assertEquals(status, process.waitFor(), () -> String.join(" ", arguments) + "\n" + read(output));
        return read(output);
    }

    private static ProcessBuilder builder(String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(root.resolve("godwit").toString());
        builder.command().addAll(List.of(arguments));
        builder.directory(empty.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", bin.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
