------------------------------ MODULE SumOrder ------------------------------
(***************************************************************************)
(* Hot restart has to find the most recent of several stored tables. A     *)
(* stamp has no order, so seed 001 section 3.2 compares the sums of the    *)
(* versions instead, and says that this works because only proper          *)
(* shutdowns are supported. This module shows that the proviso is needed:  *)
(* a member that stops properly has first been told everything, so stored  *)
(* tables form a chain; a member that crashes stores whatever had reached  *)
(* it, and then the greater sum need not be the newer table.               *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
  \* @type: Set(Int);
  Members,
  \* @type: Set(Int);
  Partitions,
  \* @type: Int;
  MaxVersion,      \* per partition
  \* @type: Bool;
  StopKnowsAll     \* guard: a member stops only when it has been told every change (a proper shutdown)

VARIABLES
  \* @type: Int -> Int;
  newest,          \* the master's versions
  \* @type: Int -> (Int -> Int);
  stored,          \* what each member has stored
  \* @type: Set(Int);
  stopped

vars == <<newest, stored, stopped>>

Init ==
  /\ newest = [p \in Partitions |-> 1]
  /\ stored = [n \in Members |-> newest]
  /\ stopped = {}

\* Changes come only while somebody is there to make them.
Change(p) ==
  /\ stopped # Members
  /\ newest[p] < MaxVersion
  /\ newest' = [newest EXCEPT ![p] = @ + 1]
  /\ UNCHANGED <<stored, stopped>>

\* Deltas of different partitions reach a member in any order.
Learn(n, p) ==
  /\ n \notin stopped
  /\ stored[n][p] < newest[p]
  /\ stored' = [stored EXCEPT ![n][p] = newest[p]]
  /\ UNCHANGED <<newest, stopped>>

Stop(n) ==
  /\ n \notin stopped
  /\ StopKnowsAll => stored[n] = newest
  /\ stopped' = stopped \cup {n}
  /\ UNCHANGED <<newest, stored>>

Next ==
  \/ \E p \in Partitions : Change(p)
  \/ \E n \in Members, p \in Partitions : Learn(n, p)
  \/ \E n \in Members : Stop(n)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
\* @type: (Int -> Int) => Int;
Sum(v) == Cardinality({c \in Partitions \X (1..MaxVersion) : c[2] <= v[c[1]]})

TypeOK ==
  /\ newest \in [Partitions -> 1..MaxVersion]
  /\ stored \in [Members -> [Partitions -> 1..MaxVersion]]
  /\ stopped \subseteq Members

\* The greater sum is the newer table, partition by partition; equal sums are equal tables.
SumOrders ==
  \A a, b \in stopped : Sum(stored[a]) >= Sum(stored[b]) => \A p \in Partitions : stored[a][p] >= stored[b][p]

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []SumOrders
=============================================================================
