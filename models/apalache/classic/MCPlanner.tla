----------------------------- MODULE MCPlanner -----------------------------
(***************************************************************************)
(* Constants for Apalache: the planner with more members and copies than   *)
(* TLC enumerates.                                                         *)
(***************************************************************************)
EXTENDS PlanAndRun

Guards ==
  /\ AllCurrents = FALSE
  /\ GapsInCurrent = TRUE
  /\ CutCycles = TRUE
  /\ CutOnlyCycles = TRUE
  /\ ShiftUpWhenPresent = TRUE
  /\ ResolveConflicts = TRUE
  /\ ShiftDownChecksSlot = TRUE
  /\ FillGapsFirst = TRUE
  /\ ClearLast = TRUE
  /\ PrioritiseCopies = TRUE
  /\ OvertakeChecksMembers = TRUE
  /\ OvertakeChecksSlot = TRUE

ConstInit == Members = 1..6 /\ Copies = 4 /\ Guards
=============================================================================
