-------------------------- MODULE DurableDataPlane --------------------------
(***************************************************************************)
(* The data plane with a disk. A member that starts again with what it has *)
(* stored is the same member; DataPlane has only the restart without       *)
(* memory, which is another member.                                        *)
(*                                                                         *)
(* A member writes an image of its replicas with each step that changes    *)
(* one, and syncs later. What it has written and not synced may or may not *)
(* survive: a restart finds the image that was synced last, or any later   *)
(* one. Writes are ordered, so that an image is never found without those  *)
(* before it.                                                              *)
(*                                                                         *)
(* A message leaves its sender when the write that it depends on is        *)
(* synced. That is the last write that changed what the message promises   *)
(* to keep, see DependsOn; a message that promises nothing leaves at once. *)
(* Held messages are in msgs, and in the queue of their sender; Arrives    *)
(* and Vouched see only those that have left. The models replace the two   *)
(* operators of DataState and LearnerMigration by LeftAndArrives and       *)
(* LeftAndVouched.                                                         *)
(*                                                                         *)
(* Drain is left out: who is released has nothing that anybody needs.      *)
(*                                                                         *)
(* What a primary does after a restart is a choice. Either it goes on      *)
(* under its version, and then no entry may have left before it was        *)
(* synced: an entry that the restart has lost may have been acknowledged,  *)
(* and its number would be used again. Or it waits for a new version       *)
(* (NewVersionAfterRestart), and then an entry may leave before it is      *)
(* synced; only the answer to the client waits for the primary's own disk. *)
(* The engine does the latter. The master gives the new version: it        *)
(* decides the same configuration again (RestampResumed). A primary with   *)
(* which nobody shares the partition goes on: no entry has left it.        *)
(***************************************************************************)
EXTENDS DataPlane

CONSTANTS
  \* Members that may restart. Fewer than all make a model smaller: nothing depends on the disks of the others.
  \* @type: Set(Str);
  Restarters,
  \* Restarts of single members.
  \* @type: Int;
  MaxRestarts,
  \* Restarts of all of them at once.
  \* @type: Int;
  MaxPowerFailures,
  \* Writes of a member that are not synced yet. A member whose queue is full takes no step that writes.
  \* @type: Int;
  MaxUnsynced,
  \* An entry is sent when the primary has synced it.
  \* @type: Bool;
  AppendWaitsForLog,
  \* A primary that has started again takes no calls until it has activated a new version.
  \* @type: Bool;
  NewVersionAfterRestart

VARIABLES
  \* What was synced last.
  \* @type: Str -> (Int -> $replica);
  stored,
  \* What was written since, oldest first, and the messages that depend on that write.
  \* @type: Str -> Seq({image: Int -> $replica, held: Set($message)});
  unsynced,
  \* Partitions that a member has led, with others, before it started again, and of which it has not activated a version
  \* since. Empty if nothing depends on it.
  \* @type: Str -> Set(Int);
  resumed,
  \* Budgets spent.
  \* @type: {restarts: Int, powerFailures: Int};
  failed

\* @typeAlias: replica = {view: {version: Int, config: $configuration}, log: Seq($entry), waits: Set(Str)};
DurableDataPlane_aliases == TRUE

disk == <<stored, unsynced, resumed, failed>>
durableVars == <<history, status, view, log, waits, msgs, writes, reads, leaving, voters, spent,
                 contents, seen, outcomes, stored, unsynced, resumed, failed>>

(***************************************************************************)
(* Images                                                                  *)
(***************************************************************************)
\* @type: (Str) => (Int -> $replica);
Memory(n) == [p \in Partitions |-> [view |-> view[n][p], log |-> log[n][p], waits |-> waits[n][p]]]

NoImage == [p \in Partitions |-> [view |-> NoView, log |-> <<>>, waits |-> {}]]

\* @type: (Str) => Bool;
MayFail(n) == n \in Restarters /\ (failed.restarts < MaxRestarts \/ failed.powerFailures < MaxPowerFailures)

\* @type: (Str) => Set($message);
HeldBackBy(n) == UNION {unsynced[n][i].held : i \in DOMAIN unsynced[n]}

\* The image after the first i writes that are not synced.
\* @type: (Str, Int) => (Int -> $replica);
Prefix(n, i) == IF i = 0 THEN stored[n] ELSE unsynced[n][i].image

\* What n has if it restarts now, or goes on.
\* @type: (Str) => Set(Int -> $replica);
Images(n) == {Memory(n)} \cup (IF MayFail(n) THEN {Prefix(n, i) : i \in 0..Len(unsynced[n])} ELSE {})

\* @type: ($message) => Bool;
Left(m) == m.src \notin Members \/ m \notin HeldBackBy(m.src)

\* In place of Arrives.
\* @type: ($message, Str, Str) => Bool;
LeftAndArrives(m, type, n) == m.type = type /\ Same(n, m.dst) /\ Up(n) /\ Left(m)

\* In place of Vouched.
\* @type: (Int, Str, Int) => Bool;
LeftAndVouched(p, m, base) ==
  \E k \in msgs :
    /\ k.type = "CaughtUp" /\ k.part = p /\ k.subject = m /\ Left(k)
    /\ IF GrowComparesBase THEN k.epoch = base ELSE k.epoch <= base

(***************************************************************************)
(* Writes to the disk                                                      *)
(***************************************************************************)
\* Does m depend on a write that turns x into y, images of the replica that m is about? A Probe promises nothing, and a
\* Confirm says only that its sender has not moved on; a member that restarts under an older version has not, either.
\* @type: ($message, $replica, $replica) => Bool;
DependsOn(m, x, y) ==
  \/ m.type = "Ack" /\ AckWaitsForLog /\ x.log # y.log
  \/ m.type = "Ack" /\ AckWaitsForVersion /\ x.view # y.view
  \/ m.type = "Sync" /\ SyncWaitsForVersion /\ x.view # y.view
  \/ m.type = "Append" /\ AppendWaitsForVersion /\ x.view # y.view
  \/ m.type = "Append" /\ AppendWaitsForLog /\ x.log # y.log
  \/ m.type = "CaughtUp" /\ CaughtUpWaitsForProposal /\ x.waits # y.waits

\* What the step of a member writes that leads from image x to image y, one image after the other.
\* @type: (Int -> $replica, Int -> $replica) => Seq(Int -> $replica);
Written(x, y) ==
  LET \* @type: Int => Bool;
      replaces(p) == ~IsPrefix(x[p].log, y[p].log)
      version == [p \in Partitions |-> [y[p] EXCEPT !.log = x[p].log]]
      removed == [p \in Partitions |-> IF replaces(p) THEN [x[p] EXCEPT !.log = <<>>] ELSE x[p]]
  IN IF x = y THEN <<>>
     ELSE IF ~ReplacesInOneWrite /\ version # y /\ version # x THEN <<version, y>>
     ELSE IF ~RemovesWhenReplaced /\ removed # x /\ removed # y THEN <<removed, y>>
     ELSE <<y>>

\* The queue of n with the messages of this step in it, each at the last write that it depends on.
\* @type: (Str, Seq(Int -> $replica), Set($message)) => Seq({image: Int -> $replica, held: Set($message)});
Queue(n, written, sent) ==
  LET old == Len(unsynced[n])
      \* @type: Int => (Int -> $replica);
      image(i) == IF i <= old THEN Prefix(n, i) ELSE written[i - old]
      all == 1..(old + Len(written))
      \* @type: ($message, Int) => Bool;
      last(m, i) == /\ DependsOn(m, image(i - 1)[m.part], image(i)[m.part])
                    /\ \A j \in all : j > i => ~DependsOn(m, image(j - 1)[m.part], image(j)[m.part])
  IN [i \in all |-> [image |-> image(i),
                     held |-> (IF i <= old THEN unsynced[n][i].held ELSE {}) \cup {m \in sent : last(m, i)}]]

\* Along with a step of n. When no restart of n is left, nothing depends on its disk any more: a message that is
\* held is a message that is late.
Stores(n) ==
  IF ~MayFail(n) THEN UNCHANGED <<stored, unsynced, failed>>
  ELSE LET last == Prefix(n, Len(unsynced[n]))
           memory == Memory(n)'
           written == Written(last, IF StoresVersion THEN memory
                                    ELSE [p \in Partitions |-> [memory[p] EXCEPT !.view = last[p].view]])
       IN /\ written # <<>> => Len(unsynced[n]) < MaxUnsynced
          /\ unsynced' = [unsynced EXCEPT ![n] = Queue(n, written, msgs' \ msgs)]
          /\ UNCHANGED <<stored, failed>>

