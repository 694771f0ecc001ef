----------------------------- MODULE RebornStep -----------------------------
(***************************************************************************)
(* The inductive step of RegistersInd when a member is reborn, for TLC:    *)
(* from the first state, changed by what the next incarnation might have   *)
(* said or might hold before it is born. No run reaches these states, but  *)
(* an inductive invariant has to exclude them: after Crash the incarnation *)
(* lives, and what is said of living members must hold of it.              *)
(***************************************************************************)
EXTENDS RegistersInd

Unborn == {Reborn(n) : n \in InitialVoters} \cap Members

Stray == [FirstEntry EXCEPT !.term = 1, !.number = 2]

MayHaveSaid == {VoteMessage(m, "a", 1, r, NoVoting) : m \in Unborn, r \in {NoRegisters, [p \in Partitions |-> FirstEntry]}}

MayHold == {NoEntry, FirstEntry, Stray}

StepInit ==
  /\ \E said \in SUBSET MayHaveSaid, held \in [Unborn -> MayHold] :
       LET first(n) == IF n \in InitialVoters THEN FirstEntry ELSE IF n \in Unborn THEN held[n] ELSE NoEntry
           registers == [n \in Members |-> [p \in Partitions |-> first(n)]]
       IN /\ msgs = said
          /\ accepted = registers
          /\ stamp = [n \in Members |-> StampOf(registers[n])]
  /\ term = [n \in Members |-> 0]
  /\ role = [n \in Members |-> "follower"]
  /\ committed = [n \in Members |-> [p \in Partitions |-> IF n \in InitialVoters THEN FirstEntry ELSE NoEntry]]
  /\ outstanding = [n \in Members |-> NoRegisters]
  /\ voting = [n \in Members |-> IF n \in InitialVoters THEN FirstVoting ELSE NoVoting]
  /\ alive = Members \ Unborn
  /\ calm = FALSE
  /\ used = [migrations |-> [p \in Partitions |-> 0], repairs |-> [p \in Partitions |-> 0],
             crashes |-> 0, reboots |-> 0, voterChanges |-> 0]
  /\ decided = [p \in Partitions |-> <<FirstEntry>>]
  /\ history = [p \in Partitions |-> <<FirstEntry.configuration>>]
  /\ IndInv

StepSpec == StepInit /\ [][\E n \in Members : Crash(n)]_vars

THEOREM StepSpec => []IndInv
=============================================================================
