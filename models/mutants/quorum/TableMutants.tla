---------------------------- MODULE TableMutants ----------------------------
(* Defects of Table, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS Table

\* Restamp: a new master repeats the first configuration instead of the last one.
\* @type: Int => Bool;
RestampFirst(p) ==
  /\ restamps[p] < MaxRestamps
  /\ history' = [history EXCEPT ![p] = Append(@, history[p][1])]
  /\ proposals' = [proposals EXCEPT ![p] = {}]
  /\ restamps' = [restamps EXCEPT ![p] = @ + 1]
=============================================================================