\* The oldest write of n is on the disk, and with it that n may send what waited for it.
SyncDisk(n) ==
  /\ Up(n)
  /\ unsynced[n] # <<>>
  /\ stored' = [stored EXCEPT ![n] = Head(unsynced[n]).image]
  /\ unsynced' = [unsynced EXCEPT ![n] = Tail(unsynced[n])]
  /\ UNCHANGED <<vars, resumed, failed>>

(***************************************************************************)
(* Answers. What the primary tells a client waits for its own disk, too.   *)
(***************************************************************************)
\* Whatever prefix of its writes n finds, it finds the first k entries of its log, under this version.
\* @type: (Str, Int, Int) => Bool;
Synced(n, p, k) ==
  \A image \in Images(n) :
    /\ AnswerWaitsForLog => IsPrefix(SubSeq(log[n][p], 1, k), image[p].log)
    /\ AnswerWaitsForVersion => image[p].view = view[n][p]

\* @type: (Str, Int) => Bool;
MayLead(n, p) == p \notin resumed[n]

(***************************************************************************)
(* Restarts                                                                *)
(***************************************************************************)
\* n is the primary of others, which may have entries that it has lost.
\* @type: (Str, {version: Int, config: $configuration}) => Bool;
LeadsOthers(n, v) == v.version > 0 /\ v.config.primary = n /\ Participants(v.config) # {n}

