package io.godwit.bench.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonProcessTest {
    private final List<String> said = Collections.synchronizedList(new ArrayList<>());

    /** A process that tells something, or breaks off. */
    static final class Teller {
        private Teller() {}

        public static void main(String[] args) throws Exception {
            System.out.println("noise");
            ProcessMessages.say("half way");
            if (args[0].equals("breaks")) {
                throw new IllegalStateException("broken");
            }
            ProcessMessages.await("nothing", 1, () -> true);
            ProcessMessages.tell(List.of(1, 2));
        }
    }

    private List<Integer> run(String argument) throws IOException, InterruptedException {
        List<String> command = ComparedSystem.godwit(Teller.class).command("64m", List.of(), List.of(argument));
        return ComparisonProcess.run(command, Integer.class, said::add);
    }

    @Test
    void takesWhatAProcessTellsAndPassesOnWhatItSays() throws Exception {
        assertEquals(List.of(1, 2), run("tells"));
        assertTrue(said.contains("half way"));
        assertFalse(said.contains("noise"));
    }

    @Test
    void processWithoutAResultIsAFailureWithItsLastWords() {
        IOException failure = assertThrows(IOException.class, () -> run("breaks"));
        assertTrue(failure.getMessage().contains("exit status 1"), failure.getMessage());
        assertTrue(failure.getMessage().contains("broken"), failure.getMessage());
    }

    @Test
    void waitGivesUpAtItsLimit() {
        assertThrows(IllegalStateException.class, () -> ProcessMessages.await("never", 0, () -> false));
    }

    @Test
    void vigilRepeatsTheActivity() throws InterruptedException {
        CountDownLatch thrice = new CountDownLatch(3);
        try (ActivityReporter activity = new ActivityReporter("starts", line -> thrice.countDown(), 1)) {
            activity.now("goes on");
            thrice.await();
        }
        List<String> lines = new ArrayList<>();
        try (ActivityReporter activity = new ActivityReporter("starts", lines::add)) {
            activity.now("goes on");
        }
        assertEquals(List.of("goes on"), lines);
    }

    @Test
    void hazelcastIsOnTheClassPathOfItsOwnProcessOnly(@TempDir Path cache) throws Exception {
        Path jar = Files.createFile(cache.resolve("hazelcast-3.11.7.jar"));
        ComparedSystem hazelcast = ComparedSystem.hazelcast("3.11.7", cache, Teller.class);
        assertEquals("Hazelcast 3.11.7", hazelcast.name());
        List<String> command = hazelcast.command("1g", List.of("-XX:+UseSerialGC"), List.of("a"));
        assertTrue(command.get(command.indexOf("-cp") + 1).endsWith(jar.toString()));
        assertTrue(command.contains("--add-opens=java.base/java.lang=ALL-UNNAMED"));
        assertEquals("a", command.get(command.size() - 1));
        List<String> own = ComparedSystem.godwit(Teller.class).named("Other").command("1g", List.of(), List.of());
        assertFalse(own.get(own.indexOf("-cp") + 1).contains(jar.toString()));
        assertFalse(own.stream().anyMatch(it -> it.startsWith("--add")));
        assertTrue(own.containsAll(List.of("-Xms1g", "-Xmx1g")));
    }
}
