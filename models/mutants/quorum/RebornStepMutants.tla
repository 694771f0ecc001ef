------------------------- MODULE RebornStepMutants -------------------------
(* Defects of RebornStep, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS RebornStep

\* Crash: the next incarnation is born with registers that no master has proposed.
\* @type: Str => Bool;
CrashBornWithRegisters(n) ==
  LET held == [p \in Partitions |-> Stray]
  IN /\ n \in alive
     /\ ~calm
     /\ used.crashes < MaxCrashes
     /\ used' = [used EXCEPT !.crashes = @ + 1]
     /\ alive' = (alive \ {n}) \cup ({Reborn(n)} \cap Members)
     /\ term' = [term EXCEPT ![n] = 0]
     /\ role' = [role EXCEPT ![n] = "follower"]
     /\ accepted' = [m \in Members |-> IF m = n THEN NoRegisters ELSE IF m = Reborn(n) THEN held ELSE accepted[m]]
     /\ committed' = [committed EXCEPT ![n] = NoRegisters]
     /\ outstanding' = [outstanding EXCEPT ![n] = NoRegisters]
     /\ stamp' = [m \in Members |-> StampOf(IF m = n THEN NoRegisters ELSE IF m = Reborn(n) THEN held ELSE accepted[m])]
     /\ voting' = [voting EXCEPT ![n] = NoVoting]
     /\ UNCHANGED <<msgs, calm, ghosts>>
=============================================================================