\* What a member sends again when it has started, from what it has found. A primary sends its log to all, with the entries
\* of its version one by one for those that have activated it, and says again whom it wants to add. A backup acknowledges
\* what it has. All of that is synced.
\* @type: (Str, Int -> $replica) => Set($message);
SentAgain(n, found) ==
  UNION {
    LET r == found[p]
        v == r.view.version
        c == r.view.config
        others == Participants(c) \ {n}
    IN IF v = 0 THEN {}
       ELSE IF c.primary # n
       THEN IF n \in Participants(c) THEN {Message("Ack", n, c.primary, p, v, Len(r.log), <<>>, None)} ELSE {}
       ELSE IF NewVersionAfterRestart THEN {}
       ELSE {Message("Sync", n, d, p, v, Len(r.log), r.log, None) : d \in others}
            \cup {Message("Append", n, d, p, v, i, <<r.log[i]>>, None) : d \in others, i \in {j \in DOMAIN r.log : r.log[j].epoch = v}}
            \cup {Message("CaughtUp", n, None, p, v, 0, <<>>, m) : m \in r.waits}
    : p \in Partitions}

\* The members in S start again, each with what it finds: `found`.
\* @type: (Set(Str), Str -> (Int -> $replica)) => Bool;
StartAgain(S, found) ==
  /\ view' = [n \in Members |-> IF n \in S THEN [p \in Partitions |-> found[n][p].view] ELSE view[n]]
  /\ log' = [n \in Members |-> IF n \in S THEN [p \in Partitions |-> found[n][p].log] ELSE log[n]]
  /\ waits' = [n \in Members |-> IF n \in S THEN [p \in Partitions |-> found[n][p].waits] ELSE waits[n]]
  /\ msgs' = (msgs \ UNION {HeldBackBy(n) : n \in S})
              \cup (IF SendsAgain THEN UNION {SentAgain(n, found[n]) : n \in S} ELSE {})
  \* A read is known to the member at which it runs, and to nobody else.
  /\ reads' = [r \in Reads |-> IF reads[r].state = "pending" /\ reads[r].at \in S THEN [reads[r] EXCEPT !.at = None] ELSE reads[r]]
  /\ resumed' = [n \in Members |->
                   IF n \in S /\ NewVersionAfterRestart
                   THEN {p \in Partitions : LeadsOthers(n, found[n][p].view)} ELSE resumed[n]]
  /\ stored' = [n \in Members |-> IF ~MayFail(n)' THEN NoImage ELSE IF n \in S THEN found[n] ELSE stored[n]]
  /\ unsynced' = [n \in Members |-> IF ~MayFail(n)' \/ n \in S THEN <<>> ELSE unsynced[n]]
  /\ UNCHANGED <<history, status, writes, leaving, voters, spent, ghosts>>

