package io.godwit.modelcheck.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.modelcheck.LampProject;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.tlc.ModuleFactsReader;
import io.godwit.modelcheck.tlc.TlcProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules about configurations, properties, theorems and files, which need no run, one by one. */
class ManifestRulesTest {
    private static final String MANIFEST = "models/manifest.json";

    private LampProject lamp;

    @BeforeEach
    void copy(@TempDir Path directory) {
        lamp = new LampProject(directory);
    }

    @Test
    void fixtureBreaksNone() throws Exception {
        assertEquals(List.of(), findings());
    }

    @Test
    void invariantDeletedFromTheCfg() throws Exception {
        lamp.replace("models/Lamp.cfg", "    Bounded\n", "");

        assertEquals(
                "cfg-agrees lamp: \"invariants\" lists Bounded, which models/Lamp.cfg does not check",
                findings().get(0));
    }

    @Test
    void propertyThatTheEntryDoesNotList() throws Exception {
        lamp.replace("models/Lamp.cfg", "PROPERTY EventuallyFull", "PROPERTY EventuallyFull Other");

        assertEquals(
                "cfg-agrees lamp: models/Lamp.cfg checks Other, which \"properties\" does not list",
                findings().get(0));
    }

    @Test
    void searchCutOff() throws Exception {
        lamp.replace("models/Lamp.cfg", "CHECK_DEADLOCK FALSE", "CHECK_DEADLOCK FALSE\nCONSTRAINT Short");

        assertEquals(
                "complete lamp: models/Lamp.cfg cuts the search off by Short",
                findings().get(0));
    }

    @Test
    void viewThatTakesStatesForTheSame() throws Exception {
        lamp.replace("models/Lamp.cfg", "CHECK_DEADLOCK FALSE", "CHECK_DEADLOCK FALSE\nVIEW level");

        assertEquals(
                "complete lamp: models/Lamp.cfg takes different states for the same by level",
                findings().get(0));
    }

    @Test
    void symmetry() throws Exception {
        lamp.replace("models/Lamp.cfg", "CHECK_DEADLOCK FALSE", "CHECK_DEADLOCK FALSE\nSYMMETRY Swaps");

        assertEquals(
                "complete lamp: models/Lamp.cfg takes different states for the same by Swaps",
                findings().get(0));
    }

    @Test
    void actionReplacedByNothing() throws Exception {
        lamp.replace("spec/Lamp.tla", "Next == Rise", "Never == FALSE\nNext == Rise")
                .replace("models/Lamp.cfg", "    Max = 3\n", "    Max = 3\n    Reset <- Never\n");

        List<String> findings = findings();

        // The benign model, and its mutants by the same cfg.
        assertEquals(5, findings.size());
        assertEquals(
                "complete lamp: models/Lamp.cfg replaces the definition Reset by Never, which the manifest does not allow",
                findings.get(0));
    }

    @Test
    void actionReplacedByAValue() throws Exception {
        lamp.replace("models/Lamp.cfg", "    Max = 3\n", "    Max = 3\n    Reset = FALSE\n");

        assertEquals(
                "complete lamp: models/Lamp.cfg replaces the definition Reset by FALSE, which the manifest does not allow",
                findings().get(0));
    }

    @Test
    void actionReplacedByAnotherOneThanTheManifestAllows() throws Exception {
        replacingReset("Never");

        assertEquals(
                "complete lamp: models/Lamp.cfg replaces the definition Reset by Never, which the manifest does not allow",
                findings().get(0));
    }

    @Test
    void definitionThatTheManifestAllowsToReplace() throws Exception {
        replacingReset("Off");

        assertEquals(List.of(), findings());
    }

    private void replacingReset(String other) {
        lamp.replace(
                        "spec/Lamp.tla",
                        "Next == Rise",
                        "Never == FALSE\nOff == level = Max /\\ resets < MaxResets /\\ level' = 0 /\\ resets' = resets + 1\n"
                                + "Next == Rise")
                .replace("models/Lamp.cfg", "    Max = 3\n", "    Max = 3\n    Reset <- " + other + "\n")
                .replace(
                        MANIFEST,
                        "\"library\": [\"spec\"],",
                        "\"library\": [\"spec\"],\n  \"overrides\": [{\"definition\": \"Reset\", \"by\": \"Off\","
                                + " \"reason\": \"the same in one line\"}],");
    }

