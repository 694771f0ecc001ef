----------------------- MODULE FencedReplicationInd -----------------------
(***************************************************************************)
(* Why no answered write is lost, as an inductive invariant of the data    *)
(* plane: IndInv holds at the start and is kept by every step, from any    *)
(* state in which it holds, reachable or not. Reads are left out.          *)
(*                                                                         *)
(* The log of a version is the log of its primary while that serves it. A  *)
(* member counts for a version when answers under it wait for the member.  *)
(*                                                                         *)
(*  - Whoever is in sync in a version counted for the one before, so every *)
(*    primary goes back to members that counted (TableOK).                 *)
(*  - A member that has activated a version acknowledges nothing under     *)
(*    earlier ones. So once a primary has activated a version, what can    *)
(*    still be answered under an earlier one is what it brought along      *)
(*    (AnswerableCarriedOver). This is the fence.                          *)
(*  - What has taken effect is held, in its place, by everyone who takes   *)
(*    part in a later version (Durable).                                   *)
(*  - Equal version and length mean equal logs (Matching), so that a       *)
(*    transfer may be skipped.                                             *)
(*                                                                         *)
(* The conjuncts get the messages by type as parameters. A symbolic        *)
(* checker that starts from any state which satisfies IndInv builds the    *)
(* state from these sets, and saves looking for them in msgs again.        *)
(***************************************************************************)
EXTENDS DataPlane

\* The steps of DataPlane, in groups that can be looked at one by one. Those of reads are missing.
ActivationStep ==
  \/ \E n \in Members, p \in Partitions, v \in Versions : Activate(n, p, v)
  \/ \E n \in Members, p \in Partitions : HandleSync(n, p)

WriteStep ==
  \/ \E n \in Members, p \in Partitions, w \in Writes : Write(n, p, w)
  \/ \E n \in Members, p \in Partitions : HandleAppend(n, p)
  \/ \E n \in Members, p \in Partitions, w \in Writes : AnswerWrite(n, p, w)