\* n stops and starts again, and finds the first k writes that were not synced.
RestartFromDisk(n, k) ==
  /\ Up(n)
  /\ n \in Restarters
  /\ failed.restarts < MaxRestarts
  /\ k <= Len(unsynced[n])
  /\ failed' = [failed EXCEPT !.restarts = failed.restarts + 1]
  /\ StartAgain({n}, [m \in Members |-> Prefix(m, IF m = n THEN k ELSE 0)])

\* All that may, stop and start again at once.
PowerFailure ==
  /\ failed.powerFailures < MaxPowerFailures
  /\ failed' = [failed EXCEPT !.powerFailures = failed.powerFailures + 1]
  /\ \E k \in [Members -> 0..(MaxUnsynced + 1)] :
       /\ \A n \in Members : k[n] <= Len(unsynced[n])
       /\ StartAgain({n \in Restarters : Up(n)}, [n \in Members |-> Prefix(n, k[n])])

(***************************************************************************)
(* The new version of a primary that has started again                     *)
(***************************************************************************)
\* The latest version of p is that under which its primary has started again.
WaitsForVersion(p) ==
  LET n == Latest(p).primary IN Up(n) /\ p \in resumed[n] /\ Epoch(n, p) = Len(history[p])

\* The primary has told the master under which version it waits, and the master decides the same configuration again, on top
\* of that version. To everybody it is a version like any other: a migration goes on, who was in sync is in sync. That is due,
\* and not counted as a re-stamp by a new master is.
RestampResumed(p) ==
  /\ RestampsResumed
  /\ WaitsForVersion(p)
  /\ Decide(p, Latest(p))
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, spent, ghosts, disk>>

(***************************************************************************)
(* Behaviours                                                              *)
(***************************************************************************)
DurableInit ==
  /\ Init
  /\ failed = [restarts |-> 0, powerFailures |-> 0]
  /\ stored = [n \in Members |-> IF MayFail(n) THEN Memory(n) ELSE NoImage]
  /\ unsynced = [n \in Members |-> <<>>]
  /\ resumed = [n \in Members |-> {}]

\* A member that has activated a version in this life may lead under it.
Renews(n, p) == resumed' = [resumed EXCEPT ![n] = @ \ {p}]

ActivateAndStore(n, p, v) == Activate(n, p, v) /\ Renews(n, p) /\ Stores(n)
HandleSyncAndStore(n, p) == HandleSync(n, p) /\ Renews(n, p) /\ Stores(n)
HandleAppendAndStore(n, p) == HandleAppend(n, p) /\ UNCHANGED resumed /\ Stores(n)
HandleProbeAndStore(n, p) == HandleProbe(n, p) /\ UNCHANGED resumed /\ Stores(n)
WriteAndStore(n, p, w) == MayLead(n, p) /\ Write(n, p, w) /\ UNCHANGED resumed /\ Stores(n)
StartReadAndStore(n, p, r) == MayLead(n, p) /\ StartRead(n, p, r) /\ UNCHANGED resumed /\ Stores(n)
ProposeMemberAndStore(n, p, m) == MayLead(n, p) /\ ProposeMember(n, p, m) /\ UNCHANGED resumed /\ Stores(n)

AnswerWriteWhenSynced(n, p, w) ==
  /\ MayLead(n, p)
  /\ AnswerWrite(n, p, w)
  /\ \E k \in DOMAIN log[n][p] : log[n][p][k].op = w /\ Synced(n, p, k)
  /\ UNCHANGED disk

AnswerReadWhenSynced(n, p, r) ==
  /\ MayLead(n, p)
  /\ AnswerRead(n, p, r)
  /\ Synced(n, p, reads[r].num)
  /\ UNCHANGED disk

\* Steps that write nothing. Decisions are the table's, and a member that has crashed never reads its disk again.
EvictBackupNoWrite(p, b, base) == EvictBackup(p, b, base) /\ UNCHANGED disk
RemoveReplicaNoWrite(p, b, base) == RemoveReplica(p, b, base) /\ UNCHANGED disk
PromoteNoWrite(p, b, base) == Promote(p, b, base) /\ UNCHANGED disk
SwitchPrimaryNoWrite(p, b, base) == SwitchPrimary(p, b, base) /\ UNCHANGED disk
StartMigrationNoWrite(p, s, d, base) == StartMigration(p, s, d, base) /\ UNCHANGED disk
AdmitBackupNoWrite(p, m, base) == AdmitBackup(p, m, base) /\ UNCHANGED disk
FinishMigrationNoWrite(p, base) == FinishMigration(p, base) /\ UNCHANGED disk
AbortMigrationNoWrite(p, base) == AbortMigration(p, base) /\ UNCHANGED disk
RestampNoWrite(p) == Restamp(p) /\ UNCHANGED disk
CrashNoWrite(n) == Crash(n) /\ resumed' = [resumed EXCEPT ![n] = {}] /\ UNCHANGED <<stored, unsynced, failed>>
RestartNoWrite(n) == Restart(n) /\ UNCHANGED disk