    @Test
    void constantThatIsAnOperator() throws Exception {
        lamp.replace("spec/Lamp.tla", "Next == Rise", "Three == 3\nNext == Rise")
                .replace("models/Lamp.cfg", "    Max = 3\n", "    Max <- Three\n");

        assertEquals(List.of(), findings());
    }

    @Test
    void conditionBeforeAllActions() throws Exception {
        lamp.replace("spec/Lamp.tla", "Next == Rise \\/ Reset", "Next == resets < 1 /\\ (Rise \\/ Reset)");

        assertEquals(
                "complete lamp: models/Lamp.cfg checks Spec, which leaves steps out: a condition stands before several"
                        + " of its actions, line 35",
                findings().get(0));
    }

    @Test
    void conditionBeforeAllActionsInADefinitionOfItsOwn() throws Exception {
        lamp.replace(
                "spec/Lamp.tla",
                "Next == Rise \\/ Reset",
                "Steps2 == Rise \\/ Reset\nShort == Steps2 /\\ resets' < 1\nNext == Short \\/ UNCHANGED vars");

        assertEquals(
                "complete lamp: models/Lamp.cfg checks Spec, which leaves steps out: a condition stands before several"
                        + " of its actions, line 36",
                findings().get(0));
    }

    @Test
    void assumptionAboutAllStatesInTheSpecification() throws Exception {
        lamp.replace("spec/Lamp.tla", "/\\ WF_vars(Rise)", "/\\ WF_vars(Rise) /\\ [](resets < 1)");

        assertEquals(
                "complete lamp: models/Lamp.cfg checks Spec, which leaves steps out: a part of it is neither an initial"
                        + " predicate nor [][Next]_vars nor fairness, line 36",
                findings().get(0));
    }

    @Test
    void propertyThatIsTrue() throws Exception {
        lamp.replace("spec/Lamp.tla", "Bounded == level <= Max", "Bounded == Max >= 0");

        assertEquals(
                List.of("hollow-property spec/Lamp.tla: Bounded is hollow: it mentions no variable, so it says nothing"
                        + " about behaviours"),
                findings());
    }

    @Test
    void temporalPropertyOfInitialStates() throws Exception {
        lamp.replace("spec/Lamp.tla", "EventuallyFull == <>(level = Max)", "EventuallyFull == level = 0");

        assertEquals(
                List.of("hollow-property spec/Lamp.tla: EventuallyFull is hollow: it has no temporal operator, so it is"
                        + " about initial states only"),
                findings());
    }

    @Test
    void temporalOperatorAppliedToAConstant() throws Exception {
        lamp.replace(
                "spec/Lamp.tla", "EventuallyFull == <>(level = Max)", "EventuallyFull == level = 0 /\\ [][TRUE]_vars");

        assertEquals(
                List.of("hollow-property spec/Lamp.tla: EventuallyFull is hollow: a temporal operator in it is applied"
                        + " to a constant, line 18 of module Lamp"),
                findings());
    }

    @Test
    void theoremThatNoModelChecks() throws Exception {
        lamp.replace(
                "spec/Lamp.tla",
                "THEOREM Spec => []Bounded",
                "THEOREM Spec => []Bounded\nTHEOREM Spec => []TypeOK\nDry == level >= 0\nTHEOREM Spec => []Dry");

        assertEquals(
                List.of("theorem spec/Lamp.tla: no benign model of the quick tier checks THEOREM Spec => Dry"),
                findings());
    }

    @Test
    void theoremOfAnotherSpecification() throws Exception {
        lamp.replace(
                "spec/Lamp.tla",
                "THEOREM Spec => EventuallyFull",
                "Unfair == Init /\\ [][Next]_vars\nTHEOREM Unfair => EventuallyFull");

        assertEquals(
                List.of(
                        "theorem spec/Lamp.tla: no benign model of the quick tier checks THEOREM Unfair => EventuallyFull",
                        "theorem spec/Lamp.tla: benign models check EventuallyFull of Spec, which is no theorem of the"
                                + " module"),
                findings());
    }

