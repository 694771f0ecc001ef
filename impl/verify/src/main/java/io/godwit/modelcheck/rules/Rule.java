package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.result.RuleFinding;
import java.util.List;

/** One way in which a manifest can be hollow, found without running anything. */
public interface Rule {
    /** What is hollow; empty when nothing is. */
    List<RuleFinding> judge(Models models);

    /** Whether it speaks about the manifest as a whole, so that it makes no sense for a part of it. */
    default boolean needsWholeManifest() {
        return true;
    }
}
