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

\* TellRange: a member writes the newest format that it can as soon as it tells the master.
WriteWhenTold(n) ==
  /\ n \in up /\ master # None
  /\ told[n] # build[n]
  /\ told' = [told EXCEPT ![n] = build[n]]
  /\ format' = [format EXCEPT ![n] = Greatest(@, build[n])]
  /\ UNCHANGED <<build, up, master, register, decided, obeyed, level, data, knows, misread, used>>

\* RaiseVersion: the master does not count members that are down.
RaiseWithoutDead(v) ==
  /\ master # None
  /\ used.raises < MaxRaises
  /\ v > level[master] /\ v <= build[master]
  /\ obeyed[master] \in decided
  /\ \A n \in up : told[n] >= v
  /\ register' = Append(register, v)
  /\ GoesBy(master, Len(register) + 1, v)
  /\ used' = [used EXCEPT !.raises = @ + 1]
  /\ UNCHANGED <<build, up, master, decided, data, knows, told, misread>>

\* GoesBy: a member that hears of a version goes by the one before it.
GoesLate(n, i, v) ==
  /\ obeyed' = [obeyed EXCEPT ![n] = i]
  /\ level' = [level EXCEPT ![n] = Least(IF n = master THEN v ELSE register[obeyed[n]], build[n])]
  /\ format' = [format EXCEPT ![n] = Greatest(@, v)]
=============================================================================
