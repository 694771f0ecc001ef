package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import java.util.List;

/** All rules that need no run. */
public final class ManifestRules {
    private static final List<Rule> ALL = List.of(
            new CfgAgreesRule(),
            new CompleteRule(),
            new MutantDiffersRule(),
            new SavedTraceRule(),
            new HollowPropertyRule(),
            new TheoremRule(),
            new KillListRule(),
            new SwitchRule(),
            new FilesRule(),
            new QuickTierRule());

    private ManifestRules() {}

    /**
     * What the rules find.
     *
     * @param models what to look at
     * @param whole whether that is the whole manifest; rules that speak about the whole are left out otherwise
     */
    public static List<RuleFinding> judge(Models models, boolean whole) {
        return ALL.stream()
                .filter(rule -> whole || !rule.needsWholeManifest())
                .flatMap(rule -> rule.judge(models).stream())
                .toList();
    }

    /** One way in which a manifest can be hollow, found without running anything. */
    public interface Rule {
        /** What is hollow; empty when nothing is. */
        List<RuleFinding> judge(Models models);

        /** Whether it speaks about the manifest as a whole, so that it makes no sense for a part of it. */
        default boolean needsWholeManifest() {
            return true;
        }
    }
}
