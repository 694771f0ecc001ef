package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code --jar}: members that run the program of another build. */
@Timeout(300)
class OtherProgramTest {
    private static final String MAIN = Main.class.getName().replace('.', '/') + ".class";

    @TempDir
    private Path directory;

    private ClusterCommands commands;

    @BeforeEach
    void name() {
        commands = new ClusterCommands(directory.resolve("c"));
    }

    @AfterEach
    void stop() throws Exception {
        commands.cluster().stop();
    }

    /** A jar that leads to this program, with an entry. */
    private Path jar(String entry) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        String all = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(it -> Path.of(it).toUri().toString())
                .collect(Collectors.joining(" "));
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, all);
        Path jar = directory.resolve("other.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream to = new JarOutputStream(out, manifest);
                InputStream from = Main.class.getClassLoader().getResourceAsStream(MAIN)) {
            to.putNextEntry(new JarEntry(entry));
            from.transferTo(to);
        }
        return jar;
    }

    private boolean runs(int index, Path jar) throws IOException {
        long pid = commands.cluster().member(index).process().orElseThrow().pid();
        return Files.readString(Path.of("/proc/" + pid + "/cmdline")).contains(jar.toString());
    }

    @Test
    void whatIsNoBuildIsRefused() throws Exception {
        commands.fails(
                2, "cluster", "start", "--jar", directory.resolve("no.jar").toString());
        commands.says("--jar: there is no file ");
        Path text = Files.writeString(directory.resolve("text.jar"), "text");
        commands.fails(2, "cluster", "start", "--jar", text.toString());
        commands.says("text.jar cannot be read: ");
        commands.fails(2, "cluster", "start", "--jar", jar("other/Main.class").toString());
        commands.says("other.jar is no build of Godwit: it has no io/godwit/cli/Main.class");
        assertFalse(commands.cluster().exists());
    }

    @Test
    void membersRunIt() throws Exception {
        Path jar = jar(MAIN);
        commands.done("cluster", "start", "--members", "2", "--partitions", "7", "--durable", "--jar", jar.toString());
        assertTrue(runs(1, jar) && runs(2, jar));
        commands.done("cluster", "kill", "1");
        commands.fails(
                2,
                "cluster",
                "restart",
                "1",
                "--jar",
                directory.resolve("no.jar").toString());
        assertTrue(commands.cluster().member(1).process().isEmpty());
        commands.done("cluster", "restart", "1");
        assertFalse(runs(1, jar));
        commands.done("cluster", "add", "--jar", jar.toString());
        assertTrue(runs(3, jar));
        assertTrue(commands.cluster().awaitReady(Duration.ofMinutes(2)));
    }
}
