----------------------- MODULE ClusterVersionMutants -----------------------
(* Defects of ClusterVersion, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS ClusterVersion

\* HearVersion: a member that missed a version while it was being decided does not hear of it afterwards.
HearUndecided(n, i) ==
  /\ n \in up /\ n # master
  /\ i \in DOMAIN register \ decided
  /\ i > obeyed[n]
  /\ register[i] <= build[n]
  /\ GoesBy(n, i, register[i])
  /\ UNCHANGED <<build, up, master, register, decided, data, knows, told, misread, used>>

\* Elect: a new master begins with the first version again.
ElectFirst(n, votes) ==
  /\ n \in up /\ n # master
  /\ used.masters < MaxMasters
  /\ n \in votes /\ votes \subseteq up /\ Majority(votes)
  /\ \A m \in votes : Connected(n, m) /\ obeyed[m] <= obeyed[n]
  /\ master' = n
  /\ register' = Append(register, 1)
  /\ GoesBy(n, Len(register) + 1, 1)
  /\ told' = [m \in Members |-> 0]
  /\ used' = [used EXCEPT !.masters = @ + 1]
  /\ UNCHANGED <<build, up, decided, data, knows, misread>>
=============================================================================
