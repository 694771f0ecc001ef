package io.godwit.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MutantsTest {
    @Test
    void everyMutantLacksTheGuardThatItIsNamedAfterAndNoOther() {
        for (Mutant mutant : Mutants.all()) {
            assertEquals(Set.of(mutant.guard()), mutant.guards().absent(), mutant.name());
        }
    }

    @Test
    void namesAreUniqueAndFound() {
        List<String> names = Mutants.all().stream().map(Mutant::name).toList();
        assertEquals(names.size(), new HashSet<>(names).size());
        for (Mutant mutant : Mutants.all()) {
            assertEquals(mutant, Mutants.find(mutant.name()).orElseThrow());
        }
    }

    @Test
    void aSwitchIsFoundWithoutItsProtocolAndNonsenseIsNot() {
        assertEquals(
                "quorum/AcceptChecksTerm",
                Mutants.find("AcceptChecksTerm").orElseThrow().name());
        assertTrue(Mutants.find("AcceptChecksNothing").isEmpty());
        assertTrue(Mutants.find("").isEmpty());
    }
}