    @Test
    void theoremThatNamesNoProperty() throws Exception {
        lamp.replace("spec/Lamp.tla", "THEOREM Spec => []Bounded", "THEOREM Spec => [](level <= Max)");

        assertEquals(
                List.of(
                        "theorem spec/Lamp.tla: the theorem in line 38 does not say which specification has which"
                                + " property",
                        "theorem spec/Lamp.tla: benign models check Bounded of Spec, which is no theorem of the module"),
                findings());
    }

    @Test
    void theoremWhoseMutantsAreNotInTheQuickTier() throws Exception {
        lamp.replace(MANIFEST, "\"name\": \"lamp-no-limit\",", "\"name\": \"lamp-no-limit\",\n      \"tier\": \"pr\",");

        assertEquals(
                List.of(
                        "theorem spec/Lamp.tla: no model of the quick tier that checks THEOREM Spec => Bounded can break it"),
                findings());
    }

    @Test
    void theoremWhoseMutantHasALongTrace() throws Exception {
        lamp.replace(MANIFEST, "\"traceLength\": 5", "\"traceLength\": 21");

        assertEquals(
                List.of(
                        "theorem spec/Lamp.tla: no model of the quick tier that checks THEOREM Spec => Bounded can break it"),
                findings());
    }

    @Test
    void theoremWhoseMutantDoesNotSayHowLongItsTraceIs() throws Exception {
        lamp.replace(
                MANIFEST, "\"property\": \"EventuallyFull\", \"traceLength\": 1", "\"property\": \"EventuallyFull\"");

        assertEquals(
                List.of("theorem spec/Lamp.tla: no model of the quick tier that checks THEOREM Spec => EventuallyFull"
                        + " can break it"),
                findings());
    }

    @Test
    void filesThatAreInNoModel() throws Exception {
        lamp.write("models/Forgotten.cfg", "").write("models/MCLamp.tla", "").write("spec/Unused.tla", "");

        assertEquals(
                List.of(
                        "files models/Forgotten.cfg: this file is in no model",
                        "files models/MCLamp.tla: this file is in no model",
                        "files spec/Unused.tla: this file is in no model"),
                findings());
    }

    @Test
    void moduleWithoutAQuickModel() throws Exception {
        lamp.replace(MANIFEST, "\"tier\": \"quick\"", "\"tier\": \"nightly\"");

        assertEquals(
                List.of(
                        "theorem spec/Lamp.tla: no benign model of the quick tier checks THEOREM Spec => Bounded",
                        "theorem spec/Lamp.tla: no benign model of the quick tier checks THEOREM Spec => EventuallyFull",
                        "quick-tier spec/Lamp.tla: no model of the quick tier uses this module",
                        "quick-tier spec/Steps.tla: no model of the quick tier uses this module"),
                findings());
    }

    @Test
    void savedTraceThatIsMissingOrBroken() throws Exception {
        lamp.replace(
                MANIFEST,
                "\"faults\": \"none needed\",\n      \"says\": \"without the limit",
                "\"trace\": \"models/traces/lamp-no-limit.json\", \"faults\": \"none\",\n      \"says\": \"without the limit");
        List<String> missing = findings();
        lamp.write("models/traces/lamp-no-limit.json", "{}");
        List<String> broken = findings();

        assertEquals(List.of("saved-trace lamp-no-limit: models/traces/lamp-no-limit.json does not exist"), missing);
        assertEquals(1, broken.size());
    }

    private List<String> findings() throws Exception {
        return findings(lamp);
    }

    /** What all rules find in a project. */
    static List<String> findings(LampProject project) throws Exception {
        Manifest manifest = project.manifest();
        Models models = Models.read(manifest, manifest.entries());
        return ManifestRules.judge(models.with(new ModuleFactsReader(TlcProcess.bundled()).read(models)), true).stream()
                .map(ManifestRulesTest::text)
                .toList();
    }

    private static String text(RuleFinding finding) {
        return finding.rule() + " " + finding.subject() + ": " + finding.message();
    }
}
