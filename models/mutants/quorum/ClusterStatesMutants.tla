------------------------ MODULE ClusterStatesMutants ------------------------
(* Defects of ClusterStates, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS ClusterStates

\* ActivateInAnyState: a primary begins anew under each version.
ActivateAnew(n, p, v) ==
  /\ Activate(n, p, v)
  /\ obeyed' = [obeyed EXCEPT ![n] = 1]
  /\ UNCHANGED <<register, ruling, installed, oldest, acknowledged, used>>

\* HearState: only members hear of it that are primaries.
HearStateAsPrimary(n, v) ==
  /\ Up(n) /\ \E p \in Partitions : IsPrimary(n, p)
  /\ v \in DOMAIN register
  /\ v > obeyed[n]
  /\ obeyed' = [obeyed EXCEPT ![n] = v]
  /\ UNCHANGED <<vars, register, ruling, installed, oldest, acknowledged, used>>

\* Reports: under no version.
\* @type: Int => Set($message);
ReportsNone(p) == {m \in msgs : m.type = "Passive" /\ m.part = p /\ m.num > ruling}

\* FinishProposals: nobody notices.
FinishNoProposals == FALSE /\ UNCHANGED stateVars
=============================================================================
