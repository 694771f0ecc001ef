--------------------------- MODULE ClusterStates ----------------------------
(***************************************************************************)
(* The state of the cluster: what its members do at present.               *)
(*                                                                         *)
(*   ACTIVE        everything                                              *)
(*   NO_MIGRATION  nothing is moved; copies that are missing are made      *)
(*   FROZEN        nor are they made elsewhere                             *)
(*   PASSIVE       nor are writes taken                                    *)
(*   STOPPING      nor does the master change any configuration            *)
(*                                                                         *)
(* The voters decide it. It is a part of the register in which they keep   *)
(* who they are (Voters): another state is another version of it, with the *)
(* same voters, by the same rules; another voter set keeps the state. So   *)
(* versions are ordered, a majority goes by one before the next is made,   *)
(* and whoever is elected knows the last one that a majority has gone by.  *)
(* That much of Voters is here, with the versions numbered in their order. *)
(*                                                                         *)
(* STOPPING is for a stop of the whole cluster. Members stop one after the *)
(* other, so those that still run see others die. In every other state the *)
(* master takes dead backups out of in-sync sets and replaces dead         *)
(* primaries, and the members that were replaced have to be repaired after *)
(* the start. In STOPPING the partitions keep the configurations that they *)
(* have (StoppedKeepsReplicas). It is acknowledged as PASSIVE is.          *)
(*                                                                         *)
(* A member obeys the newest version that it has heard of. PASSIVE is more *)
(* than that: once it is acknowledged, no write takes effect, until        *)
(* another state is asked for. The master acknowledges it when             *)
(*                                                                         *)
(*  - a majority goes by it, so that no later master can miss it;          *)
(*  - nothing is undecided that was proposed before it, because a primary  *)
(*    that is proposed from then on obeys it (MayLead);                    *)
(*  - the primary of the last decided version of each partition has said   *)
(*    that it obeys, and that what its log has is held by everyone for     *)
(*    whom its answers wait. What that primary holds has taken effect      *)
(*    then. A primary of an older version has nothing answered beyond it.  *)
(*                                                                         *)
(* Partitions share the register. Drain and restarts with a disk are left  *)
(* out: a member keeps the register on its disk, and reports nothing       *)
(* before it is there. Members with a disk find everything there when they *)
(* start after STOPPING was acknowledged: a primary reports only what it   *)
(* has synced and what everyone for whom it waits has acknowledged, and an *)
(* acknowledgement leaves a member when what it says is synced             *)
(* (DurableDataPlane). So the whole log of each partition is on the disks  *)
(* of its whole in-sync set. The configurations are in the registers of a  *)
(* majority, which are synced before they are answered                     *)
(* (DurableControlPlane), and the state is with them.                      *)
(***************************************************************************)
EXTENDS DataPlane

CONSTANTS
  \* States that are asked for.
  \* @type: Set(Str);
  Asked,
  \* Changes of the state.
  \* @type: Int;
  MaxChanges,
  \* New masters.
  \* @type: Int;
  MaxMasters

VARIABLES
  \* The state in each version of the register, oldest first; not all of them became known to a majority.
  \* @type: Seq(Str);
  register,
  \* The version that the master goes by.
  \* @type: Int;
  ruling,
  \* The newest version of which it was known that a majority goes by it.
  \* @type: Int;
  installed,
  \* Under which version the oldest proposal was made that may still be decided.
  \* @type: Int;
  oldest,
  \* The version that each member goes by; 0 when it has heard of none.
  \* @type: Str -> Int;
  obeyed,
  \* The version that was acknowledged last, 0 for none.
  \* @type: Int;
  acknowledged,
  \* Budgets spent.
  \* @type: {changes: Int, masters: Int};
  used

states == <<register, ruling, installed, oldest, obeyed, acknowledged, used>>
stateVars == <<history, status, view, log, waits, msgs, writes, reads, leaving, voters, spent,
               contents, seen, outcomes, register, ruling, installed, oldest, obeyed, acknowledged, used>>

\* Numbers that versions of the register may have.
StateVersions == 1..(1 + MaxChanges + MaxMasters)

\* States in which no write is taken.
Quiet == {"PASSIVE", "STOPPING"}

StateAt(v) == IF v = 0 THEN "ACTIVE" ELSE register[v]

\* @type: Str => Str;
Obeys(n) == StateAt(obeyed[n])

