------------------------------ MODULE Recovery ------------------------------
(***************************************************************************)
(* A majority of the voters is gone for good, and nothing can be decided   *)
(* any more. An operator declares who is left (Survivors), and makes       *)
(* another cluster of their disks. The command reads all of these disks,   *)
(* computes from them what to write, and writes to one after the other:    *)
(*                                                                         *)
(*  - for each partition the newest value that any of them has accepted,   *)
(*    without those who are gone, as decided;                              *)
(*  - the survivors as voters;                                             *)
(*  - a term that is later than any that they have seen;                   *)
(*  - another identity of the cluster, with which a member of the one      *)
(*    before is refused when it connects.                                  *)
(*                                                                         *)
(* The others may not be gone at all. They go on among themselves, and may *)
(* even be a majority. What they decide is unknown to the survivors, and   *)
(* is lost to the recovered cluster, as nobody can prevent; but it never   *)
(* mixes with what the recovered cluster decides, and the survivors lose   *)
(* nothing that they had.                                                  *)
(*                                                                         *)
(* The command keeps nothing in memory between two writes: each of them    *)
(* follows from what is on the disks then. So it may be interrupted and    *)
(* repeated. It says on each disk which recovery it has written there, and *)
(* a member does not start from it before all are written. (Agreement does *)
(* not depend on the latter: who starts early is a voter that the others   *)
(* have not met yet. But then the disks would change under the command.)   *)
(*                                                                         *)
(* Messages of the two clusters, and what they have decided, are different *)
(* variables: the same actions, from ControlPlane, work on the one or the  *)
(* other.                                                                  *)
(***************************************************************************)
EXTENDS ControlPlane

CONSTANTS
  \* Who is left, and is to go on.
  \* @type: Set(Str);
  Survivors,
  \* By how much the term is raised. More than there may be terms that no survivor has heard of.
  \* @type: Int;
  TermMargin,
  \* The last term of the recovered cluster.
  \* @type: Int;
  MaxRecoveredTerm,
  \* Who stands for election there, if it takes part.
  \* @type: Set(Str);
  RecoveredCandidates,

  \* A member of the cluster before is refused by the recovered one.
  \* @type: Bool;
  DeadRefused,
  \* The term is raised by the margin.
  \* @type: Bool;
  TermRaised,
  \* The newest value that a survivor has accepted is taken, not just that of any of them.
  \* @type: Bool;
  TakesNewest,
  \* The survivors have stopped before anything is read: a directory that is in use is refused.
  \* @type: Bool;
  StopsFirst,
  \* A repetition goes on with the recovery that it finds, rather than to begin another one.
  \* @type: Bool;
  ResumesWritten

VARIABLES
  \* The survivors have stopped, for the recovery.
  \* @type: Bool;
  stopped,
  \* Whose disks are written.
  \* @type: Set(Str);
  written,
  \* What msgs, decided and history are in the recovered cluster.
  \* @type: Set($message);
  recoveredMsgs,
  \* @type: Int -> Seq($entry);
  recoveredDecided,
  \* @type: Int -> Seq($configuration);
  recoveredHistory

before == <<msgs, decided, history>>
after == <<recoveredMsgs, recoveredDecided, recoveredHistory>>
recoveryVars == <<term, role, accepted, committed, outstanding, stamp, voting, alive, msgs, calm, used, decided, history,
                  stopped, written, recoveredMsgs, recoveredDecided, recoveredHistory>>

Recovered == INSTANCE ControlPlane WITH
  msgs <- recoveredMsgs, decided <- recoveredDecided, history <- recoveredHistory,
  MaxTerm <- MaxRecoveredTerm, Candidates <- RecoveredCandidates

-----------------------------------------------------------------------------
\* The command

StopSurvivors ==
  /\ ~stopped
  /\ stopped' = TRUE
  /\ role' = [n \in Members |-> IF n \in Survivors /\ StopsFirst THEN "follower" ELSE role[n]]
  /\ outstanding' = [n \in Members |-> IF n \in Survivors /\ StopsFirst THEN NoRegisters ELSE outstanding[n]]
  /\ UNCHANGED <<term, accepted, committed, stamp, voting, alive, calm, used, written, before, after>>

