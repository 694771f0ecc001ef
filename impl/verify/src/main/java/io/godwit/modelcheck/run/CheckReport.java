package io.godwit.modelcheck.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.util.List;
import java.util.Map;

/**
 * Everything that one run of {@code check} found out. This is the form of {@code check --json}.
 *
 * @param format version of this form
 * @param started when, ISO 8601, UTC
 * @param seconds wall-clock time of the whole run
 * @param tier the tier that was asked for
 * @param filter the filter; null when there was none
 * @param machine operating system, processor cores, memory, Java
 * @param tools versions of the checkers that ran
 * @param entries one result for each entry and engine, in the order of the manifest
 * @param rules what the rules over the whole manifest found; empty when all is well
 * @param rulesNotJudged rules that could not be judged in this run, and why
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CheckReport(
        int format,
        String started,
        double seconds,
        Tier tier,
        String filter,
        Map<String, String> machine,
        List<String> tools,
        List<EntryResult> entries,
        List<RuleFinding> rules,
        List<String> rulesNotJudged) {
    /** The version of this form. */
    public static final int FORMAT = 1;

    /** Makes the collections unmodifiable. */
    public CheckReport {
        machine = Map.copyOf(machine);
        tools = List.copyOf(tools);
        entries = List.copyOf(entries);
        rules = List.copyOf(rules);
        rulesNotJudged = List.copyOf(rulesNotJudged);
    }

    /** How many results have that status. */
    public long count(EntryStatus status) {
        return entries.stream().filter(entry -> entry.status() == status).count();
    }

    /** Whether nothing failed. */
    public boolean passed() {
        return count(EntryStatus.FAILED) == 0 && rules.isEmpty();
    }

    /**
     * A way in which the manifest is hollow.
     *
     * @param rule the rule, a kebab-case name that {@code docs/verify/check.md} explains
     * @param subject the entry, module, property or file that it is about
     * @param message what is wrong
     * @param remedy what to do about it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record RuleFinding(String rule, String subject, String message, String remedy) {}
}