(***************************************************************************)
(* The register                                                            *)
(***************************************************************************)
\* The master changes the state. The version before is of its own term, and a majority goes by it.
ChangeState(s) ==
  /\ used.changes < MaxChanges
  /\ s # register[ruling]
  /\ installed = ruling
  /\ register' = Append(register, s)
  /\ ruling' = Len(register) + 1
  /\ used' = [used EXCEPT !.changes = @ + 1]
  /\ UNCHANGED <<vars, installed, oldest, obeyed, acknowledged>>

\* A majority goes by what the master goes by, and it knows that.
InstallState ==
  /\ installed < ruling
  /\ installed' = ruling
  /\ UNCHANGED <<vars, register, ruling, oldest, obeyed, acknowledged, used>>

\* Another master. It goes by what a majority went by, or by something newer, and gives it a version of its own term. It decides
\* again what it found in the registers of the partitions, where proposals of the old master may be.
ReplaceMaster ==
  /\ used.masters < MaxMasters
  /\ \E v \in (IF VoteChecksVoters THEN installed ELSE 1)..Len(register) :
       register' = Append(register, register[v])
  /\ ruling' = Len(register) + 1
  /\ used' = [used EXCEPT !.masters = @ + 1]
  /\ \A p \in Partitions : Len(history[p]) <= MaxDecisions
  /\ history' = [p \in Partitions |-> Append(history[p], Latest(p))]
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, spent, ghosts,
                 installed, oldest, obeyed, acknowledged>>

\* Nothing is undecided that was proposed under an older version.
FinishProposals ==
  /\ oldest < ruling
  /\ oldest' = ruling
  /\ UNCHANGED <<vars, register, ruling, installed, obeyed, acknowledged, used>>

\* A member hears of a version, decided or not, and goes by it.
HearState(n, v) ==
  /\ Up(n)
  /\ v \in DOMAIN register
  /\ IF ObeysNewer THEN v > obeyed[n] ELSE v # obeyed[n]
  /\ obeyed' = [obeyed EXCEPT ![n] = v]
  /\ UNCHANGED <<vars, register, ruling, installed, oldest, acknowledged, used>>

(***************************************************************************)
(* PASSIVE and STOPPING                                                    *)
(***************************************************************************)
\* A primary says that it obeys, and that everything in its log is held.
ReportPassive(n, p) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ Obeys(n) \in Quiet
  /\ ReportsWhenHeld => Held(n, p, Len(log[n][p]))
  /\ LET m == Message("Passive", n, None, p, Epoch(n, p), obeyed[n], log[n][p], None)
     IN m \notin msgs /\ msgs' = msgs \cup {m}
  /\ UNCHANGED <<history, status, view, log, waits, writes, reads, leaving, voters, spent, ghosts, states>>

\* Reports that count: under the version of the register by which the master goes, and under the last decided version of p.
\* @type: Int => Set($message);
Reports(p) ==
  {m \in msgs : /\ m.type = "Passive" /\ m.part = p
                /\ ReportNamesState => m.num = ruling
                /\ ReportNamesVersion => m.epoch = Len(history[p])}

\* What has taken effect in p when a report counts.
\* @type: Int => Seq($entry);
Reported(p) ==
  IF Reports(p) = {} THEN contents[p]
  ELSE LET entries == (CHOOSE m \in Reports(p) : TRUE).log
       IN IF Len(entries) > Len(contents[p]) THEN entries ELSE contents[p]

AcknowledgePassive ==
  /\ register[ruling] \in Quiet
  /\ acknowledged < ruling
  /\ PassiveNeedsMajority => installed = ruling
  /\ PassiveNeedsProposals => oldest = ruling
  /\ PassiveNeedsPrimaries => \A p \in Partitions : Reports(p) # {}
  /\ acknowledged' = ruling
  /\ contents' = [p \in Partitions |-> Reported(p)]
  /\ seen' = [r \in Reads |->
                IF reads[r].state # "pending" THEN seen[r]
                ELSE LET p == reads[r].part
                         entries == Reported(p)
                     IN seen[r] \cup {entries[i].op : i \in {j \in DOMAIN entries : j > Len(contents[p])}}]
  /\ UNCHANGED <<history, status, view, log, waits, msgs, writes, reads, leaving, voters, spent, outcomes,
                 register, ruling, installed, oldest, obeyed, used>>

(***************************************************************************)
(* What depends on the state                                               *)
(***************************************************************************)
\* n is made primary by what was proposed when it obeyed the master's version, whichever that was.
\* @type: Str => Bool;
MayLead(n) == PrimaryObeys => obeyed[n] >= oldest

\* A copy is made that c lacks, of no other one.
\* @type: ($configuration, Str) => Bool;
MakesCopy(c, source) == source = None /\ ~Complete(c)

