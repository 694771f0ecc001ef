package io.godwit.protocol.planner;

import io.godwit.protocol.Guard;

/** The rules of planning, with the names of their switches in {@code spec/classic/MigrationPlanner.tla}. */
public enum PlannerRule implements Guard {
    /** Replicas that only swap places stay where they are. */
    CUT_CYCLES("CutCycles"),
    /** A chain is cut only if it closes. */
    CUT_ONLY_CYCLES("CutOnlyCycles"),
    /** An empty slot that is wanted for a colder replica is filled by moving that one up. */
    SHIFT_UP_WHEN_PRESENT("ShiftUpWhenPresent"),
    /** Where the wanted member is elsewhere, the end of the chain is changed first. */
    RESOLVE_CONFLICTS("ResolveConflicts"),
    /** SHIFT DOWN only to an empty slot. */
    SHIFT_DOWN_CHECKS_SLOT("ShiftDownChecksSlot"),
    /** A SHIFT UP that would give up a copy fills an empty slot first (finding P2). */
    FILL_GAPS_FIRST("FillGapsFirst"),
    /** COPY and SHIFT UP are pulled forward. */
    PRIORITISE_COPIES("PrioritiseCopies"),
    /** An urgent step does not overtake one that shares its member. */
    OVERTAKE_CHECKS_MEMBERS("OvertakeChecksMembers"),
    /** An urgent step does not overtake a SHIFT DOWN that fills a hotter slot. */
    OVERTAKE_CHECKS_SLOT("OvertakeChecksSlot"),
    /** Surplus replicas are cleared when all else is done (finding P1). */
    CLEAR_LAST("ClearLast"),
    /** The action belongs to another phase of planning. */
    PHASE(""),
    /** Something is left to be planned, or nothing is. */
    REMAINDER(""),
    /** The next step is a clear, or a migration. */
    KIND_OF_STEP("");

    private final String spec;

    PlannerRule(String spec) {
        this.spec = spec;
    }

    @Override
    public String spec() {
        return spec;
    }
}
