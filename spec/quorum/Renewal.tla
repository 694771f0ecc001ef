------------------------------ MODULE Renewal ------------------------------
(***************************************************************************)
(* A master decides a configuration once more in its own term, under the   *)
(* next number: a primary that has started again waits for a version that  *)
(* it has not led under (DurableDataPlane, RestampResumed). To the         *)
(* registers this is a change like any other, on top of what was decided   *)
(* last, and to the users of the table an entry that repeats the last one, *)
(* as that of a new master does. It differs from the latter in its base:   *)
(* it is no other version of the proposal that it repeats.                 *)
(*                                                                         *)
(* The voters are fixed, and no member loses its memory: the re-stamp      *)
(* looks at neither.                                                       *)
(***************************************************************************)
EXTENDS ControlPlane

\* Of the budget of repairs.
Renew(n, p) ==
  \E base \in Bases(n, p) :
    /\ used.repairs[p] < MaxRepairs
    /\ ~calm
    /\ Propose(n, p, base, base.configuration)
    /\ used' = [used EXCEPT !.repairs[p] = @ + 1]

RenewalNext ==
  \/ CoreNext
  \/ \E n \in Members, p \in Partitions : Renew(n, p)

RenewalSpec == Init /\ [][RenewalNext]_vars

-----------------------------------------------------------------------------
\* What models check.
THEOREM RenewalSpec => []OneMasterPerTerm
THEOREM RenewalSpec => []VersionUnique
THEOREM RenewalSpec => []Agreement
THEOREM RenewalSpec => []StampSound
THEOREM RenewalSpec => VersionMonotonic
THEOREM RenewalSpec => OnlyMasterMutates
THEOREM RenewalSpec => RefinesTable
=============================================================================
