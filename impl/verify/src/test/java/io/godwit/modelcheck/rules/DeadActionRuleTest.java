package io.godwit.modelcheck.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.modelcheck.TestEntries;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.EngineResult.ActionCoverage;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.modelcheck.run.EntryResult.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeadActionRuleTest {
    @Test
    void actionThatNoModelTakes() {
        DeadActionRule rule = new DeadActionRule(List.of(
                result("'name':'a'", EntryStatus.PASSED, coverage("Inc", 5), coverage("Crash", 0)),
                result("'name':'b'", EntryStatus.PASSED, coverage("Inc", 0), coverage("Crash", 0))));

        assertEquals(1, rule.findings(Map.of()).size());
        assertEquals(
                "no model takes the action Crash",
                rule.findings(Map.of()).get(0).message());
    }

    @Test
    void oneModelThatTakesItIsEnough() {
        DeadActionRule rule = new DeadActionRule(List.of(
                result("'name':'a'", EntryStatus.PASSED, coverage("Crash", 0)),
                result("'name':'b'", EntryStatus.PASSED, coverage("Crash", 1))));

        assertEquals(List.of(), rule.findings(Map.of()));
    }

    @Test
    void anotherModuleDoesNotHelp() {
        DeadActionRule rule = new DeadActionRule(List.of(
                result("'name':'a'", EntryStatus.PASSED, coverage("Crash", 0)),
                result("'name':'b','module':'spec/B.tla'", EntryStatus.PASSED, coverage("Crash", 1))));

        assertEquals(1, rule.findings(Map.of()).size());
    }

    @Test
    void mutantDoesNotHelp() {
        DeadActionRule rule = new DeadActionRule(List.of(
                result("'name':'a'", EntryStatus.PASSED, coverage("Crash", 0)),
                result("'name':'b','kind':'mutant'", EntryStatus.PASSED, coverage("Crash", 1))));

        assertEquals(1, rule.findings(Map.of()).size());
    }

    @Test
    void failureLeavesTheModuleUnjudged() {
        DeadActionRule rule = new DeadActionRule(List.of(
                result("'name':'a'", EntryStatus.PASSED, coverage("Crash", 0)),
                result("'name':'b'", EntryStatus.FAILED)));

        assertEquals(List.of(), rule.findings(Map.of()));
        assertEquals(Set.of("spec/A.tla"), rule.notJudged());
    }

    @Test
    void moduleWhoseModelsAreAllTooLargeIsSaidToBeUnjudged() {
        DeadActionRule rule = new DeadActionRule(List.of(result("'name':'a'", EntryStatus.PASSED)));

        assertEquals(List.of(), rule.findings(Map.of()));
        assertEquals(Set.of("spec/A.tla"), rule.withoutCoverage());
    }

    @Test
    void actionBehindAnEmptySetIsDeadToo() {
        DeadActionRule rule = new DeadActionRule(
                List.of(result("'name':'a'", EntryStatus.PASSED, coverage("Inc", 5), coverage("Next", 0))));

        List<RuleFinding> findings = rule.findings(Map.of("spec/A.tla", Set.of("Inc", "Join")));

        assertEquals(1, findings.size());
        assertEquals("no model takes the action Join", findings.get(0).message());
    }

    @Test
    void unsplitConditionIsNotJudged() {
        DeadActionRule rule = new DeadActionRule(
                List.of(result("'name':'a'", EntryStatus.PASSED, coverage("Inc", 0), coverage("Action", 5))));

        List<RuleFinding> findings = rule.findings(Map.of("spec/A.tla", Set.of("Inc", "Join")));

        assertEquals(
                List.of("no model takes the action Inc"),
                findings.stream().map(RuleFinding::message).toList());
    }

    private static ActionCoverage coverage(String action, long generated) {
        return new ActionCoverage(action, "A", generated, generated);
    }

    private static EntryResult result(String json, EntryStatus status, ActionCoverage... coverage) {
        ManifestEntry entry = TestEntries.entry(json);
        return new EntryResult(
                entry.name(),
                ModelChecker.TLC,
                entry.kind(),
                entry.tier(),
                entry.module(),
                List.of(),
                null,
                "none",
                "x",
                null,
                entry.expect(),
                status,
                List.of(),
                new Outcome("holds", null, null),
                1,
                1,
                null,
                null,
                1,
                60,
                1,
                512,
                "TLC",
                List.of(coverage),
                null);
    }
}
