package io.godwit.modelcheck.tlc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.LampProject;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.Checker.CheckerSettings;
import io.godwit.modelcheck.run.Checker.DistributedSettings;
import io.godwit.modelcheck.run.EngineResult;
import io.godwit.modelcheck.run.Verdict;
import io.godwit.modelcheck.run.Verdict.FailureKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a stand-in for TLC's server and worker, since the real server loses its race only now and then. */
class DistributedTlcCheckerTest {
    private static final int MOST_STARTS = 6;

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private LampProject lamp;
    private Path tools;

    @BeforeEach
    void copy(@TempDir Path directory) throws Exception {
        lamp = new LampProject(directory.resolve("lamp"));
        tools = Files.createDirectories(directory.resolve("tools"));
    }

    @Test
    void startsAgainWhenTheServerLostItsRace() throws Exception {
        server("if (starts <= 2) { lose(); } else { hold(); }");

        EngineResult result = check(Duration.ofMinutes(1));

        assertInstanceOf(
                Verdict.Holds.class, result.verdict(), () -> result.verdict().toString());
        assertEquals(12, result.progress().distinct());
        assertEquals(3, starts());
        assertEquals(
                2, told.stream().filter(text -> text.contains("done too early")).count());
        assertTrue(told.stream().anyMatch(text -> text.contains("start 3 of at most " + MOST_STARTS)));
    }

    @Test
    void givesUpWhenTheRaceIsLostAgainAndAgain() throws Exception {
        server("lose();");

        Verdict.Failed verdict = assertInstanceOf(
                Verdict.Failed.class, check(Duration.ofMinutes(1)).verdict());

        assertTrue(verdict.detail().contains("this.states"), verdict.detail());
        assertEquals(MOST_STARTS, starts());
    }

    @Test
    void doesNotStartAgainAfterAnotherError() throws Exception {
        server("say(1000, 1, \"java.lang.NullPointerException: something else is null\"); System.exit(255);");

        assertInstanceOf(Verdict.Failed.class, check(Duration.ofMinutes(1)).verdict());

        assertEquals(1, starts());
    }

    @Test
    void doesNotWaitForEverForAServerThatNeverGetsReady() throws Exception {
        server("Thread.sleep(Long.MAX_VALUE);");

        Verdict.Failed verdict = assertInstanceOf(
                Verdict.Failed.class, check(Duration.ofSeconds(2)).verdict());

        assertEquals(FailureKind.TIMEOUT, verdict.kind());
    }

    private EngineResult check(Duration startUp) throws Exception {
        Manifest manifest = lamp.manifest();
        CheckerSettings settings = new CheckerSettings(tools, 0, false, new DistributedSettings(1, "127.0.0.1", 0));
        return new DistributedTlcChecker(manifest, settings, told::add, startUp)
                .check(manifest.entries().get(0), progress -> {});
    }

    private long starts() throws Exception {
        return Files.size(tools.resolve("starts"));
    }

    /** Compiles a server that counts its starts in a file and then does what it is told, and a worker that waits to be ended. */
    private void server(String body) throws Exception {
        Path source = Files.createDirectories(tools.resolve("tlc2/tool/distributed"));
        Files.writeString(
                source.resolve("TLCServer.java"),
                """
                package tlc2.tool.distributed;
                import java.nio.file.*;
                public final class TLCServer {
                    static void say(int number, int severity, String text) {
                        System.out.println("@!@!@STARTMSG " + number + ":" + severity + " @!@!@");
                        System.out.println(text);
                        System.out.println("@!@!@ENDMSG " + number + " @!@!@");
                    }
                    static void lose() {
                        say(7000, 0, "ready");
                        say(1000, 1, "java.lang.NullPointerException: Cannot read the array length because \\"this.states\\" is null");
                        System.exit(255);
                    }
                    static void hold() {
                        say(7000, 0, "ready");
                        say(2193, 0, "No error has been found.");
                        say(2199, 0, "12 states generated, 12 distinct states found, 0 states left on queue.");
                        say(2186, 0, "Finished");
                        System.exit(0);
                    }
                    public static void main(String[] args) throws Exception {
                        Path counter = Path.of(TLCServer.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                                .resolve("starts");
                        Files.writeString(counter, ".", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                        long starts = Files.size(counter);
                        BODY
                    }
                }
                """
                        .replace("BODY", body));
        Files.writeString(
                source.resolve("TLCWorker.java"),
                """
                package tlc2.tool.distributed;
                public final class TLCWorker {
                    public static void main(String[] args) throws Exception {
                        Thread.sleep(Long.MAX_VALUE);
                    }
                }
                """);
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        source.resolve("TLCServer.java").toString(),
                        source.resolve("TLCWorker.java").toString());
        assertEquals(0, errors);
    }
}
