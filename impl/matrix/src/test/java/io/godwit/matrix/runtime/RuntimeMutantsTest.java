package io.godwit.matrix.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.mutants.runtime.MutatingLoader;
import io.godwit.mutants.runtime.RuntimeMutant;
import io.godwit.mutants.runtime.RuntimeMutants;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RuntimeMutantsTest {
    private static final int WANTED = 50;
    private static final int SECONDS = 12;

    @Test
    void everyMutantFitsTheCode() {
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
    void theSimulationNoticesMembersThatDoNotSync() {
        RuntimeMutant noSync = RuntimeMutants.find("durability/NoSync").orElseThrow();
        assertTrue(new RuntimeSearch(SECONDS)
                .search(noSync.rewritings(), noSync.faults(), 1, 10)
                .caught());
    }

    @Test
    void theSimulationFindsNothingInTheMemberAsItIs() {
        RuntimeSearch.Found found = new RuntimeSearch(SECONDS).search(List.of(), "all", 1, 3);
        assertFalse(found.caught(), found.text());
    }
}
