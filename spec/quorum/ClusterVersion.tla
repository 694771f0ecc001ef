--------------------------- MODULE ClusterVersion ---------------------------
(***************************************************************************)
(* The cluster version, and how members are upgraded one after the other   *)
(* while the cluster runs.                                                 *)
(*                                                                         *)
(* A build speaks all versions up to its own, reads the store formats of   *)
(* all of them, and does by each one what the builds of its time did. The  *)
(* cluster version says by which of them the members go. It is a part of   *)
(* the register in which the voters keep who they are (Voters), like the   *)
(* state of the cluster (ClusterStates), and rises by the master's         *)
(* decision alone, when all members can. That much of Voters is here, with *)
(* the versions of the register numbered in their order. All members vote. *)
(*                                                                         *)
(*  - A member goes by the newest version of the register that it has      *)
(*    heard of, decided or not. Its messages and its store follow that: it *)
(*    has no connection with a process that does not speak its cluster     *)
(*    version, and before it says that it goes by another one, its store   *)
(*    has the format of it.                                                *)
(*  - A build refuses a store of a newer format. Until the version rises,  *)
(*    all stores have the old format, and the old build can be started on  *)
(*    them again.                                                          *)
(*  - What a version adds (here called its feature) is used by a member    *)
(*    that knows that the version is decided: no later master can miss it. *)
(*    Only members that know it, too, take it: who goes by an undecided    *)
(*    one may hear of another version of the register without it.          *)
(*                                                                         *)
(* Stop and Start are what the operator does, and crashes. What a member   *)
(* holds is on its disk. Any message may be lost, late, or come twice.     *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences, Rules

(*
  @typeAlias: used = { starts: Int, masters: Int, raises: Int };
*)
ClusterVersion_aliases == TRUE

CONSTANTS
  \* @type: Set(Str);
  Members,
  \* The builds, each with the greatest version that it speaks.
  \* @type: Set(Int);
  Builds,
  \* The build that all members run at first.
  \* @type: Int;
  FirstBuild,
  \* Times that a process is started after the first start of each member.
  \* @type: Int;
  MaxStarts,
  \* May an older build follow a newer one?
  \* @type: Bool;
  GoesBack,
  \* @type: Int;
  MaxMasters,
  \* @type: Int;
  MaxRaises

None == "-"

VARIABLES
  \* The build that each member runs, or ran last.
  \* @type: Str -> Int;
  build,
  \* @type: Set(Str);
  up,
  \* @type: Str;
  master,
  \* The cluster version in each version of the register, oldest first; not all of them became known to a majority.
  \* @type: Seq(Int);
  register,
  \* Versions of the register that a majority has gone by, as their master knew.
  \* @type: Set(Int);
  decided,
  \* The version of the register that each member goes by.
  \* @type: Str -> Int;
  obeyed,
  \* The cluster version that it makes of it.
  \* @type: Str -> Int;
  level,
  \* The format of its store.
  \* @type: Str -> Int;
  format,
  \* The version that has to be understood in order to read what it holds.
  \* @type: Str -> Int;
  data,
  \* The version of the register that it knows to be decided, 0 for none.
  \* @type: Str -> Int;
  knows,
  \* What each member can speak at most, as it has told the master; 0 if it has not.
  \* @type: Str -> Int;
  told,
  \* Ghost: somebody got something that it cannot read, from a connection or a store.
  \* @type: Bool;
  misread,
  \* Budgets spent.
  \* @type: $used;
  used

vars == <<build, up, master, register, decided, obeyed, level, format, data, knows, told, misread, used>>

\* @type: (Int, Int) => Int;
Least(a, b) == IF a < b THEN a ELSE b
\* @type: (Int, Int) => Int;
Greatest(a, b) == IF a > b THEN a ELSE b
\* @type: Set(Str) => Bool;
Majority(S) == 2 * Cardinality(S) > Cardinality(Members)

\* The register has no more versions than this.
Versions == 1 .. (1 + MaxMasters + MaxRaises)

\* The feature that this model has is one of version 2.
Feature == 2

Init ==
  /\ build = [n \in Members |-> FirstBuild]
  /\ up = Members
  /\ master = (CHOOSE n \in Members : TRUE)
  /\ register = <<1>>
  /\ decided = {1}
  /\ obeyed = [n \in Members |-> 1]
  /\ level = [n \in Members |-> 1]
  /\ format = [n \in Members |-> 1]
  /\ data = [n \in Members |-> 1]
  /\ knows = [n \in Members |-> 0]
  /\ told = [n \in Members |-> 0]
  /\ misread = FALSE
  /\ used = [starts |-> 0, masters |-> 0, raises |-> 0]

(***************************************************************************)
(* Processes                                                               *)
(***************************************************************************)
\* @type: Str => Bool;
Stop(n) ==
  /\ n \in up
  /\ used.starts < MaxStarts
  /\ up' = up \ {n}
  /\ master' = IF master = n THEN None ELSE master
  /\ knows' = [knows EXCEPT ![n] = 0]
  /\ UNCHANGED <<build, register, decided, obeyed, level, format, data, told, misread, used>>

\* A build starts on the store of a member. One that does not know a version reads over it.
\* @type: (Str, Int) => Bool;
Start(n, b) ==
  /\ n \notin up
  /\ used.starts < MaxStarts
  /\ GoesBack \/ b >= build[n]
  /\ StoreRefusesNewer => format[n] <= b
  /\ build' = [build EXCEPT ![n] = b]
  /\ up' = up \cup {n}
  /\ level' = [level EXCEPT ![n] = Least(@, b)]
  /\ format' = [format EXCEPT ![n] = IF FormatWaitsForVersion THEN @ ELSE Greatest(@, b)]
  /\ misread' = (misread \/ Greatest(level[n], data[n]) > b)
  /\ used' = [used EXCEPT !.starts = @ + 1]
  /\ UNCHANGED <<master, register, decided, obeyed, data, knows, told>>

(***************************************************************************)
(* The register                                                            *)
(***************************************************************************)
\* n goes by version i of the register, in which the cluster version is v, and writes its store accordingly.
\* @type: (Str, Int, Int) => Bool;
GoesBy(n, i, v) ==
  /\ obeyed' = [obeyed EXCEPT ![n] = i]
  /\ level' = [level EXCEPT ![n] = Least(v, build[n])]
  /\ format' = [format EXCEPT ![n] = IF StoreFollowsVersion THEN Greatest(@, v) ELSE @]

\* A member tells the master what it can speak.
\* @type: Str => Bool;
TellRange(n) ==
  /\ n \in up /\ master # None
  /\ told[n] # build[n]
  /\ told' = [told EXCEPT ![n] = build[n]]
  /\ UNCHANGED <<build, up, master, register, decided, obeyed, level, format, data, knows, misread, used>>

\* The master raises the cluster version. A majority goes by the version of the register before.
\* @type: Int => Bool;
RaiseVersion(v) ==
  /\ master # None
  /\ used.raises < MaxRaises
  /\ v > level[master] /\ v <= build[master]
  /\ obeyed[master] \in decided
  /\ RaiseNeedsAll => \A n \in Members : told[n] >= v
  /\ register' = Append(register, v)
  /\ GoesBy(master, Len(register) + 1, v)
  /\ used' = [used EXCEPT !.raises = @ + 1]
  /\ UNCHANGED <<build, up, master, decided, data, knows, told, misread>>

\* A majority goes by what the master goes by, and it knows that.
InstallVersion ==
  /\ master # None
  /\ obeyed[master] \notin decided
  /\ Majority({n \in Members : obeyed[n] = obeyed[master]})
  /\ decided' = decided \cup {obeyed[master]}
  /\ UNCHANGED <<build, up, master, register, obeyed, level, format, data, knows, told, misread, used>>

\* A member hears of a version of the register, decided or not. Who sends it goes by it.
\* @type: (Str, Int) => Bool;
HearVersion(n, i) ==
  /\ n \in up /\ n # master
  /\ i \in DOMAIN register
  /\ i > obeyed[n]
  /\ ConnectionChecksVersion => register[i] <= build[n]
  /\ GoesBy(n, i, register[i])
  /\ misread' = (misread \/ register[i] > build[n])
  /\ UNCHANGED <<build, up, master, register, decided, data, knows, told, used>>

\* A member hears that a majority goes by what it goes by.
\* @type: Str => Bool;
HearDecided(n) ==
  /\ n \in up
  /\ obeyed[n] \in decided
  /\ knows[n] # obeyed[n]
  /\ knows' = [knows EXCEPT ![n] = obeyed[n]]
  /\ UNCHANGED <<build, up, master, register, decided, obeyed, level, format, data, told, misread, used>>

\* Do n and m have a connection, in either direction?
\* @type: (Str, Str) => Bool;
Connected(n, m) == ConnectionChecksVersion => level[m] <= build[n] /\ level[n] <= build[m]

\* Another master, by the votes of some members. It goes by what a majority went by, or by something newer, and gives it a version
\* of its own term.
\* @type: (Str, Set(Str)) => Bool;
Elect(n, votes) ==
  /\ n \in up /\ n # master
  /\ used.masters < MaxMasters
  /\ n \in votes /\ votes \subseteq up /\ Majority(votes)
  /\ \A m \in votes : Connected(n, m)
  /\ VoteChecksVoters => \A m \in votes : obeyed[m] <= obeyed[n]
  /\ master' = n
  /\ register' = Append(register, level[n])
  /\ GoesBy(n, Len(register) + 1, level[n])
  /\ told' = [m \in Members |-> 0]
  /\ used' = [used EXCEPT !.masters = @ + 1]
  /\ UNCHANGED <<build, up, decided, data, knows, misread>>

(***************************************************************************)
(* The feature                                                             *)
(***************************************************************************)
\* A member uses it. What it holds from then on needs the version in which it came.
\* @type: Str => Bool;
UseFeature(n) ==
  /\ n \in up
  /\ level[n] >= Feature
  /\ FeatureWaitsForMajority => knows[n] = obeyed[n]
  /\ data[n] < Feature
  /\ data' = [data EXCEPT ![n] = Feature]
  /\ UNCHANGED <<build, up, master, register, decided, obeyed, level, format, knows, told, misread, used>>

\* Another one gets it.
\* @type: (Str, Str) => Bool;
CopyFeature(n, m) ==
  /\ n \in up /\ m \in up
  /\ data[n] = Feature /\ data[m] < Feature
  /\ Connected(n, m)
  /\ TakesWhenDecided => level[m] >= Feature /\ knows[m] = obeyed[m]
  /\ data' = [data EXCEPT ![m] = Feature]
  /\ misread' = (misread \/ build[m] < Feature)
  /\ UNCHANGED <<build, up, master, register, decided, obeyed, level, format, knows, told, used>>

(***************************************************************************)
(* Behaviours                                                              *)
(***************************************************************************)
Next ==
  \/ \E n \in Members : Stop(n)
  \/ \E n \in Members, b \in Builds : Start(n, b)
  \/ \E n \in Members : TellRange(n)
  \/ \E v \in Builds : RaiseVersion(v)
  \/ InstallVersion
  \/ \E n \in Members, i \in Versions : HearVersion(n, i)
  \/ \E n \in Members : HearDecided(n)
  \/ \E n \in Members, votes \in SUBSET Members : Elect(n, votes)
  \/ \E n \in Members : UseFeature(n)
  \/ \E n, m \in Members : CopyFeature(n, m)

Spec == Init /\ [][Next]_vars

FairSpec ==
  /\ Spec
  /\ \A n \in Members : WF_vars(\E i \in Versions : HearVersion(n, i))
  /\ WF_vars(InstallVersion)

(***************************************************************************)
(* Properties                                                              *)
(***************************************************************************)
TypeOK ==
  /\ up \subseteq Members /\ master \in up \cup {None}
  /\ decided \subseteq DOMAIN register
  /\ \A n \in Members : obeyed[n] \in DOMAIN register /\ knows[n] \in decided \cup {0}

\* Nobody gets a message or a store that it cannot read.
NothingMisread == ~misread

\* A cluster version that was decided does not go down.
VersionStays == \A i \in decided : \A j \in DOMAIN register : j > i => register[j] >= register[i]

\* Who holds something that came with a version goes by that version, whoever is master.
FeatureStays == \A n \in Members : data[n] <= level[n]

\* Until the version rises, the old build can be started again.
OldFormatUntilRaised == (\A i \in DOMAIN register : register[i] = 1) => \A n \in Members : format[n] = 1

\* Unless the operator goes back, everybody who runs can speak the cluster version.
NobodyShutOut == master # None => \A n \in up : build[n] >= level[master]

\* Once it has risen, all that run go by it in the end.
EverybodyRises == (\E i \in decided : register[i] = 2) ~> (\A n \in up : level[n] = 2)

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []NothingMisread
THEOREM Spec => []VersionStays
THEOREM Spec => []FeatureStays
THEOREM Spec => []OldFormatUntilRaised
THEOREM Spec => []NobodyShutOut
THEOREM FairSpec => EverybodyRises
=============================================================================
