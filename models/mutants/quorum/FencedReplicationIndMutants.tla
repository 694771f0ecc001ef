-------------------- MODULE FencedReplicationIndMutants --------------------
(* Defects of FencedReplicationInd, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS FencedReplicationInd

\* EvictBackup: the master changes the last configuration instead of deciding another one.
EvictBackupInPlace(p, b, base) ==
  /\ OnTop(p, base)
  /\ b \in history[p][base].inSync /\ b # history[p][base].primary
  /\ history' = [history EXCEPT ![p][base] = WithoutInSync(@, b)]
  /\ Blame(EvictsDead /\ Dead(b))
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, ghosts>>
=============================================================================
