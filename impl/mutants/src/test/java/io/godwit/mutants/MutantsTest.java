package io.godwit.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.mutants.Mutants.Mutant;
import io.godwit.protocol.Guard;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.quorum.QuorumRule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MutantsTest {
    /** Rules that would keep another one, and are switched off with it. */
    private static final Set<Guard> GO_WITH_OTHERS =
            Set.of(ClassicRule.VERSION_PER_PARTITION, QuorumRule.RESTAMP_FIRST, QuorumRule.DESTINATION_IS_NEW);

    @Test
    void mutantLacksTheGuardThatItIsNamedAfterAndNoOther() {
        for (Mutant mutant : Mutants.all()) {
            Set<Guard> off = new HashSet<>(mutant.quorum().rules().off());
            off.addAll(mutant.classic().rules().off());
            Set<String> absent = off.stream()
                    .filter(guard -> guard == mutant.guard() || !GO_WITH_OTHERS.contains(guard))
                    .map(Guard::spec)
                    .collect(Collectors.toSet());
            assertTrue(off.contains(mutant.guard()), mutant.name());
            assertEquals(Set.of(mutant.guard().spec()), absent, mutant.name());
        }
    }

    @Test
    void switchesOfClassicAreMutantsAndNoGenerationIs() {
        List<String> names =
                Mutants.of("classic").stream().map(m -> m.guard().spec()).toList();
        assertEquals(68 + 10, names.size());
        assertTrue(names.containsAll(List.of("BackupChecksSender", "FetchTakesMax", "GapGuard", "CutCycles")));
        assertFalse(names.contains("GlobalVersion"));
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
    void switchIsFoundWithoutItsProtocolAndNonsenseIsNot() {
        assertEquals(
                "quorum/AcceptChecksTerm",
                Mutants.find("AcceptChecksTerm").orElseThrow().name());
        assertTrue(Mutants.find("AcceptChecksNothing").isEmpty());
        assertTrue(Mutants.find("").isEmpty());
    }
}