RestartNext ==
  \/ \E n \in Members, k \in 0..(MaxUnsynced + 1) : RestartFromDisk(n, k)
  \/ PowerFailure
  \/ \E p \in Partitions : RestampResumed(p)

DurableNext ==
  \/ RestartNext
  \/ \E n \in Members, p \in Partitions, v \in Versions : ActivateAndStore(n, p, v)
  \/ \E n \in Members, p \in Partitions : HandleSyncAndStore(n, p)
  \/ \E n \in Members, p \in Partitions : HandleAppendAndStore(n, p)
  \/ \E n \in Members, p \in Partitions : HandleProbeAndStore(n, p)
  \/ \E n \in Members, p \in Partitions, w \in Writes : WriteAndStore(n, p, w)
  \/ \E n \in Members, p \in Partitions, r \in Reads : StartReadAndStore(n, p, r)
  \/ \E n \in Members, p \in Partitions, m \in Members : ProposeMemberAndStore(n, p, m)
  \/ \E n \in Members, p \in Partitions, w \in Writes : AnswerWriteWhenSynced(n, p, w)
  \/ \E n \in Members, p \in Partitions, r \in Reads : AnswerReadWhenSynced(n, p, r)
  \/ \E n \in Members : SyncDisk(n)
  \/ \E p \in Partitions, b \in Members, base \in Versions : EvictBackupNoWrite(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : RemoveReplicaNoWrite(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : PromoteNoWrite(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : SwitchPrimaryNoWrite(p, b, base)
  \/ \E p \in Partitions, s \in Sources, d \in Members, base \in Versions : StartMigrationNoWrite(p, s, d, base)
  \/ \E p \in Partitions, m \in Members, base \in Versions : AdmitBackupNoWrite(p, m, base)
  \/ \E p \in Partitions, base \in Versions : FinishMigrationNoWrite(p, base)
  \/ \E p \in Partitions, base \in Versions : AbortMigrationNoWrite(p, base)
  \/ \E p \in Partitions : RestampNoWrite(p)
  \/ \E n \in Members : CrashNoWrite(n)
  \/ \E n \in Members : RestartNoWrite(n)

DurableSpec == DurableInit /\ [][DurableNext]_durableVars

(***************************************************************************)
(* Liveness. Fair are the steps that carry on, and the disk.               *)
(***************************************************************************)
DurableProgress ==
  \/ \E n \in Members : SyncDisk(n)
  \/ \E n \in Members, p \in Partitions, v \in Versions : ActivateAndStore(n, p, v)
  \/ \E n \in Members, p \in Partitions : HandleSyncAndStore(n, p)
  \/ \E n \in Members, p \in Partitions : HandleAppendAndStore(n, p)
  \/ \E n \in Members, p \in Partitions, w \in Writes : AnswerWriteWhenSynced(n, p, w)
  \/ \E p \in Partitions : RestampResumed(p)

DurableFairSpec == DurableSpec /\ WF_durableVars(DurableProgress)

(***************************************************************************)
(* Safety, beside what DataPlane has                                       *)
(***************************************************************************)
\* Whatever an answer depended on is on the disk of every living in-sync member: it survives a restart of all.
AckedStored ==
  \A p \in Partitions : \A n \in Latest(p).inSync :
    Up(n) => \A image \in Images(n) : IsPrefix(contents[p], image[p].log)

\* What models check.
THEOREM DurableSpec => []OneServer
THEOREM DurableSpec => []AckedDurable
THEOREM DurableSpec => []AckedStored
THEOREM DurableSpec => []BackupsAgree
THEOREM DurableSpec => []Agreement
THEOREM DurableSpec => RefinesAtomicMap
THEOREM DurableSpec => RefinesTable
THEOREM DurableFairSpec => Converge
=============================================================================
