package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One model of the manifest, complete: what it inherits is filled in. Paths are relative to the root of the project. {@code docs/verify/check.md} describes each field for users.
 * It has a component for each key of an entry.
 *
 * @param name unique name
 * @param module file of the root module
 * @param covers the concern modules that this model exercises
 * @param kind what the entry shows
 * @param cfg the base configuration; null only for models that only Apalache checks
 * @param set constants that differ from the cfg, values in cfg syntax
 * @param replace definitions of the base's module that a mutant replaces by others of its own module; empty otherwise
 * @param guard the switch that a mutant or calibration flips, or the definition that it replaces; null otherwise
 * @param base the entry that this one is a variant of, for a mutant or calibration the benign one; null for none
 * @param engines who checks it
 * @param tier when it is checked
 * @param invariants what the cfg lists as invariants
 * @param properties what the cfg lists as temporal properties
 * @param only restriction of the two lists; empty for all
 * @param options Boolean constants of the cfg that are no guards: nobody needs to flip them
 * @param faults the fault assumptions in words
 * @param says what a reader learns
 * @param source where it comes from
 * @param expect what must come out
 * @param heapMb memory of the checker in MiB
 * @param seconds time budget in seconds
 * @param workers worker threads of the checker
 * @param trace file of the saved counterexample; null where none is kept
 * @param apalache how Apalache checks it; null for TLC only
 * @param line where the entry begins in the manifest
 */
public record ManifestEntry(
        String name,
        String module,
        List<String> covers,
        EntryKind kind,
        String cfg,
        Map<String, String> set,
        Map<String, String> replace,
        String guard,
        String base,
        List<ModelChecker> engines,
        Tier tier,
        List<String> invariants,
        List<String> properties,
        List<String> only,
        List<String> options,
        String faults,
        String says,
        String source,
        Expectation expect,
        int heapMb,
        int seconds,
        int workers,
        String trace,
        ApalacheSpec apalache,
        int line) {
    /** Memory of an entry that does not say, in MiB. */
    public static final int DEFAULT_HEAP_MB = 512;
    /** Time budget of an entry that does not say, in seconds. */
    public static final int DEFAULT_SECONDS = 60;

    /** Fills in the defaults and makes the collections unmodifiable. */
    public ManifestEntry {
        covers = covers == null ? List.of() : List.copyOf(covers);
        set = set == null ? Map.of() : Map.copyOf(set);
        replace = replace == null ? Map.of() : Map.copyOf(replace);
        engines = engines == null ? List.of(ModelChecker.TLC) : List.copyOf(engines);
        invariants = invariants == null ? List.of() : List.copyOf(invariants);
        properties = properties == null ? List.of() : List.copyOf(properties);
        only = only == null ? List.of() : List.copyOf(only);
        options = options == null ? List.of() : List.copyOf(options);
        heapMb = heapMb == 0 ? DEFAULT_HEAP_MB : heapMb;
        seconds = seconds == 0 ? DEFAULT_SECONDS : seconds;
        workers = workers == 0 ? 1 : workers;
    }

    /** All invariants and properties, invariants first. */
    public Set<String> listed() {
        Set<String> names = new LinkedHashSet<>(invariants);
        names.addAll(properties);
        return names;
    }

    /** The invariants that the run checks. */
    public List<String> checkedInvariants() {
        return only.isEmpty()
                ? invariants
                : invariants.stream().filter(only::contains).toList();
    }

    /** The temporal properties that the run checks. */
    public List<String> checkedProperties() {
        return only.isEmpty()
                ? properties
                : properties.stream().filter(only::contains).toList();
    }

    /** All invariants and properties that the run checks. */
    public Set<String> checked() {
        Set<String> names = new LinkedHashSet<>(checkedInvariants());
        names.addAll(checkedProperties());
        return names;
    }

    /** Whether the named engine checks this entry. */
    public boolean by(ModelChecker engine) {
        return engines.contains(engine);
    }

    /** Name of the root module. */
    public String moduleName() {
        String file = module.substring(module.lastIndexOf('/') + 1);
        return file.endsWith(".tla") ? file.substring(0, file.length() - ".tla".length()) : file;
    }

    /**
     * How Apalache checks an entry.
     *
     * @param cinit operator that gives the constants their values; null to take them from the cfg
     * @param init initial predicate
     * @param next next-state relation
     * @param inv the one invariant
     * @param length how many steps
     * @param assumed the first states satisfy the invariant by definition, so that it is not checked there: the step of an induction
     */
    public record ApalacheSpec(String cinit, String init, String next, String inv, int length, boolean assumed) {}

    /** What an entry of the manifest is there to show. */
    public enum EntryKind {
        /** The protocol is right under these faults. */
        @JsonProperty("benign")
        BENIGN,
        /** A known defect of the protocol as it is, with its saved counterexample. */
        @JsonProperty("finding")
        FINDING,
        /** One guard switched off: a named property must break. */
        @JsonProperty("mutant")
        MUTANT,
        /** One switch flipped that must not matter for safety: shows that mutants are not killed by accident. */
        @JsonProperty("calibration")
        CALIBRATION;

        /** Whether every property is expected to hold. */
        public boolean holds() {
            return this == BENIGN || this == CALIBRATION;
        }
    }

    /**
     * What must come out of a model.
     *
     * @param verdict {@code holds} or {@code violated}
     * @param property the property that breaks; null when all hold
     * @param distinct distinct states of the complete run; null when not known yet
     * @param generated generated states of the complete run; null when not known yet
     * @param traceLength states of the shortest counterexample, found with one worker; null when not known yet or not fixed
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Expectation(
            ExpectedVerdict verdict, String property, Long distinct, Long generated, Integer traceLength) {}

    /** The two verdicts that a model may be expected to have. An error is never expected. */
    public enum ExpectedVerdict {
        /** No property breaks in any reachable state or behaviour. */
        @JsonProperty("holds")
        HOLDS,
        /** A named property breaks. */
        @JsonProperty("violated")
        VIOLATED
    }

    /** A model checker. */
    public enum ModelChecker {
        /** Explicit-state: visits every reachable state. */
        @JsonProperty("tlc")
        TLC,
        /** Symbolic: asks an SMT solver, to a bound or by induction. */
        @JsonProperty("apalache")
        APALACHE
    }

    /** When a model is checked. Each tier contains the ones before it. */
    public enum Tier {
        /** The default: two minutes on two cores. */
        @JsonProperty("quick")
        QUICK,
        /** For every pull request: a quarter of an hour. */
        @JsonProperty("pr")
        PR,
        /** As long as it takes. */
        @JsonProperty("nightly")
        NIGHTLY;

        /** Whether a run of this tier includes models of {@code other}. */
        public boolean includes(Tier other) {
            return other.compareTo(this) <= 0;
        }
    }
}
