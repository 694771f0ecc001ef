package io.godwit.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RunPlanner;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Two processes run a seed alike, to the last byte that is sent or written to a disk. Between processes the order in which the
 * JDK's immutable sets and maps are iterated differs, and so may identity hash codes, on which that of other sets depends.
 */
class SameBytesTest {
    private static final long SECONDS = 10;
    /** Of any seeds, and of those with one of these faults. */
    private static final int SEEDS = 3;

    private static final List<FaultKind> FAULTS =
            List.of(FaultKind.LARGE_VALUES, FaultKind.DAMAGE, FaultKind.BURST, FaultKind.DISK_ERROR, FaultKind.LEASES);
    /** Files of copies, damage that is noticed, and more calls than a client makes at a time. */
    private static final Set<String> MET = Set.of(
            "large-values", "copy-loaded", "damage", "damage-at-start", "burst", "calls", "disk-error", "leases");

    @Test
    void twoProcessesSendAndWriteTheSameBytes() throws IOException, InterruptedException {
        List<String> seeds = seeds();
        Process one = start(List.of(), seeds);
        Process other = start(List.of("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3"), seeds);
        List<String> lines = lines(one);
        assertEquals(lines, lines(other));
        Set<String> words = lines.stream()
                .flatMap(line -> List.of(line.split(" ", -1)).stream())
                .collect(Collectors.toSet());
        assertTrue(words.containsAll(MET), words.toString());
        Set<String> fingerprints =
                lines.stream().map(line -> line.substring(0, line.indexOf(' '))).collect(Collectors.toSet());
        assertEquals(seeds.size(), fingerprints.size(), fingerprints.toString());
    }

    /** The first seeds, and the first ones with each of the faults. */
    private static List<String> seeds() {
        RunPlanner planner = Fingerprints.planner(SECONDS);
        Set<Long> seeds = new TreeSet<>();
        LongStream.rangeClosed(1, SEEDS).forEach(seeds::add);
        for (FaultKind kind : FAULTS) {
            LongStream.iterate(1, seed -> seed + 1)
                    .filter(seed -> planner.plan(seed).faults().stream().anyMatch(fault -> fault.kind() == kind))
                    .limit(SEEDS)
                    .forEach(seeds::add);
        }
        return seeds.stream().map(seed -> Long.toString(seed)).toList();
    }

    private static Process start(List<String> options, List<String> seeds) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Fingerprints.class.getName()));
        command.add(Long.toString(SECONDS));
        command.addAll(seeds);
        return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    }

    private static List<String> lines(Process process) throws IOException, InterruptedException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), text);
        return text.lines().toList();
    }
}
