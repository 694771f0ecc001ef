-------------------------- MODULE SumOrderMutants --------------------------
(* Defects of SumOrder, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS SumOrder

\* Change: behind the greatest version a partition starts again with the first.
ChangeStartsOver(p) ==
  /\ stopped # Members
  /\ newest' = [newest EXCEPT ![p] = IF @ < MaxVersion THEN @ + 1 ELSE 1]
  /\ UNCHANGED <<stored, stopped>>
=============================================================================
