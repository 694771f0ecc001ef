package io.godwit.modelcheck.run;

/**
 * How often an action was taken.
 *
 * @param action its name
 * @param module the module that defines it
 * @param distinct new states it led to
 * @param generated states it led to
 */
public record ActionCoverage(String action, String module, long distinct, long generated) {
    /** Both counts together, for an action that appears more than once. */
    public ActionCoverage plus(ActionCoverage other) {
        return new ActionCoverage(action, module, distinct + other.distinct, generated + other.generated);
    }
}
