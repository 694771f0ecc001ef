package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.cfg.Cfg;
import io.godwit.modelcheck.cfg.Named;
import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.result.RuleFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** No model is cut off by a constraint: what is said to hold was looked at in every reachable state. */
final class CompleteRule implements Rule {
    static final String NAME = "complete";

    @Override
    public List<RuleFinding> judge(Models models) {
        List<RuleFinding> findings = new ArrayList<>();
        for (Entry entry : models.tlcEntries()) {
            Cfg cfg = models.base(entry);
            List<String> constraints = Stream.concat(cfg.constraints().stream(), cfg.actionConstraints().stream())
                    .map(Named::name)
                    .toList();
            if (!constraints.isEmpty()) {
                findings.add(new RuleFinding(
                        NAME,
                        entry.name(),
                        entry.cfg() + " cuts the search off by " + String.join(", ", constraints),
                        "Bound the model by constants that the actions respect."));
            }
        }
        return findings;
    }

    @Override
    public boolean needsWholeManifest() {
        return false;
    }
}