\* @type: Set(Int) => Int;
Greatest(s) == CHOOSE i \in s : \A j \in s : j <= i

\* The disk of which a recovery is resumed, if there is one.
Resumed == ResumesWritten /\ written # {}
\* @type: Str;
Model == CHOOSE n \in written : TRUE

\* @type: Int;
RecoveredTerm ==
  IF Resumed THEN term[Model] ELSE Greatest({term[n] : n \in Survivors}) + (IF TermRaised THEN TermMargin ELSE 0)

\* @type: $voting;
RecoveredVoting ==
  IF Resumed THEN voting[Model]
  ELSE [term |-> RecoveredTerm, number |-> Greatest({voting[n].number : n \in Survivors}) + 1, voters |-> Survivors]

\* Without those who are gone. An in-sync replica is left, or it is not; then any copy has to do.
\* @type: $configuration => $configuration;
WithoutGone(c) ==
  LET inSync == c.inSync \cap Survivors
      primary == IF c.primary \in inSync THEN c.primary
                 ELSE IF inSync # {} THEN CHOOSE n \in inSync : TRUE
                 ELSE CHOOSE n \in Survivors : TRUE
  IN [primary |-> primary, backups |-> (Replicas(c) \cap Survivors) \ {primary}, inSync |-> inSync \cup {primary},
      migration |-> NoMigration]

\* @type: Int => $entry;
NewestLeft(p) ==
  IF TakesNewest THEN Newest({accepted[n][p] : n \in Survivors}) ELSE accepted[CHOOSE n \in Survivors : TRUE][p]

\* @type: Int -> $entry;
RecoveredRegisters ==
  IF Resumed THEN accepted[Model]
  ELSE [p \in Partitions |->
          LET e == NewestLeft(p) IN
          [term |-> RecoveredTerm, number |-> e.number + 1, baseTerm |-> e.term, baseNumber |-> e.number,
           configuration |-> WithoutGone(e.configuration)]]

\* @type: Str => Bool;
WriteDisk(n) ==
  /\ stopped
  /\ n \in Survivors \ written
  /\ written' = written \cup {n}
  /\ term' = [term EXCEPT ![n] = RecoveredTerm]
  /\ accepted' = [accepted EXCEPT ![n] = RecoveredRegisters]
  /\ committed' = [committed EXCEPT ![n] = RecoveredRegisters]
  /\ stamp' = [stamp EXCEPT ![n] = StampOf(RecoveredRegisters)]
  /\ voting' = [voting EXCEPT ![n] = RecoveredVoting]
  /\ role' = [role EXCEPT ![n] = "follower"]
  /\ outstanding' = [outstanding EXCEPT ![n] = NoRegisters]
  /\ IF written = {}
     THEN /\ recoveredDecided' = [p \in Partitions |-> <<RecoveredRegisters[p]>>]
          /\ recoveredHistory' = [p \in Partitions |-> <<RecoveredRegisters[p].configuration>>]
     ELSE UNCHANGED <<recoveredDecided, recoveredHistory>>
  /\ UNCHANGED <<alive, calm, used, stopped, recoveredMsgs, before>>

-----------------------------------------------------------------------------
\* The two clusters. A survivor takes part in the cluster before until it stops, and in the recovered one when all disks are
\* written; everybody else, in the cluster before only.

\* @type: Str => Bool;
Earlier(n) ==
  /\ n \in Survivors => ~stopped \/ (~StopsFirst /\ n \notin written)
  /\ UNCHANGED <<stopped, written, after>>

\* @type: Str => Bool;
Later(n) ==
  /\ written = Survivors
  /\ n \in Survivors \/ ~DeadRefused
  /\ UNCHANGED <<stopped, written, before>>

StartElectionEarlier(n) == Earlier(n) /\ StartElection(n)
HandleVoteRequestEarlier(n, c) == Earlier(n) /\ HandleVoteRequest(n, c)
BecomeMasterEarlier(n, q) == Earlier(n) /\ BecomeMaster(n, q)
StartMigrationEarlier(n, p, d) == Earlier(n) /\ StartMigration(n, p, d)
HandleAcceptEarlier(n) == Earlier(n) /\ HandleAccept(n)
CommitProposalEarlier(n, p) == Earlier(n) /\ CommitProposal(n, p)
HandleCommitEarlier(n, p) == Earlier(n) /\ HandleCommit(n, p)

