----------------------------- MODULE DataPlane -----------------------------
(***************************************************************************)
(* The quorum data plane, composed: replication inside decided             *)
(* configurations, promotion, migration, drain, under crashes, restarts as *)
(* new incarnations, and a network that may do anything but invent         *)
(* messages (see DataState). Checked over the abstract table, which        *)
(* ControlPlane refines; and itself shown to refine AtomicMap.             *)
(*                                                                         *)
(* Partitions share nothing here but members: no guard of one partition    *)
(* reads the state of another, Drain excepted, which reads the table. So   *)
(* one partition is enough for what is said of one partition.              *)
(***************************************************************************)
EXTENDS PromotionCommit, LearnerMigration, Drain

(***************************************************************************)
(* Faults, and the re-stamp, which is the mark of a master's failover      *)
(***************************************************************************)
\* A member dies and with it all that it knew. It never comes back.
Crash(n) ==
  /\ Up(n)
  /\ Cardinality({m \in Members : status[m] = "down"}) < MaxCrashes
  /\ status' = [status EXCEPT ![n] = "down"]
  /\ view' = [view EXCEPT ![n] = [p \in Partitions |-> NoView]]
  /\ log' = [log EXCEPT ![n] = [p \in Partitions |-> <<>>]]
  /\ waits' = [waits EXCEPT ![n] = [p \in Partitions |-> {}]]
  /\ UNCHANGED <<history, msgs, writes, reads, leaving, voters, spent, ghosts>>

\* A process starts at the address of a dead one, knowing nothing: another member.
Restart(n) ==
  /\ status[n] = "unborn"
  /\ \E m \in Members : Home(m) = Home(n) /\ Dead(m)
  /\ status' = [status EXCEPT ![n] = "up"]
  /\ UNCHANGED <<history, view, log, waits, msgs, writes, reads, leaving, voters, spent, ghosts>>

\* A new master decides again what it found. Everything that was proposed and not decided dies of it.
Restamp(p) ==
  /\ spent.restamps < MaxRestamps
  /\ Decide(p, Latest(p))
  /\ spent' = [spent EXCEPT !.restamps = spent.restamps + 1]
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, ghosts>>

(***************************************************************************)
(* Behaviours                                                              *)
(***************************************************************************)
Sources == Members \cup {None}

Next ==
  \/ \E n \in Members, p \in Partitions, v \in Versions : Activate(n, p, v)
  \/ \E n \in Members, p \in Partitions, w \in Writes : Write(n, p, w)
  \/ \E n \in Members, p \in Partitions : HandleSync(n, p)
  \/ \E n \in Members, p \in Partitions : HandleAppend(n, p)
  \/ \E n \in Members, p \in Partitions, w \in Writes : AnswerWrite(n, p, w)
  \/ \E n \in Members, p \in Partitions, r \in Reads : StartRead(n, p, r)
  \/ \E n \in Members, p \in Partitions : HandleProbe(n, p)
  \/ \E n \in Members, p \in Partitions, r \in Reads : AnswerRead(n, p, r)
  \/ \E p \in Partitions, b \in Members, base \in Versions : EvictBackup(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : RemoveReplica(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : Promote(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : SwitchPrimary(p, b, base)
  \/ \E p \in Partitions, s \in Sources, d \in Members, base \in Versions : StartMigration(p, s, d, base)
  \/ \E n \in Members, p \in Partitions, m \in Members : ProposeMember(n, p, m)
  \/ \E p \in Partitions, m \in Members, base \in Versions : AdmitBackup(p, m, base)
  \/ \E p \in Partitions, base \in Versions : FinishMigration(p, base)
  \/ \E p \in Partitions, base \in Versions : AbortMigration(p, base)
  \/ \E p \in Partitions : Restamp(p)
  \/ \E n \in Members : RequestLeave(n)
  \/ \E n \in Members : LeaveVoters(n)
  \/ \E n \in Members : Release(n)
  \/ \E n \in Members : HandleReleased(n)
  \/ \E n \in Members : Crash(n)
  \/ \E n \in Members : Restart(n)

Spec == Init /\ [][Next]_vars

(***************************************************************************)
(* Refinement: what took effect, and what the clients saw, is an atomic    *)
(* map. A write takes effect when the first answer depends on it: its own, *)
(* or that of a later write, or of a read.                                 *)
(***************************************************************************)
Map == INSTANCE AtomicMap WITH
  contents <- [p \in Partitions |-> Ops(contents[p])],
  reads <- [r \in Reads |-> [state |-> reads[r].state, part |-> reads[r].part, value |-> reads[r].value]]

\* (The map starts as Map!Init wants it: see TypeOK.)
RefinesAtomicMap == [][Map!Next]_(Map!vars)

(***************************************************************************)
(* The other end of the seam: what is decided here is a Table to its       *)
(* users, as what ControlPlane decides is. Propose and decide are one step *)
(* here, so there are no proposals to map.                                 *)
(***************************************************************************)
\* @type: Int -> Set({base: Int, configuration: $configuration});
NoProposals == [p \in Partitions |-> {}]

Abstract == INSTANCE Table WITH
  Start <- [p \in Partitions |-> FirstConfiguration],
  MaxRestamps <- 0,
  Weakened <- {},
  proposals <- NoProposals,
  restamps <- [p \in Partitions |-> 0]

RefinesTable == Abstract!UserSpec

(***************************************************************************)
(* Safety                                                                  *)
(***************************************************************************)
TypeOK ==
  /\ StateOK
  /\ (\A w \in Writes : writes[w].state = "idle") /\ (\A r \in Reads : reads[r].state = "idle") => Map!Init

\* n could still have another write answered: it believes to be primary, and nobody for whom it would have to wait has
\* moved on or is gone. Several members may believe to be primary; that much no protocol without clocks can prevent.
CanServe(n, p) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ \A m \in WaitSet(n, p) : Up(m) /\ view[m][p].version <= Epoch(n, p)

OneServer == \A p \in Partitions, n, m \in Members : CanServe(n, p) /\ CanServe(m, p) => n = m

Holds(n, p) == IsPrefix(contents[p], log[n][p])

\* Whatever an answer depended on is held, in its place, by every living in-sync member of the last decided configuration:
\* it survives as long as one of them does.
AckedDurable ==
  /\ \A p \in Partitions : \A n \in Latest(p).inSync : Up(n) => Holds(n, p)
  /\ \A w \in Writes : writes[w].state = "done" => w \in OpsIn(contents[writes[w].part])

\* A read returned what was current while it ran.
ReadFresh == \A r \in Reads : reads[r].state = "done" => reads[r].value \in seen[r]

\* Same version, same number: same content, and the same before it (hazelcast PR 19105: it was not so).
BackupsAgree ==
  \A p \in Partitions, n, m \in Members :
    \A i \in DOMAIN log[n][p] \cap DOMAIN log[m][p] :
      log[n][p][i].epoch = log[m][p][i].epoch => IsPrefix(SubSeq(log[n][p], 1, i), log[m][p])

ReplicasDistinct == \A p \in Partitions : \A v \in DOMAIN history[p] : DistinctReplicas(history[p][v])

\* The table has valid steps only, and no migration is both done and undone.
Agreement ==
  /\ \A p \in Partitions : LET v == Len(history[p]) IN v > 1 => ValidStep(history[p][v - 1], history[p][v])
  /\ \A p \in Partitions : \A x, y \in outcomes[p] : x[1] = y[1] => x = y

\* A drained member that has stopped has no part in anything.
ShutdownOnlyWhenEmpty == \A n \in Members : status[n] = "left" => Empty(n) /\ n \notin voters

\* Why the receivers' check of the sender has no mutant of its own.
SendersArePrimaries ==
  \A m \in msgs : (m.type \in {"Sync", "Append", "Probe"} /\ m.epoch \in DOMAIN history[m.part])
                   => m.src = history[m.part][m.epoch].primary

Alive(n) == Up(n) /\ status'[n] = "up"

\* A member's version never goes back.
VersionMonotonic == [][\A n \in Members, p \in Partitions : Alive(n) => view'[n][p].version >= view[n][p].version]_vars

\* Under one version, a replica only gets more.
BackupMonotonic ==
  [][\A n \in Members, p \in Partitions :
       Alive(n) /\ view[n][p].version > 0 /\ view'[n][p] = view[n][p] => IsPrefix(log[n][p], log'[n][p])]_vars

\* n had all that took effect in p, and has not any more.
GivesUp(n, p) ==
  Alive(n) /\ contents[p] # <<>> /\ IsPrefix(contents[p], log[n][p]) /\ ~IsPrefix(contents[p], log'[n][p])

\* What n has activated now is decided.
Decided(n, p) ==
  /\ view'[n][p].version \in DOMAIN history[p]
  /\ view'[n][p].config = history[p][view'[n][p].version]

\* A later decision than the one that n knows does without what n has.
TakenOutLater(n, p) ==
  \E u \in DOMAIN history[p] : u > view'[n][p].version /\ n \notin history[p][u].inSync

\* Whoever held all that took effect holds it until a decided configuration does without it: one that it has activated,
\* or a later one, which it cannot know.
SourceDropsOnlyAfterDecision ==
  [][\A n \in Members, p \in Partitions :
       GivesUp(n, p) => Decided(n, p) /\ (n \notin Participants(view'[n][p].config) \/ TakenOutLater(n, p))]_vars

\* That only what n has activated itself could release it is too much to ask, and nothing depends on it: a member that
\* was taken out takes the log of a primary that was replaced, while neither has heard of it, and with it gives up
\* writes that have taken effect elsewhere meanwhile. Not expected to hold.
DropsOnlyWhatItActivated ==
  [][\A n \in Members, p \in Partitions :
       GivesUp(n, p) => Decided(n, p) /\ n \notin Participants(view'[n][p].config)]_vars

CopiesOf(p) == Cardinality({n \in Members : Up(n) /\ IsPrefix(contents[p], log[n][p])})
CopiesThen(p) == Cardinality({n \in Members : status'[n] = "up" /\ IsPrefix(contents[p], log'[n][p])})

\* What n gives up now it gives up on the word of version v, and v has been overtaken: an in-sync member of v is dead or
\* was evicted later. Nobody who learns late can know; it is as if n had dropped its copy when v was decided.
Overtaken(n, p) ==
  LET v == view'[n][p].version
  IN /\ view'[n][p] # view[n][p]
     /\ v \in DOMAIN history[p] /\ Complete(history[p][v])
     /\ \E m \in history[p][v].inSync : Dead(m) \/ \E u \in DOMAIN history[p] : u > v /\ m \notin history[p][u].inSync

\* Nothing but a crash leaves fewer copies, and fewer than wanted, of what took effect. What a member has that was taken
\* out is no copy: nobody would promote it.
CopiesNonDecreasing ==
  [][\A p \in Partitions :
       (contents'[p] = contents[p] /\ contents[p] # <<>> /\ status' = status)
       => \/ CopiesThen(p) >= CopiesOf(p) \/ CopiesThen(p) >= Copies
          \/ \E n \in Members : Overtaken(n, p) \/ (GivesUp(n, p) /\ TakenOutLater(n, p))]_vars

(***************************************************************************)
(* Liveness. Fair are the steps that carry on and those that repair.       *)
(* Calls, faults, plans, suspicion and re-stamps are not, and are bounded. *)
(* It is enough that some such step is taken while any is possible: each   *)
(* of them leads forward. Messages stay in the set, which is to say that   *)
(* what was lost is sent again.                                            *)
(***************************************************************************)
Progress ==
  \/ \E n \in Members, p \in Partitions, v \in Versions : Activate(n, p, v)
  \/ \E n \in Members, p \in Partitions : HandleSync(n, p)
  \/ \E n \in Members, p \in Partitions : HandleAppend(n, p)
  \/ \E n \in Members, p \in Partitions, w \in Writes : AnswerWrite(n, p, w)
  \/ \E n \in Members, p \in Partitions : HandleProbe(n, p)
  \/ \E n \in Members, p \in Partitions, r \in Reads : AnswerRead(n, p, r)
  \/ \E p \in Partitions, b \in Members, base \in Versions : EvictsDead /\ Dead(b) /\ EvictBackup(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions :
       /\ b \notin Latest(p).inSync \/ b \in leaving
       /\ Dead(b) \/ b \in leaving
       /\ RemoveReplica(p, b, base) /\ UNCHANGED spent
  \/ \E p \in Partitions, b \in Members, base \in Versions : Dead(Latest(p).primary) /\ Up(b) /\ Promote(p, b, base)
  \/ \E p \in Partitions, s \in leaving, d \in Members, base \in Versions :
       StartMigration(p, s, d, base) /\ UNCHANGED spent
  \/ \E n \in Members, p \in Partitions, m \in Members : ProposeMember(n, p, m)
  \/ \E p \in Partitions, m \in Members, base \in Versions : AdmitBackup(p, m, base)
  \/ \E p \in Partitions, base \in Versions : FinishMigration(p, base)
  \/ \E p \in Partitions, base \in Versions : Orphan(Latest(p)) /\ AbortMigration(p, base)
  \/ \E n \in Members : LeaveVoters(n)
  \/ \E n \in Members : Release(n)
  \/ \E n \in Members : HandleReleased(n)

FairSpec == Spec /\ WF_vars(Progress)

SomeoneHoldsIt(p) == \E n \in Latest(p).inSync : Up(n)

EveryMigrationDecided == \A p \in Partitions : Migrating(Latest(p)) ~> ~Migrating(Latest(p))

\* While an in-sync member lives, the partition gets a primary that can answer.
OwnerEventuallyPresent ==
  \A p \in Partitions : SomeoneHoldsIt(p) ~> (CanServe(Latest(p).primary, p) \/ ~SomeoneHoldsIt(p))

\* Everyone named has the last configuration and the primary's log, the others nothing.
InLine(p) ==
  LET c == Latest(p)
  IN SomeoneHoldsIt(p) => \A n \in Members : Up(n) =>
       IF n \in Participants(c)
       THEN view[n][p] = [version |-> Len(history[p]), config |-> c] /\ log[n][p] = log[c.primary][p]
       ELSE Complete(c) => log[n][p] = <<>>

Converge == \A p \in Partitions : <>[]InLine(p)

DrainCompletes == \A n \in Members : n \in leaving ~> ~Up(n)

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []OneServer
THEOREM Spec => []AckedDurable
THEOREM Spec => []ReadFresh
THEOREM Spec => []BackupsAgree
THEOREM Spec => []ReplicasDistinct
THEOREM Spec => []Agreement
THEOREM Spec => []ShutdownOnlyWhenEmpty
THEOREM Spec => []SendersArePrimaries
THEOREM Spec => VersionMonotonic
THEOREM Spec => BackupMonotonic
THEOREM Spec => SourceDropsOnlyAfterDecision
THEOREM Spec => CopiesNonDecreasing
THEOREM Spec => RefinesAtomicMap
THEOREM Spec => RefinesTable
THEOREM FairSpec => EveryMigrationDecided
THEOREM FairSpec => OwnerEventuallyPresent
THEOREM FairSpec => Converge
THEOREM FairSpec => DrainCompletes
=============================================================================
