package io.godwit.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.matrix.RuntimeResult.RuntimeRow;
import io.godwit.mutants.runtime.MutatingLoader;
import io.godwit.mutants.runtime.RuntimeMutants;
import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RuntimeMutantsTest {
    private static final Path ROOT = Path.of("../..");
    private static final int WANTED = 50;
    private static final int WANTED_BY_SIMULATION = 45;
    private static final int SECONDS = 12;

    @Test
    void mutantsFitTheCode() {
        for (RuntimeMutant mutant : RuntimeMutants.list()) {
            new MutatingLoader(mutant.rewritings()).check();
        }
    }

    @Test
    void namesAreDifferentAndThereAreEnough() {
        List<String> names =
                RuntimeMutants.list().stream().map(RuntimeMutant::name).toList();
        Set<String> different = names.stream().collect(Collectors.toSet());
        assertEquals(names.size(), different.size());
        assertTrue(names.size() >= WANTED, names.size() + " mutants");
    }

    @Test
    void eachIsForTheSimulationOrForATest() {
        for (RuntimeMutant mutant : RuntimeMutants.list()) {
            assertEquals(mutant.faults().isEmpty(), !mutant.test().isEmpty(), mutant.name());
        }
    }

    @Test
    void resultSaysWhatCatchesEachOfThem() throws Exception {
        RuntimeResult result = RuntimeResult.read(RuntimeResult.file(ROOT));
        assertEquals(List.of(), result.uncaught());
        assertEquals(RuntimeMutants.list().size(), result.rows().size(), "a row is no mutant any more");
        long simulated = 0;
        for (RuntimeMutant mutant : RuntimeMutants.list()) {
            RuntimeRow row = result.row(mutant.name()).orElseThrow();
            assertEquals(mutant.test(), row.test(), mutant.name());
            assertTrue(row.seed() <= RuntimeRun.SEEDS, mutant.name());
            simulated += row.property().isEmpty() ? 0 : 1;
        }
        assertTrue(simulated >= WANTED_BY_SIMULATION, simulated + " by simulation");
        assertEquals(Optional.empty(), RuntimeDocs.stale(ROOT, result));
    }

    @Test
    void simulationNoticesMembersThatDoNotSync() throws Exception {
        RuntimeMutant noSync = RuntimeMutants.find("durability/NoSync").orElseThrow();
        RuntimeResult first = RuntimeResult.read(RuntimeResult.file(ROOT));
        RuntimeResult again = new RuntimeRun(1).again(List.of(noSync), first, row -> {});
        RuntimeRow before = first.row(noSync.name()).orElseThrow();
        assertEquals(before.property(), again.rows().get(0).property());
        assertEquals(before.seed(), again.rows().get(0).seed());
    }

    /** A test notices it as well, and is listed. */
    @Test
    void simulationNoticesResultsOfOtherKeys() {
        RuntimeMutant other = RuntimeMutants.find("client/AnswerOfAnotherKey").orElseThrow();
        RuntimeSearch.SearchResult found = new RuntimeSearch(SECONDS).search(other.rewritings(), "many-keys", 1, 3);
        assertTrue(found.caught(), found.text());
    }

    /** Other code makes other runs of the same seeds. */
    @Test
    void mutantThatItsSeedDoesNotNoticeAnyMoreIsLookedFor() throws Exception {
        RuntimeMutant late = RuntimeMutants.find("store/KeepsReplacedLog").orElseThrow();
        RuntimeResult old = new RuntimeResult(List.of(new RuntimeRow(late.name(), "Converge", 1, "", 1)));
        RuntimeRow again =
                new RuntimeRun(1).again(List.of(late), old, row -> {}).rows().get(0);
        assertTrue(again.caught());
        assertEquals("RestartFinds", again.property());
    }

    @Test
    void simulationFindsNothingInTheMemberAsItIs() {
        RuntimeSearch.SearchResult found = new RuntimeSearch(SECONDS).search(List.of(), "all", 1, 3);
        assertFalse(found.caught(), found.text());
    }

    /** What the simulation says of every member, it does not say of a mutant. */
    @Test
    void seedThatTheMemberAsItIsDoesNotPassDoesNotCount() {
        RuntimeMutant noSync = RuntimeMutants.find("durability/NoSync").orElseThrow();
        // Whatever runs takes too long.
        RuntimeSearch impatient = new RuntimeSearch(SECONDS, 0);
        assertFalse(impatient.search(noSync.rewritings(), noSync.faults(), 1, 2).caught());
        RuntimeSearch.SearchResult found = impatient.search(List.of(), "none", 1, 1);
        assertEquals(RuntimeSearch.ENDS, found.property());
    }
}