StartElectionLater(n) == Later(n) /\ Recovered!StartElection(n)
HandleVoteRequestLater(n, c) == Later(n) /\ Recovered!HandleVoteRequest(n, c)
BecomeMasterLater(n, q) == Later(n) /\ Recovered!BecomeMaster(n, q)
\* To a member that joins later, for which "d" stands.
StartMigrationLater(n, p, d) == Later(n) /\ d \notin Survivors /\ Recovered!StartMigration(n, p, d)
HandleAcceptLater(n) == Later(n) /\ Recovered!HandleAccept(n)
CommitProposalLater(n, p) == Later(n) /\ Recovered!CommitProposal(n, p)
HandleCommitLater(n, p) == Later(n) /\ Recovered!HandleCommit(n, p)

RecoveryInit ==
  /\ Init
  /\ stopped = FALSE
  /\ written = {}
  /\ recoveredMsgs = {}
  /\ recoveredDecided = [p \in Partitions |-> <<>>]
  /\ recoveredHistory = [p \in Partitions |-> <<>>]

RecoveryNext ==
  \/ StopSurvivors
  \/ \E n \in Members : WriteDisk(n)
  \/ \E n \in Members : StartElectionEarlier(n)
  \/ \E n, c \in Members : HandleVoteRequestEarlier(n, c)
  \/ \E n \in Members : \E q \in SUBSET Members : BecomeMasterEarlier(n, q)
  \/ \E n \in Members, p \in Partitions : \E d \in Members : StartMigrationEarlier(n, p, d)
  \/ \E n \in Members : HandleAcceptEarlier(n)
  \/ \E n \in Members, p \in Partitions : CommitProposalEarlier(n, p)
  \/ \E n \in Members, p \in Partitions : HandleCommitEarlier(n, p)
  \/ \E n \in Members : StartElectionLater(n)
  \/ \E n, c \in Members : HandleVoteRequestLater(n, c)
  \/ \E n \in Members : \E q \in SUBSET Members : BecomeMasterLater(n, q)
  \/ \E n \in Members, p \in Partitions : \E d \in Members : StartMigrationLater(n, p, d)
  \/ \E n \in Members : HandleAcceptLater(n)
  \/ \E n \in Members, p \in Partitions : CommitProposalLater(n, p)
  \/ \E n \in Members, p \in Partitions : HandleCommitLater(n, p)

RecoverySpec == RecoveryInit /\ [][RecoveryNext]_recoveryVars

-----------------------------------------------------------------------------
\* Of both clusters together, because clients and event logs order what they hear by its version.

\* A term has one master, ...
TermsApart ==
  \A m, k \in {x \in msgs \cup recoveredMsgs : x.type \in {"Accept", "Commit"}} : m.term = k.term => m.src = k.src

\* ... and a version names one configuration.
VersionsApart ==
  \A p \in Partitions : \A e, f \in Proposed(p) \cup Recovered!Proposed(p) : SameVersion(e, f) => e = f

\* What a survivor acts on was decided in the recovered cluster, where each decision is a change of the one before it, or its
\* repetition. Nothing comes from elsewhere.
RecoveredAgreement ==
  written = Survivors =>
    \A p \in Partitions :
      /\ \A n \in Survivors : Recovered!IsDecided(p, committed[n][p])
      /\ \A i \in 2..Len(recoveredDecided[p]) :
           LET e == recoveredDecided[p][i]
               f == recoveredDecided[p][i - 1]
           IN Newer(e, f) /\ (Twins(e, f) \/ BasedOn(e, f))

\* The recovered cluster begins with nothing older than what any survivor had.
KeepsNewest ==
  written # {} =>
    \A p \in Partitions : \A n \in Survivors \ written :
      LET first == recoveredDecided[p][1] IN
      ~Newer(accepted[n][p], [first EXCEPT !.term = first.baseTerm, !.number = first.baseNumber])

\* What models check.
THEOREM RecoverySpec => []TermsApart
THEOREM RecoverySpec => []VersionsApart
THEOREM RecoverySpec => []RecoveredAgreement
THEOREM RecoverySpec => []KeepsNewest
=============================================================================
