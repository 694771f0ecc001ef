------------------------------ MODULE MCTable -------------------------------
(***************************************************************************)
(* Constants for Apalache: the abstract table with six members, of which   *)
(* two partitions are placed on a and b.                                   *)
(***************************************************************************)
EXTENDS Table

Sizes ==
  /\ Members = {"a", "b", "c", "d", "e", "f"}
  /\ Partitions = {1, 2}
  /\ Start = [p \in {1, 2} |-> Settled("a", {"b"})]
  /\ MaxDecisions = 4
  /\ MaxRestamps = 2

GuardsOn ==
  /\ DecideComparesBase = TRUE
  /\ OneOutstanding = TRUE

ConstInit == Sizes /\ GuardsOn
=============================================================================
