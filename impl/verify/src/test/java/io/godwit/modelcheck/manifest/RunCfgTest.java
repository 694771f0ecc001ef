package io.godwit.modelcheck.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.modelcheck.TestEntries;
import io.godwit.modelcheck.input.BadInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunCfgTest {
    private static final Path MANIFEST = Path.of("manifest.json");

    @Test
    void overridesConstantsAndKeepsTheRest() throws Exception {
        Cfg cfg = RunCfg.of(base(), TestEntries.entry("'set':{'Guard':'FALSE','Members':'{1,2}'}"), MANIFEST);

        assertEquals("FALSE", cfg.constants().get("Guard").value());
        assertEquals("{1, 2}", cfg.constants().get("Members").value());
        assertEquals("4", cfg.constants().get("Max").value());
        assertEquals(List.of("TypeOK", "Bounded"), cfg.invariantNames());
    }

    @Test
    void weakensTheGuardOfAMutant() throws Exception {
        Cfg weakened =
                CfgParser.parse(Path.of("A.cfg"), "SPECIFICATION Spec\nCONSTANTS Weakened = {\"B\"} Guard = TRUE");

        Cfg mutant = RunCfg.of(weakened, TestEntries.entry("'kind':'mutant','base':'e','guard':'A'"), MANIFEST);
        assertEquals("{\"A\", \"B\"}", mutant.constants().get("Weakened").value());
        assertEquals(Set.of("A", "B"), mutant.weakened());

        Cfg flipped = RunCfg.of(
                weakened,
                TestEntries.entry("'kind':'mutant','base':'e','guard':'Guard','set':{'Guard':'FALSE'}"),
                MANIFEST);
        assertEquals(Set.of("B"), flipped.weakened());

        Cfg replaced = RunCfg.of(
                weakened, TestEntries.entry("'kind':'mutant','base':'e','guard':'A','replace':{'A':'C'}"), MANIFEST);
        assertEquals(Set.of("B"), replaced.weakened());

        assertEquals(
                Set.of("B"),
                RunCfg.of(weakened, TestEntries.entry("'set':{}"), MANIFEST).weakened());
    }

    @Test
    void restrictsToWhatTheEntryChecks() throws Exception {
        Cfg cfg =
                RunCfg.of(base(), TestEntries.entry("'invariants':['TypeOK','Bounded'],'only':['Bounded']"), MANIFEST);

        assertEquals(List.of("Bounded"), cfg.invariantNames());
        assertEquals(List.of(), cfg.propertyNames());
    }

    @Test
    void refusesToOverrideWhatTheCfgDoesNotAssign() {
        BadInputException e = assertThrows(
                BadInputException.class,
                () -> RunCfg.of(base(), TestEntries.entry("'set':{'Gard':'FALSE'}"), MANIFEST));

        assertEquals(
                "manifest.json:7: e: \"set\" overrides Gard, which models/A.cfg does not assign\n"
                        + "    Did you mean 'Guard'?",
                e.getMessage());
    }

    @Test
    void refusesAValueThatIsNone() {
        assertThrows(
                BadInputException.class, () -> RunCfg.of(base(), TestEntries.entry("'set':{'Guard':'{1'}"), MANIFEST));
    }

    private static Cfg base() throws BadInputException {
        return CfgParser.parse(
                Path.of("A.cfg"),
                "SPECIFICATION Spec\nCONSTANTS Max = 4 Guard = TRUE Members = {1}\nINVARIANTS TypeOK Bounded\nPROPERTY Live");
    }
}
