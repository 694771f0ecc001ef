----------------------------- MODULE PlanAndRun -----------------------------
(***************************************************************************)
(* Every intermediate arrangement of one partition on the way from one     *)
(* arrangement to another: first as the planner simulates it, then as the  *)
(* migrations are carried out, in the order in which they were put at      *)
(* last. There are as many behaviours as pairs of arrangements, and each   *)
(* is a straight line.                                                     *)
(*                                                                         *)
(* After a failed migration the rest of a plan is dropped and a new one is *)
(* made from the table; that is again one of the starts considered here.   *)
(***************************************************************************)
EXTENDS MigrationPlanner, Sequences

CONSTANTS
  \* FALSE: only starts whose members are numbered in order. The rules compare members for
  \* equality only, so every other start is one of these with the members renamed.
  \* @type: Bool;
  AllCurrents,
  \* May the start have empty slots before filled ones, as after a crash?
  \* @type: Bool;
  GapsInCurrent,
  \* Repair: surplus replicas are cleared when all else is done, not at once. FALSE: as published.
  \* @type: Bool;
  ClearLast

VARIABLES
  \* @type: $arrangement;
  current,   \* the arrangement at the start
  \* @type: $arrangement;
  wanted,    \* the target as given
  \* @type: $arrangement;
  target,    \* the target after cycles have been cut
  \* @type: Str;
  phase,     \* "cut", "plan", "prioritise", "run", "clear", "done"
  \* @type: $arrangement;
  sim,       \* the planner's simulated arrangement
  \* @type: Seq($planned);
  plan,      \* migrations in order
  \* @type: Int;
  at,        \* position in the plan, while prioritising and running
  \* @type: $arrangement;
  arr        \* the table's arrangement while the plan is carried out

vars == <<current, wanted, target, phase, sim, plan, at, arr>>

Arrangements == {x \in [Slots -> Occupants] : Distinct(x)}

\* @type: ($arrangement) => Bool;
InOrder(x) == /\ \A m \in Held(x) : \A n \in Members : n < m => n \in Held(x)
              /\ \A i, j \in Slots : i < j /\ x[i] # None /\ x[j] # None => x[i] < x[j]

\* A partition without owner gets no migration; promotion or assignment comes first.
Currents == {x \in Arrangements :
               /\ x[1] # None
               /\ GapsInCurrent \/ Contiguous(x)
               /\ AllCurrents \/ InOrder(x)}

\* The generator of targets leaves no gaps.
Targets == {x \in Arrangements : x[1] # None /\ Contiguous(x)}

Init ==
  /\ current \in Currents
  /\ wanted \in Targets
  /\ target = wanted
  /\ phase = "cut"
  /\ sim = current
  /\ plan = <<>>
  /\ at = 1
  /\ arr = current

CutCycle ==
  /\ phase = "cut"
  /\ phase' = "plan"
  /\ target' = Cut(current, wanted)
  /\ UNCHANGED <<current, wanted, sim, plan, at, arr>>

\* A surplus replica is cleared by the master itself, without a migration. The published design does it at
\* once, before the first migration has run.
PlanClear ==
  /\ phase = "plan"
  /\ sim # target
  /\ IsClear(NextStep(sim, target))
  /\ NextStep(sim, target) # NoStep
  /\ sim' = Apply(sim, NextStep(sim, target))
  /\ arr' = IF ClearLast THEN arr ELSE Apply(arr, NextStep(sim, target))
  /\ UNCHANGED <<current, wanted, target, phase, plan, at>>

PlanStep ==
  /\ phase = "plan"
  /\ sim # target
  /\ ~IsClear(NextStep(sim, target))
  /\ sim' = Apply(sim, NextStep(sim, target))
  /\ plan' = Append(plan, NextStep(sim, target))
  /\ target' = Cut(sim', target)     \* filling a gap can close a cycle
  /\ UNCHANGED <<current, wanted, phase, at, arr>>

PlanDone ==
  /\ phase = "plan"
  /\ sim = target
  /\ phase' = IF PrioritiseCopies THEN "prioritise" ELSE "run"
  /\ UNCHANGED <<current, wanted, target, sim, plan, at, arr>>

\* Step number `at` goes to the earliest place it may overtake to.
Prioritise ==
  /\ phase = "prioritise"
  /\ at <= Len(plan)
  /\ LET s == plan[at]
         places == {k \in DOMAIN plan : k <= at /\ \A o \in DOMAIN plan : k <= o /\ o < at => MayOvertake(s, plan[o])}
         to == CHOOSE k \in places : \A other \in places : k <= other
     IN plan' = IF AddsOnly(s)
                THEN SubSeq(plan, 1, to - 1) \o <<s>> \o SubSeq(plan, to, at - 1)
                       \o SubSeq(plan, at + 1, Len(plan))
                ELSE plan
  /\ at' = at + 1
  /\ UNCHANGED <<current, wanted, target, phase, sim, arr>>

