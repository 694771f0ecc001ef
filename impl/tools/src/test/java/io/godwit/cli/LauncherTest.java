package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The shell launcher on machines where something is missing or too old: a PATH of nothing but what the test puts there. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final List<String> TOOLS =
            List.of("sh", "dirname", "sed", "find", "readlink", "mkdir", "rm", "mv", "sleep");

    @TempDir
    private Path directory;

    private Path bin;
    private Path root;

    @BeforeEach
    void machine() throws IOException {
        root = Files.createDirectories(directory.resolve("project"));
        Files.createDirectories(root.resolve("impl"));
        Files.createDirectories(root.resolve("models"));
        Files.writeString(root.resolve("models/manifest.schema.json"), "{}");
        Path launcher = Path.of(System.getProperty("godwit.root"), "godwit");
        executable(root.resolve("godwit"), Files.readString(launcher));
        bin = Files.createDirectories(directory.resolve("bin"));
        for (String tool : TOOLS) {
            for (String place : List.of("/usr/bin", "/bin")) {
                Path program = Path.of(place, tool);
                if (Files.isExecutable(program)) {
                    Files.createSymbolicLink(bin.resolve(tool), program);
                    break;
                }
            }
        }
    }

    @Test
    void withoutJava() throws Exception {
        Result result = launch("check");

        assertEquals(3, result.status, result.text);
        assertTrue(result.text.contains("Java 17 or newer is needed"), result.text);
        assertTrue(result.text.contains("apt-get install openjdk-17-jdk-headless"), result.text);
        assertTrue(result.text.contains("dnf install"), result.text);
        assertTrue(result.text.contains("brew install openjdk@17"), result.text);
    }

    @Test
    void withAJavaThatIsTooOld() throws Exception {
        executable(bin.resolve("java"), "#!/bin/sh\necho 'openjdk version \"1.8.0_302\"' >&2\n");

        Result result = launch("check");

        assertEquals(3, result.status, result.text);
        assertTrue(result.text.contains("found only") && result.text.contains("(Java 8)"), result.text);
    }

    @Test
    void withoutMaven() throws Exception {
        java();

        Result result = launch("check");

        assertEquals(3, result.status, result.text);
        assertTrue(result.text.contains("Maven 3.8 or newer is needed"), result.text);
        assertTrue(result.text.contains("apt-get install maven"), result.text);
    }

    @Test
    void withAMavenThatIsTooOld() throws Exception {
        java();
        executable(bin.resolve("mvn"), "#!/bin/sh\necho 'Apache Maven 3.6.3 (x)'\n");

        Result result = launch("check");

        assertEquals(3, result.status, result.text);
        assertTrue(result.text.contains("found only Maven 3.6.3"), result.text);
    }

    @Test
    void buildsOnceAndPassesTheArgumentsOn() throws Exception {
        java();
        executable(
                bin.resolve("mvn"),
                "#!/bin/sh\nif [ \"$1\" = -v ]; then echo 'Apache Maven 3.9.9 (x)'; exit; fi\n"
                        + "echo \"mvn $* $MAVEN_OPTS\"; : > '" + root.resolve("impl/tools/target/godwit.jar") + "'\n");

        Result first = launch("check", "--tier", "a b");
        Result second = launch("check");
        Files.createDirectories(root.resolve("impl/trace/src/main/java"));
        Thread.sleep(1100); // some file systems keep whole seconds
        Files.writeString(root.resolve("impl/trace/src/main/java/New.java"), "");
        Result third = launch("check");

        assertTrue(first.text.contains("building"), first.text);
        assertTrue(first.text.contains("-Dextra=1"), first.text);
        assertTrue(first.text.contains("-Djansi.noreset=true"), first.text);
        assertTrue(first.text.contains("[--tier] [a b]"), first.text);
        assertTrue(!second.text.contains("building"), second.text);
        assertTrue(third.text.contains("building"), third.text);
    }

    @Test
    void failedBuildExitsWithThree() throws Exception {
        java();
        executable(
                bin.resolve("mvn"),
                "#!/bin/sh\nif [ \"$1\" = -v ]; then echo 'Apache Maven 3.9.9 (x)'; exit; fi\necho broken; exit 1\n");

        Result result = launch("check");

        assertEquals(3, result.status, result.text);
        assertTrue(result.text.contains("broken") && result.text.contains("the build failed"), result.text);
        assertTrue(Files.notExists(root.resolve("impl/.building")));
    }

    @Test
    void doesNotWaitForABuildThatWasKilled() throws Exception {
        java();
        executable(
                bin.resolve("mvn"),
                "#!/bin/sh\nif [ \"$1\" = -v ]; then echo 'Apache Maven 3.9.9 (x)'; exit; fi\n: > '"
                        + root.resolve("impl/tools/target/godwit.jar") + "'\n");
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Files.writeString(root.resolve("impl/.building"), gone.pid() + "\n");

        Result result = launch("check");

        assertEquals(0, result.status, result.text);
        assertTrue(result.text.contains(gone.pid() + " ended in the middle of its build"), result.text);
        assertTrue(Files.notExists(root.resolve("impl/.building")));
    }

    @Test
    void testFailsWhenTheBuildDoes() throws Exception {
        java();
        executable(
                bin.resolve("mvn"),
                "#!/bin/sh\nif [ \"$1\" = -v ]; then echo 'Apache Maven 3.9.9 (x)'; exit; fi\nexit 1\n");

        assertEquals(1, launch("test").status);
    }

    @Test
    void jepsenWithoutLeiningen() throws Exception {
        built();

        Result result = launch("jepsen", "test", "--workload", "set");

        assertEquals(3, result.status, result.text);
        assertTrue(result.text.contains("Leiningen is not installed"), result.text);
        assertTrue(result.text.contains("GODWIT_JEPSEN_CLASSPATH"), result.text);
    }

    @Test
    void jepsenWhereItsArtifactsCannotBeHad() throws Exception {
        built();
        executable(bin.resolve("lein"), "#!/bin/sh\necho 'Could not transfer artifact' >&2; exit 1\n");

        Result result = launch("jepsen", "serve");

        assertEquals(3, result.status, result.text);
        assertTrue(result.text.contains("Leiningen cannot resolve the artifacts of project.clj"), result.text);
    }

    @Test
    void jepsenOnTheClassPathOfLeiningen() throws Exception {
        built();
        executable(bin.resolve("lein"), "#!/bin/sh\necho a.jar:b.jar\n");

        Result result = launch("jepsen", "test", "--workload", "set");

        assertEquals(0, result.status, result.text);
        assertTrue(result.text.contains("-cp a.jar:b.jar clojure.main -m godwit.cli test --workload set"), result.text);
    }

    @Test
    void jepsenThatBreaksIsTwo() throws Exception {
        built();
        executable(bin.resolve("lein"), "#!/bin/sh\necho a.jar\n");
        executable(
                bin.resolve("java"),
                "#!/bin/sh\nif [ \"$1\" = -version ]; then echo 'openjdk version \"17\"' >&2; exit; fi\nexit 255\n");

        assertEquals(2, launch("jepsen", "test").status);
        assertEquals(2, launch("jepsen", "x").status);
        assertEquals(0, launch("jepsen", "--help").status);
    }

    @Test
    void releaseBuildsNothing() throws Exception {
        java();
        Files.writeString(root.resolve("godwit.jar"), "");

        Result check = launch("check");
        Result test = launch("test");

        assertEquals(0, check.status, check.text);
        assertEquals("[check] ", check.text);
        assertEquals(3, test.status, test.text);
        assertTrue(test.text.contains("'test' needs the sources of the project"), test.text);
    }

    /** A machine where everything is built, with a Java that prints its arguments. */
    private void built() throws Exception {
        executable(
                bin.resolve("java"),
                "#!/bin/sh\nif [ \"$1\" = -version ]; then echo 'openjdk version \"17\"' >&2; exit; fi\necho \"$*\"\n");
        executable(
                bin.resolve("mvn"),
                "#!/bin/sh\nif [ \"$1\" = -v ]; then echo 'Apache Maven 3.9.9 (x)'; exit; fi\n: > '"
                        + root.resolve("impl/tools/target/godwit.jar") + "'\n");
    }

    private void java() throws IOException {
        executable(
                bin.resolve("java"),
                "#!/bin/sh\nif [ \"$1\" = -version ]; then echo 'openjdk version \"21-ea\" 2023' >&2; exit; fi\n"
                        + "while [ \"$1\" != -jar ]; do shift; done; shift 2; for a; do printf '[%s] ' \"$a\"; done\n");
    }

    private record Result(int status, String text) {}

    private Result launch(String... args) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder().directory(directory.toFile()).redirectErrorStream(true);
        builder.command().add(root.resolve("godwit").toString());
        builder.command().addAll(List.of(args));
        builder.environment().clear();
        builder.environment().put("PATH", bin.toString());
        builder.environment().put("GODWIT_MAVEN_ARGS", "-Dextra=1 -Dmore=2");
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), text);
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