\* Nothing moves unless ACTIVE; copies are made with NO_MIGRATION, too.
\* @type: ($configuration, Str) => Bool;
MayMigrate(c, source) ==
  \/ register[ruling] = "ACTIVE"
  \/ IF MakesCopy(c, source) THEN register[ruling] = "NO_MIGRATION" \/ ~FrozenPlacesNothing
     ELSE ~NoMigrationMovesNothing

\* In STOPPING, dead members are neither evicted nor replaced, and migrations that need them are not given up.
MayRepair == StopIgnoresDeaths => register[ruling] # "STOPPING"

\* Nor is a replica admitted or removed, or a migration finished.
MayFinish == StopFinishesNothing => register[ruling] # "STOPPING"

WriteUnlessPassive(n, p, w) ==
  /\ Write(n, p, w)
  /\ PassiveRefusesWrites => Obeys(n) \notin Quiet
  /\ UNCHANGED states

PromoteObeying(p, b, base) == Promote(p, b, base) /\ MayLead(b) /\ MayRepair /\ UNCHANGED states

EvictBackupIfAllowed(p, b, base) == EvictBackup(p, b, base) /\ MayRepair /\ UNCHANGED states

AbortMigrationIfAllowed(p, base) == AbortMigration(p, base) /\ MayRepair /\ UNCHANGED states

SwitchPrimaryObeying(p, b, base) ==
  SwitchPrimary(p, b, base) /\ MayLead(b) /\ register[ruling] = "ACTIVE" /\ UNCHANGED states

FinishMigrationObeying(p, base) ==
  /\ FinishMigration(p, base)
  /\ MayFinish
  /\ LET c == history[p][base] IN c.migration.source = c.primary => MayLead(c.migration.destination)
  /\ UNCHANGED states

AdmitBackupIfAllowed(p, m, base) == AdmitBackup(p, m, base) /\ MayFinish /\ UNCHANGED states

RemoveReplicaIfAllowed(p, b, base) == RemoveReplica(p, b, base) /\ MayFinish /\ UNCHANGED states

StartMigrationIfAllowed(p, s, d, base) ==
  StartMigration(p, s, d, base) /\ MayMigrate(history[p][base], s) /\ UNCHANGED states

(***************************************************************************)
(* Behaviours                                                              *)
(***************************************************************************)
StateInit ==
  /\ Init
  /\ register = <<"ACTIVE">>
  /\ ruling = 1
  /\ installed = 1
  /\ oldest = 1
  /\ obeyed = [n \in Members |-> IF n \in Founders THEN 1 ELSE 0]
  /\ acknowledged = 0
  /\ used = [changes |-> 0, masters |-> 0]

\* Steps that are the same in every state.
ActivateInAnyState(n, p, v) == Activate(n, p, v) /\ UNCHANGED states
HandleSyncInAnyState(n, p) == HandleSync(n, p) /\ UNCHANGED states
HandleAppendInAnyState(n, p) == HandleAppend(n, p) /\ UNCHANGED states
AnswerWriteInAnyState(n, p, w) == AnswerWrite(n, p, w) /\ UNCHANGED states
StartReadInAnyState(n, p, r) == StartRead(n, p, r) /\ UNCHANGED states
HandleProbeInAnyState(n, p) == HandleProbe(n, p) /\ UNCHANGED states
AnswerReadInAnyState(n, p, r) == AnswerRead(n, p, r) /\ UNCHANGED states
ProposeMemberInAnyState(n, p, m) == ProposeMember(n, p, m) /\ UNCHANGED states
CrashInAnyState(n) == Crash(n) /\ UNCHANGED states
RestartInAnyState(n) == Restart(n) /\ UNCHANGED states

