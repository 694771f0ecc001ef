package io.godwit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.generate.CorpusList.Model;
import io.godwit.conformance.replay.Links;
import io.godwit.conformance.replay.Mismatch;
import io.godwit.conformance.replay.ModelReplay;
import io.godwit.conformance.replay.ReplayRun;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every transition of every model of the corpus, without TLC. */
class ReplayTest {
    private static final int THREADS = 2;
    private static final int ENOUGH = 1_000_000;

    @Test
    void engineAndSpecificationAgreeInEveryState() throws Exception {
        List<Path> files = Project.corpus().models().stream().map(Model::file).toList();
        ReplayRun.Result result =
                new ReplayRun(Bindings.all(), new Links(Project.root()), THREADS, ReplayRun.Listener.none()).run(files);
        String mismatches = result.replays().stream()
                .flatMap(replay -> replay.mismatches().stream())
                .map(Mismatch::explain)
                .collect(Collectors.joining("\n"));
        assertEquals("", mismatches);
        assertTrue(result.agrees());
        int transitions =
                result.replays().stream().mapToInt(ModelReplay::transitions).sum();
        System.out.printf(
                "%d models, %d transitions, %d of them different%n", files.size(), transitions, result.distinct());
        assertTrue(result.distinct() >= ENOUGH, "only " + result.distinct() + " different transitions");
    }
}
