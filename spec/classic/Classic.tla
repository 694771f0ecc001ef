------------------------------ MODULE Classic ------------------------------
(***************************************************************************)
(* The classic protocol, composed.  Budgets and switches (ClassicState)    *)
(* decide which concerns a model exercises; there is one Next.             *)
(***************************************************************************)
EXTENDS ClassicState

(* Satellite modules append here, one line per module:
     StampCheck, GracefulShutdown, MigrationPlanner *)
Next == FALSE

Spec == Init /\ [][Next]_vars
=============================================================================