PrioritiseDone ==
  /\ phase = "prioritise"
  /\ at > Len(plan)
  /\ phase' = "run"
  /\ at' = 1
  /\ UNCHANGED <<current, wanted, target, sim, plan, arr>>

RunStep ==
  /\ phase = "run"
  /\ at <= Len(plan)
  /\ arr' = Apply(arr, plan[at])
  /\ at' = at + 1
  /\ UNCHANGED <<current, wanted, target, phase, sim, plan>>

RunDone ==
  /\ phase = "run"
  /\ at > Len(plan)
  /\ phase' = IF ClearLast THEN "clear" ELSE "done"
  /\ UNCHANGED <<current, wanted, target, sim, plan, at, arr>>

RunClear ==
  /\ phase = "clear"
  /\ arr' = [i \in Slots |-> IF target[i] = None THEN None ELSE arr[i]]
  /\ phase' = "done"
  /\ UNCHANGED <<current, wanted, target, sim, plan, at>>

Next ==
  \/ CutCycle
  \/ PlanClear
  \/ PlanStep
  \/ PlanDone
  \/ Prioritise
  \/ PrioritiseDone
  \/ RunStep
  \/ RunDone
  \/ RunClear

Spec == Init /\ [][Next]_vars /\ WF_vars(Next)

-----------------------------------------------------------------------------
\* @type: (Int) => Bool;
IsIndex(i) == i \in Slots \cup {NoIndex}

TypeOK ==
  /\ current \in [Slots -> Occupants]
  /\ wanted \in [Slots -> Occupants]
  /\ target \in [Slots -> Occupants]
  /\ phase \in {"cut", "plan", "prioritise", "run", "clear", "done"}
  /\ sim \in [Slots -> Occupants]
  /\ \A k \in DOMAIN plan :
       /\ plan[k].src \in Occupants
       /\ plan[k].dst \in Members
       /\ IsIndex(plan[k].srcCurIdx)
       /\ IsIndex(plan[k].srcNewIdx)
       /\ IsIndex(plan[k].dstCurIdx)
       /\ plan[k].dstNewIdx \in Slots
       /\ plan[k].inc \in 1..3
  /\ at \in 1..(Len(plan) + 1)
  /\ arr \in [Slots -> Occupants]

\* No member holds two replicas, neither in the simulation nor in the table at any step.
ReplicasDistinct == Distinct(sim) /\ Distinct(arr)

\* Copies are never fewer than the smaller of start and target.
CopiesNonDecreasing == CopyCount(arr) >= Min(CopyCount(current), CopyCount(target))

\* The step about to run finds the arrangement that it was planned for: what it takes is there, what it
\* fills is free, and nobody outside the pair is touched (a third member would never drop its data). The
\* primary, from which every step copies, is there.
StepFits ==
  phase = "run" /\ at <= Len(plan) =>
    LET s == plan[at] IN
      /\ s.srcCurIdx # NoIndex => arr[s.srcCurIdx] = s.src
      /\ arr[s.dstNewIdx] \in {None, s.src}
      /\ s.srcNewIdx # NoIndex => arr[s.srcNewIdx] = None
      /\ IndexOf(arr, s.dst) = s.dstCurIdx
      /\ arr[1] # None

\* The hottest empty slot is filled first.
HotterFirst ==
  phase = "run" /\ at <= Len(plan) =>
    LET s == plan[at] IN
      arr[s.dstNewIdx] = None => \A k \in Slots : k < s.dstNewIdx => arr[k] # None

\* A missing copy comes before balance: no MOVE or SHIFT DOWN runs while the next COPY or
\* SHIFT UP of the plan could run in its place.
RepairsFirst ==
  phase = "run" /\ at < Len(plan) =>
    LET s == plan[at]
        n == plan[at + 1]
    IN ~( /\ ~AddsOnly(s)
          /\ AddsOnly(n)
          /\ n.dst \notin {s.src, s.dst}
          /\ \A k \in Slots : k < n.dstNewIdx => arr[k] # None )

\* The plan leads to the target, and the target has the members that were wanted.
EndsAtTarget == phase = "done" => arr = target /\ Held(arr) = Held(wanted)

PlanCompletes == <>(phase = "done")

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []ReplicasDistinct
THEOREM Spec => []CopiesNonDecreasing
THEOREM Spec => []StepFits
THEOREM Spec => []HotterFirst
THEOREM Spec => []RepairsFirst
THEOREM Spec => []EndsAtTarget
THEOREM Spec => PlanCompletes
=============================================================================
