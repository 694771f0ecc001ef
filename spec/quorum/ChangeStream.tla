---------------------------- MODULE ChangeStream ----------------------------
(***************************************************************************)
(* The changes of a partition as a stream. A reader asks whoever it takes  *)
(* for the primary for what comes behind its position, which is a place in *)
(* the partition's log: how many entries it has been shown, the version    *)
(* under which the last one was taken, and the version of the primary that *)
(* showed it. Members know nothing of readers.                             *)
(*                                                                         *)
(* A primary shows an entry when it may answer the write: everyone for     *)
(* whom an answer waits holds it. So what is shown has taken effect, and   *)
(* every later primary has it in the same place. That the primary may have *)
(* been replaced does no harm, because then it shows less, and nothing     *)
(* else; no other member is asked.                                         *)
(*                                                                         *)
(* Members forget old entries. A reader whose position is forgotten is     *)
(* told so, and starts again from a scan: a read of everything, which is   *)
(* confirmed like any other, and says at which place of the log it was.    *)
(* Entries are numbered on after a partition was declared lost, perhaps    *)
(* from an earlier number: then the same place may have another entry. The *)
(* version in the position tells, and the reader is told.                  *)
(*                                                                         *)
(* A primary of an older version than the one that showed the position may *)
(* lack what was shown. It shows nothing, and does not say that anything   *)
(* is forgotten.                                                           *)
(***************************************************************************)
EXTENDS DeclareLost

CONSTANTS
  \* @type: Int;
  MaxForgets,
  \* Whether partitions may be declared lost.
  \* @type: Bool;
  Declares

VARIABLES
  \* At each member, the place of the oldest entry of its log that is not forgotten; 1 when it has all.
  \* @type: Str -> (Int -> Int);
  kept,
  \* @type: Int;
  forgets,
  \* One reader of each partition: "open", "gap" when it was told that its position is forgotten, or "scan" while read `read` is the
  \* scan; and its position.
  \* @type: Int -> {state: Str, at: Int, taken: Int, shown: Int, read: Int};
  reader,
  \* For the specification only: what the reader was shown, or has found in a scan.
  \* @type: Int -> Seq($entry);
  story

streamVars == <<history, status, view, log, waits, msgs, writes, reads, leaving, voters, spent, contents, seen, outcomes, lost,
                kept, forgets, reader, story>>

StreamInit ==
  /\ LostInit
  /\ kept = [n \in Members |-> [p \in Partitions |-> 1]]
  /\ forgets = 0
  /\ reader = [p \in Partitions |-> [state |-> "open", at |-> 0, taken |-> 0, shown |-> 0, read |-> 0]]
  /\ story = [p \in Partitions |-> <<>>]

(***************************************************************************)
(* Showing changes                                                         *)
(***************************************************************************)
\* Whether n's log still has the reader's place, and the same entry there.
\* @type: (Str, Int) => Bool;
HasPosition(n, p) ==
  LET r == reader[p]
  IN IF r.at = 0 THEN TellsForgotten => kept[n][p] = 1
     ELSE /\ r.at \in DOMAIN log[n][p]
          /\ TellsForgotten => r.at >= kept[n][p]
          /\ PositionNamesTaken => log[n][p][r.at].epoch = r.taken

\* n is primary of the version that showed the position, or of a later one.
\* @type: (Str, Int) => Bool;
NewEnough(n, p) == RefusesNewerReader => reader[p].shown <= Epoch(n, p)

\* The first entry that is shown.
\* @type: (Str, Int) => Int;
FirstShown(n, p) ==
  LET next == IF ShowsFromPosition THEN reader[p].at + 1 ELSE 1
  IN IF next < kept[n][p] THEN kept[n][p] ELSE next

\* n shows what comes behind the position, up to some place.
ReadChanges(n, p) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ reader[p].state = "open"
  /\ NewEnough(n, p)
  /\ HasPosition(n, p)
  /\ \E k \in DOMAIN log[n][p] :
       /\ k > reader[p].at
       /\ ShowsHeld => Held(n, p, k)
       /\ story' = [story EXCEPT ![p] = @ \o SubSeq(log[n][p], FirstShown(n, p), k)]
       /\ reader' = [reader EXCEPT ![p].at = k, ![p].taken = log[n][p][k].epoch, ![p].shown = Epoch(n, p)]
       /\ IF Epoch(n, p) >= lost[p].version THEN TakeEffect(p, SubSeq(log[n][p], 1, k)) ELSE UNCHANGED <<contents, seen>>
  /\ UNCHANGED <<history, status, view, log, waits, msgs, writes, reads, leaving, voters, spent, outcomes, lost, kept, forgets>>

\* n says that the position is forgotten.
TellGap(n, p) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ reader[p].state = "open"
  /\ NewEnough(n, p)
  /\ ~HasPosition(n, p)
  /\ reader' = [reader EXCEPT ![p].state = "gap"]
  /\ UNCHANGED <<vars, lost, kept, forgets, story>>

\* The reader starts again: a read, ...
StartScan(n, p, r) ==
  /\ reader[p].state = "gap"
  /\ StartRead(n, p, r)
  /\ reader' = [reader EXCEPT ![p].state = "scan", ![p].read = r]
  /\ UNCHANGED <<lost, kept, forgets, story>>

\* ... whose answer says where the log ended. (A scan that gets no answer begins again with another read.)
AnswerScan(n, p, r) ==
  /\ reader[p].state = "scan" /\ reader[p].read = r
  /\ AnswerRead(n, p, r)
  /\ LET k == reads[r].num
     IN /\ reader' = [reader EXCEPT ![p] = [state |-> "open", at |-> k, taken |-> IF k = 0 THEN 0 ELSE log[n][p][k].epoch,
                                            shown |-> Epoch(n, p), read |-> 0]]
        /\ story' = [story EXCEPT ![p] = SubSeq(log[n][p], 1, k)]
  /\ UNCHANGED <<lost, kept, forgets>>