TableStep ==
  \/ \E p \in Partitions, b \in Members, base \in Versions : EvictBackup(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : RemoveReplica(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : Promote(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : SwitchPrimary(p, b, base)
  \/ \E p \in Partitions, s \in Sources, d \in Members, base \in Versions : StartMigration(p, s, d, base)
  \/ \E p \in Partitions, m \in Members, base \in Versions : AdmitBackup(p, m, base)
  \/ \E p \in Partitions, base \in Versions : FinishMigration(p, base)
  \/ \E p \in Partitions, base \in Versions : AbortMigration(p, base)
  \/ \E p \in Partitions : Restamp(p)

(***************************************************************************)
(* Any table that got longer by one version, and nothing else that         *)
(* Matching and Fence speak of (they do not speak of spent and outcomes).  *)
(* Every TableStep is such a step, which TLC checks (TableStepDecides). So *)
(* what keeps them here keeps them under TableStep, whatever was decided.  *)
(***************************************************************************)
AnyDecision ==
  \E p \in Partitions, m \in Members \cup {None}, source, destination \in Members \cup {None} :
  \E backups, inSync \in SUBSET Members :
    /\ history' = [history EXCEPT ![p] = Append(history[p],
         [primary |-> m, backups |-> backups, inSync |-> inSync,
          migration |-> [source |-> source, destination |-> destination]])]
    /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, spent, ghosts>>

TableStepDecides ==
  [][TableStep =>
       /\ \E p \in Partitions :
            /\ Len(history'[p]) = Len(history[p]) + 1
            /\ SubSeq(history'[p], 1, Len(history[p])) = history[p]
            /\ \A q \in Partitions \ {p} : history'[q] = history[q]
       /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, contents, seen>>]_vars

ProposeStep == \E n \in Members, p \in Partitions, m \in Members : ProposeMember(n, p, m)

LeaveStep ==
  \/ \E n \in Members : RequestLeave(n)
  \/ \E n \in Members : LeaveVoters(n)
  \/ \E n \in Members : Release(n)
  \/ \E n \in Members : HandleReleased(n)

FaultStep ==
  \/ \E n \in Members : Crash(n)
  \/ \E n \in Members : Restart(n)

MemberStep == ProposeStep \/ LeaveStep \/ FaultStep

AnyStep == ActivationStep \/ WriteStep \/ TableStep \/ MemberStep

-----------------------------------------------------------------------------
\* Vocabulary

\* @type: (Set($message), Str) => Set($message);
OfType(messages, type) == {m \in messages : m.type = type}

\* @type: (Int, Int) => Str;
PrimaryOf(p, v) == history[p][v].primary

\* n serves p under v.
\* @type: (Str, Int, Int) => Bool;
Serves(n, p, v) == Up(n) /\ Epoch(n, p) = v /\ v \in DOMAIN history[p] /\ PrimaryOf(p, v) = n

\* n \in Participants(c), without building the set.
\* @type: (Str, $configuration) => Bool;
Named(n, c) == n = c.primary \/ n \in c.backups \/ (Migrating(c) /\ n = c.migration.destination)

\* n has a part in the version that it has activated.
\* @type: (Str, Int) => Bool;
TakesPart(n, p) == Up(n) /\ Epoch(n, p) > 0 /\ Named(n, view[n][p].config)

\* Nothing was ever done under v by a primary that has not activated it.
\* @type: (Int, Int) => Bool;
Begun(p, v) == Up(PrimaryOf(p, v)) => Epoch(PrimaryOf(p, v), p) >= v

\* Answers under v wait for n.
\* @type: (Set($message), Str, Int, Int) => Bool;
Counts(caughtUps, n, p, v) ==
  n \in history[p][v].inSync \/ \E k \in caughtUps : k.part = p /\ k.epoch = v /\ k.subject = n

\* @type: (Set($message), Str, Int, Int, Int) => Bool;
HasAcked(acks, n, p, v, k) == \E a \in acks : a.src = n /\ a.part = p /\ a.epoch = v /\ a.num >= k

\* n may still acknowledge something under v.
\* @type: (Str, Int, Int) => Bool;
Behind(n, p, v) == Up(n) /\ Epoch(n, p) <= v

\* @type: (Seq($entry), Seq($entry)) => Bool;
Match(s, t) == \A i \in DOMAIN s \cap DOMAIN t : s[i].epoch = t[i].epoch => \A j \in DOMAIN s : j <= i => s[j] = t[j]

\* What s has of version v lies on top of base.
\* @type: (Seq($entry), Int, Seq($entry)) => Bool;
OnTopOf(base, v, s) == (\E i \in DOMAIN s : s[i].epoch = v /\ i > Len(base)) => IsPrefix(base, s)

-----------------------------------------------------------------------------
\* The table, views and messages

\* @type: (Set($message)) => Bool;
TableOK(caughtUps) ==
  \A p \in Partitions :
    /\ history[p] # <<>> /\ history[p][1] = FirstConfiguration
    /\ \A v \in DOMAIN history[p] :
         /\ ConfigurationOK(history[p][v])
         /\ ValidConfiguration(history[p][v])
         /\ \A m \in Members : Named(m, history[p][v]) => status[m] # "unborn"
         /\ v > 1 => \A m \in history[p][v].inSync : Counts(caughtUps, m, p, v - 1)

ViewsOK ==
  \A n \in Members : \A p \in Partitions :
    /\ Epoch(n, p) >= 0
    /\ ~Up(n) /\ status[n] # "left" => view[n][p] = NoView /\ log[n][p] = <<>> /\ waits[n][p] = {}
    /\ Epoch(n, p) = 0 => log[n][p] = <<>>
    /\ Epoch(n, p) > 0 => Epoch(n, p) \in DOMAIN history[p] /\ view[n][p].config = history[p][Epoch(n, p)]
    /\ Up(n) /\ Named(n, history[p][1]) => Epoch(n, p) >= 1

\* @type: (Set($message)) => Bool;
SyncsOK(syncs) ==
  \A s \in syncs :
    /\ s.part \in Partitions /\ s.epoch \in DOMAIN history[s.part] /\ s.epoch > 1
    /\ s.src = PrimaryOf(s.part, s.epoch) /\ Named(s.dst, history[s.part][s.epoch])
    /\ Begun(s.part, s.epoch)

\* @type: (Set($message)) => Bool;
AppendsOK(appends) ==
  \A a \in appends :
    /\ a.part \in Partitions /\ a.epoch \in DOMAIN history[a.part]
    /\ a.src = PrimaryOf(a.part, a.epoch) /\ Named(a.dst, history[a.part][a.epoch])
    /\ Begun(a.part, a.epoch)

\* @type: (Set($message)) => Bool;
AcksOK(acks) ==
  \A a \in acks :
    /\ a.part \in Partitions /\ a.epoch \in DOMAIN history[a.part]
    /\ a.dst = PrimaryOf(a.part, a.epoch)
    /\ Begun(a.part, a.epoch)
    /\ Up(a.src) => Epoch(a.src, a.part) >= a.epoch

\* @type: (Set($message)) => Bool;
CaughtUpsOK(caughtUps) ==
  /\ \A k \in caughtUps :
       /\ k.part \in Partitions /\ k.epoch \in DOMAIN history[k.part]
       /\ k.subject \in Members
       /\ Named(k.subject, history[k.part][k.epoch])
       /\ k.subject \notin history[k.part][k.epoch].inSync
       /\ Begun(k.part, k.epoch)
       /\ Up(k.subject) => Epoch(k.subject, k.part) >= k.epoch
  \* The primary waits for exactly those that it proposed.
  /\ \A n \in Members : \A p \in Partitions : Serves(n, p, Epoch(n, p)) =>
       /\ \A k \in caughtUps : k.part = p /\ k.epoch = Epoch(n, p) => k.subject \in waits[n][p]
       /\ \A m \in waits[n][p] : \E k \in caughtUps : k.part = p /\ k.epoch = Epoch(n, p) /\ k.subject = m

-----------------------------------------------------------------------------
\* Logs

\* @type: (Seq($entry)) => Bool;
Ascending(s) == \A i, j \in DOMAIN s : i < j => s[i].epoch <= s[j].epoch

\* @type: (Set($message)) => Bool;
SyncLogsOK(syncs) ==
  /\ \A s \in syncs : s.num = Len(s.log) /\ Ascending(s.log) /\ \A i \in DOMAIN s.log : s.log[i].epoch < s.epoch
  /\ \A s, t \in syncs : s.part = t.part /\ s.epoch = t.epoch => s.log = t.log
  /\ \A n \in Members : \A p \in Partitions : Up(n) =>
       Ascending(log[n][p]) /\ \A i \in DOMAIN log[n][p] : log[n][p][i].epoch <= Epoch(n, p)

\* @type: (Set($message)) => Bool;
AppendLogsOK(appends) ==
  /\ \A a \in appends :
       /\ Len(a.log) = 1 /\ a.log[1].epoch = a.epoch
       /\ a.num >= 1
       /\ Serves(a.src, a.part, a.epoch) => a.num \in DOMAIN log[a.src][a.part] /\ log[a.src][a.part][a.num] = a.log[1]
  /\ \A a, b \in appends : a.part = b.part /\ a.epoch = b.epoch /\ a.num = b.num => a.log = b.log

\* @type: (Set($message)) => Bool;
AckLogsOK(acks) ==
  \A a \in acks :
    Up(a.src) /\ Epoch(a.src, a.part) = a.epoch => TakesPart(a.src, a.part) /\ Len(log[a.src][a.part]) >= a.num

\* Who takes part in a version has what its primary brought along, and on top of it entries of that version only.
\* @type: (Set($message)) => Bool;
BasesOK(syncs) ==
  \A n \in Members : \A p \in Partitions : TakesPart(n, p) =>
    LET v == Epoch(n, p) IN
    /\ v > 1 /\ PrimaryOf(p, v) # n => \E s \in syncs : s.part = p /\ s.epoch = v
    /\ v = 1 => \A i \in DOMAIN log[n][p] : log[n][p][i].epoch = 1
    /\ \A s \in syncs : s.part = p /\ s.epoch = v =>
         /\ IsPrefix(s.log, log[n][p])
         /\ \A i \in DOMAIN log[n][p] : i > Len(s.log) => log[n][p][i].epoch = v

\* What must hold of any log, be it at a member or in a message.
\* @type: (Set($message), Set($message), Int, Seq($entry)) => Bool;
LogSound(appends, syncs, p, s) ==
  /\ \A i \in DOMAIN s : s[i].epoch \in DOMAIN history[p] /\ Begun(p, s[i].epoch)
  /\ \A n \in Members : Up(n) => Match(s, log[n][p])
  /\ \A t \in syncs : t.part = p => Match(s, t.log)
  /\ \A a \in appends : a.part = p /\ a.num \in DOMAIN s /\ s[a.num].epoch = a.epoch => s[a.num] = a.log[1]
  /\ \A n \in Members : TakesPart(n, p) => OnTopOf(log[n][p], Epoch(n, p), s)
  /\ \A t \in syncs : t.part = p => \A i \in DOMAIN s : s[i].epoch = t.epoch =>
       IsPrefix(t.log, s) /\ \A j \in DOMAIN s : Len(t.log) < j /\ j <= i => s[j].epoch = t.epoch
  /\ \A n \in Members : Serves(n, p, Epoch(n, p)) =>
       \A i \in DOMAIN s : s[i].epoch = Epoch(n, p) => i <= Len(log[n][p])

\* @type: (Set($message), Set($message), Set($message)) => Bool;
Matching(appends, syncs, acks) ==
  /\ BasesOK(syncs)
  /\ \A n \in Members : \A p \in Partitions : Up(n) => LogSound(appends, syncs, p, log[n][p])
  /\ \A s \in syncs : LogSound(appends, syncs, s.part, s.log)
  \* What is acknowledged, the primary has.
  /\ \A a \in acks : Serves(a.dst, a.part, a.epoch) => a.num <= Len(log[a.dst][a.part])

-----------------------------------------------------------------------------
\* The fence

\* What can still be answered under a version is what every begun later version started with.
\* @type: (Set($message), Set($message), Set($message)) => Bool;
AnswerableCarriedOver(syncs, acks, caughtUps) ==
  \A n \in Members : \A p \in Partitions : Serves(n, p, Epoch(n, p)) =>
    \A k \in DOMAIN log[n][p] :
      (\A m \in Members \ {n} : Counts(caughtUps, m, p, Epoch(n, p)) =>
          Behind(m, p, Epoch(n, p)) \/ HasAcked(acks, m, p, Epoch(n, p), k))
      => LET answerable == SubSeq(log[n][p], 1, k) IN
         /\ \A s \in syncs : s.part = p /\ s.epoch > Epoch(n, p) => IsPrefix(answerable, s.log)
         /\ \A m \in Members : TakesPart(m, p) /\ Epoch(m, p) > Epoch(n, p) => IsPrefix(answerable, log[m][p])

\* What took effect did so under some version v.
\* @type: (Set($message), Set($message), Set($message)) => Bool;
Durable(syncs, acks, caughtUps) ==
  \A p \in Partitions : \E v \in DOMAIN history[p] :
    /\ Begun(p, v)
    /\ \A m \in Members : Counts(caughtUps, m, p, v) =>
         /\ m = PrimaryOf(p, v) \/ HasAcked(acks, m, p, v, Len(contents[p]))
         /\ Up(m) /\ Epoch(m, p) = v => IsPrefix(contents[p], log[m][p])
    /\ \A m \in Members : TakesPart(m, p) /\ Epoch(m, p) > v => IsPrefix(contents[p], log[m][p])
    /\ \A s \in syncs : s.part = p /\ s.epoch > v => IsPrefix(contents[p], s.log)

(***************************************************************************)
(* In four parts. What a step must keep of a part follows from this part   *)
(* and those before it, so that the proof goes by parts, too.              *)
(***************************************************************************)
\* @type: (Set($message), Set($message), Set($message), Set($message)) => Bool;
Control(syncs, appends, acks, caughtUps) ==
  TableOK(caughtUps) /\ ViewsOK /\ SyncsOK(syncs) /\ AppendsOK(appends) /\ AcksOK(acks) /\ CaughtUpsOK(caughtUps)

\* @type: (Set($message), Set($message), Set($message)) => Bool;
Sending(syncs, appends, acks) == SyncLogsOK(syncs) /\ AppendLogsOK(appends) /\ AckLogsOK(acks)

\* @type: (Set($message), Set($message), Set($message)) => Bool;
Fence(syncs, acks, caughtUps) == AnswerableCarriedOver(syncs, acks, caughtUps) /\ Durable(syncs, acks, caughtUps)

SyncMessages == OfType(msgs, "Sync")
AppendMessages == OfType(msgs, "Append")
AckMessages == OfType(msgs, "Ack")
CaughtUpMessages == OfType(msgs, "CaughtUp")

ControlInv == Control(SyncMessages, AppendMessages, AckMessages, CaughtUpMessages)
SendingInv == Sending(SyncMessages, AppendMessages, AckMessages)
MatchingInv == Matching(AppendMessages, SyncMessages, AckMessages)
FenceInv == Fence(SyncMessages, AckMessages, CaughtUpMessages)

IndInv == ControlInv /\ SendingInv /\ MatchingInv /\ FenceInv

-----------------------------------------------------------------------------
\* What follows from it

\* The part of AckedDurable that speaks of copies; what an answer needs is in contents by AnswerWrite.
InSyncHoldsAll == \A p \in Partitions : \A n \in Latest(p).inSync : Up(n) => Holds(n, p)

\* BackupsAgree, of those that run. (Nobody reads what a member had when it left.)
LivingAgree ==
  \A p \in Partitions : \A n, m \in Members : Up(n) /\ Up(m) =>
    \A i \in DOMAIN log[n][p] \cap DOMAIN log[m][p] :
      log[n][p][i].epoch = log[m][p][i].epoch => IsPrefix(SubSeq(log[n][p], 1, i), log[m][p])

Consequences == OneServer /\ InSyncHoldsAll /\ LivingAgree /\ ReplicasDistinct

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []IndInv
THEOREM Spec => TableStepDecides
===========================================================================
