package io.godwit.modelcheck;

import java.util.Set;

/**
 * The request to write the counts that came out into the manifest.
 *
 * @param fewerStates names of the benign entries whose counts may fall by more than a tenth
 */
public record CountUpdate(Set<String> fewerStates) {
    /** Makes the set unmodifiable. */
    public CountUpdate {
        fewerStates = Set.copyOf(fewerStates);
    }
}