\* n forgets its entries before k. The last one stays.
Forget(n, p, k) ==
  /\ Up(n)
  /\ forgets < MaxForgets
  /\ k \in DOMAIN log[n][p] /\ k > kept[n][p]
  /\ kept' = [kept EXCEPT ![n][p] = k]
  /\ forgets' = forgets + 1
  /\ UNCHANGED <<vars, lost, reader, story>>

(***************************************************************************)
(* Behaviours. All else goes on as without readers. A log that was brought *)
(* in line is a whole one: a sender that has forgotten entries has them    *)
(* forgotten at the receiver, too (Forget).                                *)
(***************************************************************************)
Unread ==
  /\ kept' = [n \in Members |-> [p \in Partitions |-> IF IsPrefix(log[n][p], log'[n][p]) THEN kept[n][p] ELSE 1]]
  /\ UNCHANGED <<forgets, reader, story>>

DeclareUnread(p, m, base) == Declares /\ Declare(p, m, base) /\ Unread
ActivateUnread(n, p, v) == ActivateDeclared(n, p, v) /\ Unread
AnswerWriteUnread(n, p, w) == AnswerWriteOrLate(n, p, w) /\ Unread
WriteUnread(n, p, w) == Write(n, p, w) /\ UNCHANGED lost /\ Unread
HandleSyncUnread(n, p) == HandleSync(n, p) /\ UNCHANGED lost /\ Unread
HandleAppendUnread(n, p) == HandleAppend(n, p) /\ UNCHANGED lost /\ Unread
HandleProbeUnread(n, p) == HandleProbe(n, p) /\ UNCHANGED lost /\ Unread
EvictBackupUnread(p, b, base) == EvictBackup(p, b, base) /\ UNCHANGED lost /\ Unread
PromoteUnread(p, b, base) == Promote(p, b, base) /\ UNCHANGED lost /\ Unread
SwitchPrimaryUnread(p, b, base) == SwitchPrimary(p, b, base) /\ UNCHANGED lost /\ Unread
StartMigrationUnread(p, s, d, base) == StartMigration(p, s, d, base) /\ UNCHANGED lost /\ Unread
ProposeMemberUnread(n, p, m) == ProposeMember(n, p, m) /\ UNCHANGED lost /\ Unread
AdmitBackupUnread(p, m, base) == AdmitBackup(p, m, base) /\ UNCHANGED lost /\ Unread
FinishMigrationUnread(p, base) == FinishMigration(p, base) /\ UNCHANGED lost /\ Unread
CrashUnread(n) == Crash(n) /\ UNCHANGED lost /\ Unread