StateNext ==
  \/ \E s \in Asked : ChangeState(s)
  \/ InstallState
  \/ ReplaceMaster
  \/ FinishProposals
  \/ \E n \in Members, v \in StateVersions : HearState(n, v)
  \/ \E n \in Members, p \in Partitions : ReportPassive(n, p)
  \/ AcknowledgePassive
  \/ \E n \in Members, p \in Partitions, v \in Versions : ActivateInAnyState(n, p, v)
  \/ \E n \in Members, p \in Partitions, w \in Writes : WriteUnlessPassive(n, p, w)
  \/ \E n \in Members, p \in Partitions : HandleSyncInAnyState(n, p)
  \/ \E n \in Members, p \in Partitions : HandleAppendInAnyState(n, p)
  \/ \E n \in Members, p \in Partitions, w \in Writes : AnswerWriteInAnyState(n, p, w)
  \/ \E n \in Members, p \in Partitions, r \in Reads : StartReadInAnyState(n, p, r)
  \/ \E n \in Members, p \in Partitions : HandleProbeInAnyState(n, p)
  \/ \E n \in Members, p \in Partitions, r \in Reads : AnswerReadInAnyState(n, p, r)
  \/ \E n \in Members, p \in Partitions, m \in Members : ProposeMemberInAnyState(n, p, m)
  \/ \E p \in Partitions, b \in Members, base \in Versions : EvictBackupIfAllowed(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : RemoveReplicaIfAllowed(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : PromoteObeying(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : SwitchPrimaryObeying(p, b, base)
  \/ \E p \in Partitions, s \in Sources, d \in Members, base \in Versions : StartMigrationIfAllowed(p, s, d, base)
  \/ \E p \in Partitions, m \in Members, base \in Versions : AdmitBackupIfAllowed(p, m, base)
  \/ \E p \in Partitions, base \in Versions : FinishMigrationObeying(p, base)
  \/ \E p \in Partitions, base \in Versions : AbortMigrationIfAllowed(p, base)
  \/ \E n \in Members : CrashInAnyState(n)
  \/ \E n \in Members : RestartInAnyState(n)

StateSpec == StateInit /\ [][StateNext]_stateVars

(***************************************************************************)
(* Properties                                                              *)
(***************************************************************************)
\* PASSIVE or STOPPING is acknowledged, and nothing else was asked for since.
Passive == acknowledged > 0 /\ \A v \in acknowledged..Len(register) : register[v] \in Quiet

\* STOPPING is acknowledged, and nothing else was asked for since.
Stopped == acknowledged > 0 /\ \A v \in acknowledged..Len(register) : register[v] = "STOPPING"

\* No write takes effect.
PassiveIsQuiet == [][Passive /\ Passive' => contents' = contents]_stateVars

\* Primaries, replicas and in-sync sets stay as they are, whoever stops or dies.
StoppedKeepsReplicas ==
  [][Stopped /\ Stopped' => \A p \in Partitions : history'[p][Len(history'[p])] = Latest(p)]_stateVars

\* A master knows what a majority went by before it.
StateSurvivesMaster ==
  [][Passive /\ Len(register') > Len(register) /\ used'.masters > used.masters => Passive']_stateVars

\* No member goes back to an older state.
StateMonotonic == [][\A n \in Members : Alive(n) => obeyed'[n] >= obeyed[n]]_stateVars

\* What the state forbids does not begin.
\* @type: Int => Bool;
Begins(p) == Len(history'[p]) > Len(history[p]) /\ Migrating(history'[p][Len(history'[p])]) /\ ~Migrating(Latest(p))

ForbiddenDoesNotBegin ==
  [][\A p \in Partitions : Begins(p) =>
       \/ register[ruling] = "ACTIVE"
       \/ register[ruling] = "NO_MIGRATION" /\ MakesCopy(Latest(p), history'[p][Len(history'[p])].migration.source)]_stateVars

\* Members that run end up with the same state.
StateConverges == <>[](\A n, m \in Members : Up(n) /\ Up(m) => Obeys(n) = Obeys(m))

\* Fair are the steps that carry on.
StateFairSpec ==
  /\ StateSpec
  /\ WF_stateVars(\E n \in Members, v \in StateVersions : HearState(n, v))
  /\ WF_stateVars(InstallState)
  /\ WF_stateVars(FinishProposals)
  /\ WF_stateVars(\E n \in Members, p \in Partitions : ReportPassive(n, p))
  /\ WF_stateVars(AcknowledgePassive)
  /\ WF_stateVars(\E n \in Members, p \in Partitions, v \in Versions : ActivateInAnyState(n, p, v))
  /\ WF_stateVars(\E n \in Members, p \in Partitions : HandleSyncInAnyState(n, p))
  /\ WF_stateVars(\E n \in Members, p \in Partitions : HandleAppendInAnyState(n, p))

\* What was asked for is acknowledged in the end.
PassiveAcknowledged == register[ruling] \in Quiet ~> Passive \/ register[ruling] \notin Quiet

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM StateSpec => []AckedDurable
THEOREM StateSpec => PassiveIsQuiet
THEOREM StateSpec => StoppedKeepsReplicas
THEOREM StateSpec => StateSurvivesMaster
THEOREM StateSpec => StateMonotonic
THEOREM StateSpec => ForbiddenDoesNotBegin
THEOREM StateFairSpec => StateConverges
THEOREM StateFairSpec => PassiveAcknowledged
=============================================================================
