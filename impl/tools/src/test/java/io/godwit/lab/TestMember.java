package io.godwit.lab;

import static org.junit.jupiter.api.Assertions.fail;

import io.godwit.cli.Main;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/** Members in processes of their own: the command that starts one, and waiting for what they do. */
public final class TestMember {
    private static final Duration BOUND = Duration.ofMinutes(2);

    private TestMember() {}

    /** Waits until the answer to a question is yes. */
    public static void await(String what, Callable<Boolean> question) throws Exception {
        long end = System.nanoTime() + BOUND.toNanos();
        while (!question.call()) {
            if (System.nanoTime() > end) {
                fail("never: " + what);
            }
            Thread.sleep(50);
        }
    }

    /** The command, without the path of the member's configuration. */
    public static List<String> command() {
        return command("-Xmx128m", "-XX:+UseSerialGC");
    }

    /** The same with options for the size of the heap and its collector. */
    public static List<String> command(String heap, String collector) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                collector,
                "-Xshare:auto",
                heap,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "member",
                "--config");
    }
}
