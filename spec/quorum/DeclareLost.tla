---------------------------- MODULE DeclareLost ----------------------------
(***************************************************************************)
(* All in-sync members of a partition are gone for good. The protocol then *)
(* serves the partition no more, for it cannot tell gone from cut off      *)
(* (PromotionCommit). An operator can, and declares the partition lost:    *)
(* the member that has the newest copy among the others, or an empty one   *)
(* if nobody has any, goes on alone.                                       *)
(*                                                                         *)
(* That is a decision like any other: a compare-and-set of the register,   *)
(* under a new version. So whatever was sent under older versions counts   *)
(* no more, and a copy of an older version that comes back is replaced by  *)
(* that of the new primary, as an evicted one is. It is no ValidStep,      *)
(* though, and no step of Table: registers take it from here only          *)
(* (DeclaredStep).                                                         *)
(*                                                                         *)
(* What is lost: what was answered under older versions and is not in the  *)
(* copy that goes on. An operator who is wrong, because an in-sync member  *)
(* was only cut off, loses no more than that. An answer that is given      *)
(* under an older version, by a primary that was cut off and does not know *)
(* of the declaration, counts as given before it.                          *)
(*                                                                         *)
(* With `on-loss: empty` the master declares by itself, under the same     *)
(* condition and as the same decision. It differs from an operator in whom *)
(* it takes: it has not asked anybody for copies, so it takes anybody      *)
(* (AnyoneLeft in place of Chosen), and then KeepsNewestCopy is not        *)
(* promised. All else is: a newer copy that another member has left is an  *)
(* old copy, too, and nothing of it is merged.                             *)
(*                                                                         *)
(* Left out are reads, drain and planned switches, which a declaration     *)
(* does not concern, and leases: who declares knows that the in-sync       *)
(* members are gone, and with them their leases.                           *)
(***************************************************************************)
EXTENDS DataPlane

VARIABLES
  \* Of each partition, for the specification only: the version of the last declaration, 0 for none; the copy with which its
  \* primary began; writes that may be missing since.
  \* @type: Int -> {version: Int, kept: Seq($entry), missing: Set(Int)};
  lost

lostVars == <<history, status, view, log, waits, msgs, writes, reads, leaving, voters, spent, contents, seen, outcomes, lost>>

LostInit == Init /\ lost = [p \in Partitions |-> [version |-> 0, kept |-> <<>>, missing |-> {}]]

(***************************************************************************)
(* The declaration                                                         *)
(***************************************************************************)
\* A copy is as new as the version under which its member got it from that version's primary. What a member keeps that has no
\* part any more is at least of the version of its last entry.
\* @type: (Str, Int) => Int;
CopyVersion(n, p) ==
  IF Among(n, Participants(view[n][p].config)) THEN Epoch(n, p)
  ELSE IF log[n][p] = <<>> THEN 0 ELSE log[n][p][Len(log[n][p])].epoch

\* Under one version the longer copy has more.
\* @type: (Str, Str, Int) => Bool;
NewerCopy(n, m, p) ==
  \/ CopyVersion(n, p) > CopyVersion(m, p)
  \/ CopyVersion(n, p) = CopyVersion(m, p) /\ Len(log[n][p]) > Len(log[m][p])

\* Whom the operator chooses: of all that are left, one with the newest copy.
\* @type: ($configuration, Str, Int) => Bool;
Chosen(c, m, p) ==
  /\ Up(m) /\ m \notin c.inSync
  /\ \A n \in Members : Up(n) /\ n \notin c.inSync => ~NewerCopy(n, m, p)

\* Whom the master may choose by itself, in place of Chosen. It prefers one that has nothing, which no property needs.
\* @type: ($configuration, Str, Int) => Bool;
AnyoneLeft(c, m, p) == Up(m) /\ m \notin c.inSync

\* @type: (Seq($entry), Seq($entry)) => Int;
CommonLength(s, t) ==
  CHOOSE k \in 0..Len(s) :
    /\ k <= Len(t) /\ SubSeq(s, 1, k) = SubSeq(t, 1, k)
    /\ k = Len(s) \/ k = Len(t) \/ s[k + 1] # t[k + 1]

\* @type: ($configuration) => Bool;
AllGone(c) == \A n \in c.inSync : Dead(n)

Declare(p, m, base) ==
  /\ OnTop(p, base)
  /\ LET c == history[p][base]
         kept == SubSeq(contents[p], 1, CommonLength(contents[p], log[m][p]))
     IN /\ Chosen(c, m, p)
        /\ Decide(p, Declared(m))
        /\ IF DeclaresWhenGone THEN Blame(AllGone(c)) ELSE UNCHANGED spent
        /\ Outcome(p, base, "undone")
        /\ contents' = [contents EXCEPT ![p] = kept]
        /\ lost' = [lost EXCEPT ![p] = [version |-> Len(history[p]) + 1, kept |-> log[m][p],
                                        missing |-> lost[p].missing \cup (OpsIn(contents[p]) \ OpsIn(kept))]]
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, seen>>

(***************************************************************************)
(* Behaviours                                                              *)
(***************************************************************************)
\* The chosen member begins with what it has now.
ActivateDeclared(n, p, v) ==
  /\ Activate(n, p, v)
  /\ LET d == lost[p].version
     IN lost' = IF d > 0 /\ Epoch(n, p) < d /\ v >= d /\ Same(n, history[p][d].primary)
                THEN [lost EXCEPT ![p].kept = log[n][p]] ELSE lost

