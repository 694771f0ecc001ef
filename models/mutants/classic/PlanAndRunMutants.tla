------------------------- MODULE PlanAndRunMutants -------------------------
(* Defects of PlanAndRun, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS PlanAndRun

\* RunDone: surplus replicas are not cleared.
RunDoneWithoutClear ==
  /\ phase = "run"
  /\ at > Len(plan)
  /\ phase' = "done"
  /\ UNCHANGED <<current, wanted, target, sim, plan, at, arr>>

\* RunStep: the last migration of a plan is not run.
RunStepButLast ==
  /\ phase = "run"
  /\ at < Len(plan)
  /\ arr' = Apply(arr, plan[at])
  /\ at' = at + 1
  /\ UNCHANGED <<current, wanted, target, phase, sim, plan>>
=============================================================================
