package io.godwit.modelcheck;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.rules.ConstantVariableRule;
import io.godwit.modelcheck.rules.DeadActionRule;
import io.godwit.modelcheck.rules.ManifestRules;
import io.godwit.modelcheck.rules.Models;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.JobResult;
import io.godwit.modelcheck.run.Selection;
import io.godwit.modelcheck.tlc.ModuleFactsReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the rules say about the manifest and about what ran, and which of them could not be asked. */
final class RuleEvaluation {
    private final Selection selection;
    private final boolean distributed;
    private final List<RuleFinding> findings = new ArrayList<>();
    private final List<String> notJudged = new ArrayList<>();

    /** A judgement over a run of these entries. */
    RuleEvaluation(Selection selection, boolean distributed) {
        this.selection = selection;
        this.distributed = distributed;
    }

    /** Asks all rules that this run can answer. */
    void judge(Manifest manifest, List<JobResult> jobs, List<EntryResult> results, Path tools)
            throws BadInputException, IOException, InterruptedException {
        boolean whole = selection.isWhole();
        Models read = Models.read(manifest, whole ? manifest.entries() : selection.entries(manifest));
        Models models = read.with(new ModuleFactsReader(tools).read(read));
        findings.addAll(ManifestRules.judge(models, whole));
        if (!whole) {
            notJudged.add("rules over the whole manifest: only a part of it was selected");
        } else if (ConstantVariableRule.isPossible(jobs)) {
            findings.addAll(ConstantVariableRule.findings(jobs));
        } else {
            notJudged.add("constant-variable: the checker does not show its states");
        }
        String why = whyNoDeadActions();
        if (why == null) {
            deadActions(models, results);
        } else {
            notJudged.add("dead-action: " + why);
        }
    }

    /** Adds what was found elsewhere. */
    void add(List<RuleFinding> others) {
        findings.addAll(others);
    }

    private String whyNoDeadActions() {
        if (!selection.isWhole() || selection.engine() == ModelChecker.APALACHE) {
            return "only a part of the models was selected";
        }
        if (!selection.tier().includes(Tier.PR)) {
            return "the quick tier need not take every action; run --tier pr";
        }
        return distributed ? "TLC's distributed mode does not report coverage" : null;
    }

    private void deadActions(Models models, List<EntryResult> results) {
        DeadActionRule rule = new DeadActionRule(results);
        Map<String, Set<String>> parts = new HashMap<>();
        for (ManifestEntry entry : models.tlcEntries()) {
            String behaviour = models.base(entry).behaviour();
            parts.putIfAbsent(
                    entry.module(), models.facts(entry.module()).actions().getOrDefault(behaviour, Set.of()));
        }
        findings.addAll(rule.findings(parts));
        rule.notJudged().forEach(module -> notJudged.add("dead-action of " + module + ": a model of it failed"));
        rule.withoutCoverage()
                .forEach(module -> notJudged.add("dead-action of " + module + ": no model small enough for coverage"));
    }

    List<RuleFinding> findings() {
        return findings;
    }

    List<String> notJudged() {
        return notJudged;
    }
}