StreamNext ==
  \/ \E n \in Members, p \in Partitions : ReadChanges(n, p)
  \/ \E n \in Members, p \in Partitions : TellGap(n, p)
  \/ \E n \in Members, p \in Partitions, r \in Reads : StartScan(n, p, r)
  \/ \E n \in Members, p \in Partitions, r \in Reads : AnswerScan(n, p, r)
  \/ \E n \in Members, p \in Partitions, k \in Writes : Forget(n, p, k)
  \/ \E p \in Partitions, m \in Members, base \in Versions : DeclareUnread(p, m, base)
  \/ \E n \in Members, p \in Partitions, v \in Versions : ActivateUnread(n, p, v)
  \/ \E n \in Members, p \in Partitions, w \in Writes : AnswerWriteUnread(n, p, w)
  \/ \E n \in Members, p \in Partitions, w \in Writes : WriteUnread(n, p, w)
  \/ \E n \in Members, p \in Partitions : HandleSyncUnread(n, p)
  \/ \E n \in Members, p \in Partitions : HandleAppendUnread(n, p)
  \/ \E n \in Members, p \in Partitions : HandleProbeUnread(n, p)
  \/ \E p \in Partitions, b \in Members, base \in Versions : EvictBackupUnread(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : PromoteUnread(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : SwitchPrimaryUnread(p, b, base)
  \/ \E p \in Partitions, s \in Sources, d \in Members, base \in Versions : StartMigrationUnread(p, s, d, base)
  \/ \E n \in Members, p \in Partitions, m \in Members : ProposeMemberUnread(n, p, m)
  \/ \E p \in Partitions, m \in Members, base \in Versions : AdmitBackupUnread(p, m, base)
  \/ \E p \in Partitions, base \in Versions : FinishMigrationUnread(p, base)
  \/ \E n \in Members : CrashUnread(n)

StreamSpec == StreamInit /\ [][StreamNext]_streamVars

(***************************************************************************)
(* Safety                                                                  *)
(***************************************************************************)
\* What was shown before a declaration may be lost by it, as an answered write may.
SinceDeclared(p) == reader[p].shown >= lost[p].version

\* A reader has seen what took effect, from the first entry on: in order, each entry once, none left out.
ShownInOrder == \A p \in Partitions : SinceDeclared(p) => IsPrefix(story[p], contents[p])

\* It is held, in its place, by every living in-sync member of the last decided configuration, which later primaries come from.
ShownSurvives ==
  \A p \in Partitions : \A n \in Latest(p).inSync : Up(n) /\ SinceDeclared(p) => IsPrefix(story[p], log[n][p])

\* Nothing is taken back; a scan shows no less than was seen before.
ShownGrows == [][\A p \in Partitions : lost[p].version = 0 => IsPrefix(story[p], story'[p])]_streamVars

\* n has forgotten the entry that the position names; for a position before all entries, the first one.
\* @type: (Str, Int) => Bool;
HasForgotten(n, p) == IF reader[p].at = 0 THEN kept[n][p] > 1 ELSE reader[p].at < kept[n][p]

\* Nobody is told of a gap without need: the primary has forgotten that entry, or may have another log since a declaration.
GapMeansForgotten ==
  [][\A p \in Partitions : reader'[p].state = "gap" /\ reader[p].state = "open" =>
       \E n \in Members : Up(n) /\ IsPrimary(n, p) /\ (HasForgotten(n, p) \/ ~SinceDeclared(p))]_streamVars

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM StreamSpec => []ShownInOrder
THEOREM StreamSpec => []ShownSurvives
THEOREM StreamSpec => ShownGrows
THEOREM StreamSpec => GapMeansForgotten
=============================================================================
