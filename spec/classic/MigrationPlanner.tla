-------------------------- MODULE MigrationPlanner --------------------------
(***************************************************************************)
(* How the master turns "this is the arrangement of a partition, that is   *)
(* the one wanted" into ordered migrations.                                *)
(*                                                                         *)
(* Seed 001 section 2.2 asks for a consistent order within a partition,    *)
(* because a later step may depend on an earlier one, and for replacing a  *)
(* missing backup before balancing. The rules are those of the design that *)
(* came with Hazelcast 3.7 (avoid data loss on migration).                 *)
(*                                                                         *)
(* An arrangement maps the slots 1 .. Copies to members; slot 1 is the     *)
(* primary. The planner has no state: the next step is a function of the   *)
(* simulated arrangement and the target. PlanAndRun looks at every         *)
(* arrangement on the way.                                                 *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Rules

(*
  @typeAlias: arrangement = Int -> Int;
  @typeAlias: planned = { src: Int, dst: Int, srcCurIdx: Int, srcNewIdx: Int, dstCurIdx: Int, dstNewIdx: Int, inc: Int };
*)
MigrationPlanner_aliases == TRUE

CONSTANTS
  \* @type: Set(Int);
  Members,                \* those that may hold a replica, positive numbers
  \* @type: Int;
  Copies,                 \* at most 5, because chains are followed over four hops
  \* Repair: a SHIFT UP that would give up a copy fills an empty slot first. FALSE: as published.
  \* @type: Bool;
  FillGapsFirst

None == 0
NoIndex == 0
Slots == 1..Copies
Occupants == Members \cup {None}

-----------------------------------------------------------------------------
\* Arrangements

\* @type: $arrangement => Bool;
Distinct(x) == \A i, j \in Slots : i # j /\ x[i] # None => x[i] # x[j]

\* @type: $arrangement => Set(Int);
Held(x) == {x[i] : i \in Slots} \ {None}

\* @type: $arrangement => Int;
CopyCount(x) == Cardinality(Held(x))

\* No empty slot before a filled one.
\* @type: $arrangement => Bool;
Contiguous(x) == \A i, j \in Slots : i < j /\ x[j] # None => x[i] # None

\* The slot of member m, NoIndex if it holds no replica.
\* @type: ($arrangement, Int) => Int;
IndexOf(x, m) ==
  IF m # None /\ m \in Held(x) THEN CHOOSE i \in Slots : x[i] = m ELSE NoIndex

\* @type: (Int, Int) => Int;
Min(a, b) == IF a <= b THEN a ELSE b

-----------------------------------------------------------------------------
\* The rules

\* Index i wants a member that sits at another slot: that slot. Otherwise i itself.
\* @type: ($arrangement, $arrangement, Int) => Int;
Hop(x, t, i) ==
  LET j == IndexOf(x, t[i]) IN IF j = NoIndex THEN i ELSE j

\* @type: ($arrangement, $arrangement, Int) => Bool;
OnCycle(x, t, i) ==
  LET hop == [k \in Slots |-> Hop(x, t, k)]
      a == hop[i]
      b == hop[a]
      c == hop[b]
      d == hop[c]
  IN a # i /\ (CutOnlyCycles => i \in {b, c, d, hop[d]})

\* The target without its cycles: replicas that only trade places stay where they are.
\* @type: ($arrangement, $arrangement) => $arrangement;
Cut(x, t) == [i \in Slots |-> IF CutCycles /\ OnCycle(x, t, i) THEN x[i] ELSE t[i]]

\* The last slot of the chain that begins at i.
\* @type: ($arrangement, $arrangement, Int) => Int;
ChainEnd(x, t, i) ==
  LET hop == [k \in Slots |-> Hop(x, t, k)]
      a == hop[i]
      b == hop[a]
      c == hop[b]
  IN hop[c]

\* The planner looks at the hottest slot that is not yet as wanted.
\* @type: ($arrangement, $arrangement) => Int;
Focus(x, t) == CHOOSE i \in Slots : x[i] # t[i] /\ \A j \in Slots : j < i => x[j] = t[j]

\* A migration; its version increment is the number of slots that it changes.
\* @type: (Int, Int, Int, Int, Int, Int) => $planned;
Step(src, srcCurIdx, srcNewIdx, dst, dstCurIdx, dstNewIdx) ==
  [src |-> src, dst |-> dst, srcCurIdx |-> srcCurIdx, srcNewIdx |-> srcNewIdx,
   dstCurIdx |-> dstCurIdx, dstNewIdx |-> dstNewIdx,
   inc |-> Cardinality({srcCurIdx, srcNewIdx, dstCurIdx, dstNewIdx} \ {NoIndex})]

\* The chain of a cycle that was not cut has no end: no step.
NoStep == Step(None, NoIndex, NoIndex, None, NoIndex, NoIndex)

\* Moves replica j up to i. Whoever is at i goes to its own slot when that is empty, and away otherwise.
\* @type: ($arrangement, $arrangement, Int, Int) => $planned;
ShiftUp(x, t, j, i) ==
  IF x[i] = None
  THEN Step(None, NoIndex, NoIndex, x[j], j, i)
  ELSE LET n == IndexOf(t, x[i])
           new == IF n # NoIndex /\ n # i THEN (IF x[n] = None THEN n ELSE NoIndex) ELSE NoIndex
       IN Step(x[i], i, new, x[j], j, i)

\* Requires x # t. A clear is done by the master itself and is no migration (its dst is None).
\* @type: ($arrangement, $arrangement) => $planned;
NextStep(x, t) ==
  LET i == Focus(x, t)
      j == IndexOf(x, t[i])
      n == IndexOf(t, x[i])
      e == ChainEnd(x, t, i)
      before == CHOOSE k \in Slots : k # e /\ Hop(x, t, k) = e
      gaps == {g \in Slots : g < e /\ x[g] = None /\ t[g] # None}
      gap == CHOOSE g \in gaps : \A h \in gaps : g <= h
  IN IF t[i] = None
     THEN Step(x[i], i, NoIndex, None, NoIndex, NoIndex)             \* clear
     ELSE IF x[i] = None
     THEN IF j = NoIndex \/ ~ShiftUpWhenPresent
          THEN Step(None, NoIndex, NoIndex, t[i], NoIndex, i)        \* COPY
          ELSE ShiftUp(x, t, j, i)
     ELSE IF j = NoIndex \/ ~ResolveConflicts
     THEN IF n # NoIndex /\ n # i /\ (ShiftDownChecksSlot => x[n] = None)
          THEN Step(x[i], i, n, t[i], NoIndex, i)                    \* SHIFT DOWN
          ELSE Step(x[i], i, NoIndex, t[i], NoIndex, i)              \* MOVE
     ELSE IF t[e] = None
     THEN IF FillGapsFirst /\ gaps # {} /\ ShiftUp(x, t, e, before).srcNewIdx = NoIndex
          THEN ShiftUp(x, t, e, gap)
          ELSE ShiftUp(x, t, e, before)
     ELSE IF IndexOf(x, t[e]) = NoIndex
     THEN Step(x[e], e, NoIndex, t[e], NoIndex, e)                   \* MOVE, at the end of the chain
     ELSE NoStep

\* @type: ($planned) => Bool;
IsClear(s) == s.dst = None

\* The arrangement after a step.
\* @type: ($arrangement, $planned) => $arrangement;
Apply(x, s) ==
  [i \in Slots |->
     IF i = s.dstNewIdx THEN s.dst
     ELSE IF i = s.srcNewIdx THEN s.src
     ELSE IF i \in {s.srcCurIdx, s.dstCurIdx} THEN None
     ELSE x[i]]

\* COPY, or a SHIFT UP into an empty slot: nobody gives anything up.
\* @type: ($planned) => Bool;
AddsOnly(s) == s.srcCurIdx = NoIndex

\* May s run before o although it was planned after it?
\* @type: ($planned, $planned) => Bool;
MayOvertake(s, o) ==
  /\ ~AddsOnly(o)
  /\ OvertakeChecksMembers => s.dst \notin {o.src, o.dst}
  /\ OvertakeChecksSlot => ~(o.srcNewIdx # NoIndex /\ o.srcNewIdx < s.dstNewIdx)
=============================================================================