\* An answer under a version before the declaration counts as given before it.
AnswerWriteOrLate(n, p, w) ==
  IF Epoch(n, p) >= lost[p].version THEN AnswerWrite(n, p, w) /\ UNCHANGED lost
  ELSE /\ Up(n) /\ IsPrimary(n, p)
       /\ writes[w].state = "pending" /\ writes[w].part = p
       /\ \E k \in DOMAIN log[n][p] : log[n][p][k].op = w /\ Held(n, p, k)
       /\ writes' = [writes EXCEPT ![w].state = "done"]
       /\ lost' = [lost EXCEPT ![p].missing = @ \cup {w}]
       /\ UNCHANGED <<history, status, view, log, waits, msgs, reads, leaving, voters, spent, ghosts>>

\* Steps that a declaration does not change.
WriteAsBefore(n, p, w) == Write(n, p, w) /\ UNCHANGED lost
HandleSyncAsBefore(n, p) == HandleSync(n, p) /\ UNCHANGED lost
HandleAppendAsBefore(n, p) == HandleAppend(n, p) /\ UNCHANGED lost
EvictBackupAsBefore(p, b, base) == EvictBackup(p, b, base) /\ UNCHANGED lost
StartMigrationAsBefore(p, s, d, base) == StartMigration(p, s, d, base) /\ UNCHANGED lost
ProposeMemberAsBefore(n, p, m) == ProposeMember(n, p, m) /\ UNCHANGED lost
AdmitBackupAsBefore(p, m, base) == AdmitBackup(p, m, base) /\ UNCHANGED lost
FinishMigrationAsBefore(p, base) == FinishMigration(p, base) /\ UNCHANGED lost
RestampAsBefore(p) == Restamp(p) /\ UNCHANGED lost
CrashAsBefore(n) == Crash(n) /\ UNCHANGED lost

LostNext ==
  \/ \E p \in Partitions, m \in Members, base \in Versions : Declare(p, m, base)
  \/ \E n \in Members, p \in Partitions, v \in Versions : ActivateDeclared(n, p, v)
  \/ \E n \in Members, p \in Partitions, w \in Writes : AnswerWriteOrLate(n, p, w)
  \/ \E n \in Members, p \in Partitions, w \in Writes : WriteAsBefore(n, p, w)
  \/ \E n \in Members, p \in Partitions : HandleSyncAsBefore(n, p)
  \/ \E n \in Members, p \in Partitions : HandleAppendAsBefore(n, p)
  \/ \E p \in Partitions, b \in Members, base \in Versions : EvictBackupAsBefore(p, b, base)
  \/ \E p \in Partitions, s \in Sources, d \in Members, base \in Versions : StartMigrationAsBefore(p, s, d, base)
  \/ \E n \in Members, p \in Partitions, m \in Members : ProposeMemberAsBefore(n, p, m)
  \/ \E p \in Partitions, m \in Members, base \in Versions : AdmitBackupAsBefore(p, m, base)
  \/ \E p \in Partitions, base \in Versions : FinishMigrationAsBefore(p, base)
  \/ \E p \in Partitions : RestampAsBefore(p)
  \/ \E n \in Members : CrashAsBefore(n)

LostSpec == LostInit /\ [][LostNext]_lostVars

(***************************************************************************)
(* Safety                                                                  *)
(***************************************************************************)
\* Whatever was answered and is not held any more was answered before a declaration of its partition. Where there was none, this
\* is AckedDurable; where there was one, AckedDurable holds from then on.
AckedDurableSince ==
  /\ \A p \in Partitions : \A n \in Latest(p).inSync : Up(n) => Holds(n, p)
  /\ \A w \in Writes : writes[w].state = "done" => w \in OpsIn(contents[writes[w].part]) \cup lost[writes[w].part].missing
  /\ \A p \in Partitions : lost[p].version = 0 => lost[p].missing = {}

\* Nothing of an old copy comes into a copy of the declared version, or of a later one, but what its primary began with.
OldCopiesStayOut ==
  \A p \in Partitions, n \in Members :
    lost[p].version > 0 /\ Epoch(n, p) >= lost[p].version /\ Among(n, Participants(view[n][p].config)) =>
      \A i \in DOMAIN log[n][p] :
        log[n][p][i].epoch < lost[p].version => i \in DOMAIN lost[p].kept /\ log[n][p][i] = lost[p].kept[i]

\* While an in-sync member lives, nothing is given up.
LosesOnlyWhatIsGone ==
  [][\A p \in Partitions : lost'[p].version # lost[p].version => \A n \in Latest(p).inSync : Dead(n)]_lostVars

\* Nobody who is left has more of what took effect than the copy that goes on.
KeepsNewestCopy ==
  [][\A p \in Partitions : lost'[p].version # lost[p].version =>
       \A n \in Members : Up(n) /\ n \notin Latest(p).inSync =>
         CommonLength(contents[p], log[n][p]) <= Len(contents'[p])]_lostVars

\* The table as its users see it, with declarations.
OnlyGrowsOrDeclares ==
  [][\E p \in Partitions :
       LET new == history'[p][Len(history'[p])]
       IN /\ ValidStep(Latest(p), new) \/ (DeclaredStep(Latest(p), new) /\ lost'[p].version = Len(history'[p]))
          /\ history' = [history EXCEPT ![p] = Append(@, new)]]_history

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM LostSpec => []AckedDurableSince
THEOREM LostSpec => []OldCopiesStayOut
THEOREM LostSpec => LosesOnlyWhatIsGone
THEOREM LostSpec => KeepsNewestCopy
THEOREM LostSpec => OnlyGrowsOrDeclares
=============================================================================
