------------------------ MODULE DurableControlPlane ------------------------
(***************************************************************************)
(* The control plane with a disk. ControlPlane has a voter that starts     *)
(* again with everything that it had (Reboot); here a voter writes with    *)
(* each step and syncs later, and a restart finds the image that was       *)
(* synced last or any later one, as in DurableDataPlane.                   *)
(*                                                                         *)
(* On the disk are the term, the accepted and the committed registers and  *)
(* the voter set. A message leaves when the last write is synced that      *)
(* changed what the message promises (DependsOn):                          *)
(*                                                                         *)
(*  VoteRequest, Vote   the term: one candidacy and one vote in each       *)
(*  Accepted            the register                                       *)
(*  VotersInstalled     the voter set                                      *)
(*                                                                         *)
(* Accept, Voters and Commit wait for nothing. A master that starts again  *)
(* is no master of its term any more, because its term was synced before   *)
(* it asked for votes; so it uses no number again, and what it has         *)
(* proposed counts when a majority has it on its disks. Its own acceptance *)
(* is one of them and waits like any other.                                *)
(*                                                                         *)
(* Held messages are in msgs, and in the queue of their sender. The models *)
(* replace AcceptedBy and GoingBy, which count messages, by operators that *)
(* count those that have left.                                             *)
(***************************************************************************)
EXTENDS ControlPlane

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
  MaxUnsynced

VARIABLES
  \* What was synced last.
  \* @type: Str -> $voter;
  stored,
  \* What was written since, oldest first, and the messages that depend on that write.
  \* @type: Str -> Seq({image: $voter, held: Set($message)});
  unsynced,
  \* Budgets spent.
  \* @type: {restarts: Int, powerFailures: Int};
  failed

\* @typeAlias: voter = {term: Int, accepted: Int -> $entry, committed: Int -> $entry, voting: $voting};
DurableControlPlane_aliases == TRUE

disk == <<stored, unsynced, failed>>
durableVars == <<term, role, accepted, committed, outstanding, stamp, voting, alive, msgs, calm, used, decided, history,
                 stored, unsynced, failed>>

-----------------------------------------------------------------------------
\* Images and held messages

\* @type: Str => $voter;
Memory(n) == [term |-> term[n], accepted |-> accepted[n], committed |-> committed[n], voting |-> voting[n]]

\* @type: $voter;
NoImage == [term |-> 0, accepted |-> NoRegisters, committed |-> NoRegisters, voting |-> NoVoting]

\* @type: (Str) => Bool;
MayFail(n) == n \in Restarters /\ (failed.restarts < MaxRestarts \/ failed.powerFailures < MaxPowerFailures)

\* @type: Str => Set($message);
HeldBackBy(n) == UNION {unsynced[n][i].held : i \in DOMAIN unsynced[n]}

\* The image after the first i writes that are not synced.
\* @type: (Str, Int) => $voter;
Prefix(n, i) == IF i = 0 THEN stored[n] ELSE unsynced[n][i].image

\* What n has if it restarts now, or goes on.
\* @type: Str => Set($voter);
Images(n) == {Memory(n)} \cup (IF MayFail(n) THEN {Prefix(n, i) : i \in 0..Len(unsynced[n])} ELSE {})

\* @type: $message => Bool;
Left(m) == m \notin HeldBackBy(m.src)

\* In place of AcceptedBy.
\* @type: (Int, $entry) => Set(Str);
AcceptedAndLeft(p, e) ==
  {m.src : m \in {k \in msgs : k.type = "Accepted" /\ k.partition = p /\ k.entry = e /\ Left(k)}}

\* In place of GoingBy.
\* @type: $voting => Set(Str);
GoingByAndLeft(v) == {m.src : m \in {k \in msgs : k.type \in {"VotersInstalled", "Vote"} /\ k.voting = v /\ Left(k)}}

-----------------------------------------------------------------------------
\* Writes to the disk

\* Does m depend on a write that turns x into y?
\* @type: ($message, $voter, $voter) => Bool;
DependsOn(m, x, y) ==
  \/ m.type = "VoteRequest" /\ VoteRequestWaitsForTerm /\ x.term # y.term
  \/ m.type = "Vote" /\ VoteWaitsForTerm /\ x.term # y.term
  \/ m.type = "Accepted" /\ AcceptedWaitsForEntry /\ x.accepted[m.partition] # y.accepted[m.partition]
  \/ m.type = "VotersInstalled" /\ InstalledWaitsForVoters /\ x.voting # y.voting

\* The queue of n with what this step writes, an image or nothing, and its messages, each at the last write that it depends on.
\* @type: (Str, Seq($voter), Set($message)) => Seq({image: $voter, held: Set($message)});
Queue(n, written, sent) ==
  LET old == Len(unsynced[n])
      \* @type: Int => $voter;
      image(i) == IF i <= old THEN Prefix(n, i) ELSE written[i - old]
      all == 1..(old + Len(written))
      \* @type: ($message, Int) => Bool;
      last(m, i) == /\ DependsOn(m, image(i - 1), image(i))
                    /\ \A j \in all : j > i => ~DependsOn(m, image(j - 1), image(j))
  IN [i \in all |-> [image |-> image(i),
                     held |-> (IF i <= old THEN unsynced[n][i].held ELSE {}) \cup {m \in sent : last(m, i)}]]

\* Along with a step of n. When no restart of n is left, nothing depends on its disk any more: a message that is
\* held is a message that is late.
\* @type: Str => Bool;
Stores(n) ==
  IF ~MayFail(n) THEN UNCHANGED disk
  ELSE LET written == IF Memory(n)' = Memory(n) THEN <<>> ELSE <<Memory(n)'>>
       IN /\ written # <<>> => Len(unsynced[n]) < MaxUnsynced
          /\ unsynced' = [unsynced EXCEPT ![n] = Queue(n, written, msgs' \ msgs)]
          /\ UNCHANGED <<stored, failed>>

\* The oldest write of n is on the disk, and with it that n may send what waited for it.
\* @type: Str => Bool;
SyncDisk(n) ==
  /\ unsynced[n] # <<>>
  /\ stored' = [stored EXCEPT ![n] = Head(unsynced[n]).image]
  /\ unsynced' = [unsynced EXCEPT ![n] = Tail(unsynced[n])]
  /\ UNCHANGED <<vars, failed>>

-----------------------------------------------------------------------------
\* Restarts

\* What a member answers again when it is asked again: what it has accepted in the term in which it still is, and the voter
\* set that it goes by. All of that is synced.
\* @type: (Str, $voter) => Set($message);
SentAgain(n, found) ==
  {AcceptedMessage(n, m.src, m.partition, m.entry) :
     m \in {k \in msgs : k.type = "Accept" /\ k.entry = found.accepted[k.partition] /\ k.term = found.term}}
  \cup {VotersInstalledMessage(n, m.src, m.voting) : m \in {k \in msgs : k.type = "Voters" /\ k.voting = found.voting}}

\* The members in S start again, each with what it finds: `found`.
\* @type: (Set(Str), Str -> $voter) => Bool;
StartAgain(S, found) ==
  /\ term' = [n \in Members |-> IF n \in S THEN found[n].term ELSE term[n]]
  /\ accepted' = [n \in Members |-> IF n \in S THEN found[n].accepted ELSE accepted[n]]
  /\ committed' = [n \in Members |-> IF n \in S THEN found[n].committed ELSE committed[n]]
  /\ voting' = [n \in Members |-> IF n \in S THEN found[n].voting ELSE voting[n]]
  /\ stamp' = [n \in Members |-> IF n \in S THEN StampOf(found[n].accepted) ELSE stamp[n]]
  /\ role' = [n \in Members |-> IF n \in S /\ RebootEndsMastership THEN "follower" ELSE role[n]]
  /\ outstanding' = [n \in Members |-> IF n \in S THEN NoRegisters ELSE outstanding[n]]
  /\ msgs' = (msgs \ UNION {HeldBackBy(n) : n \in S}) \cup UNION {SentAgain(n, found[n]) : n \in S}
  /\ stored' = [n \in Members |-> IF ~MayFail(n)' THEN NoImage ELSE IF n \in S THEN found[n] ELSE stored[n]]
  /\ unsynced' = [n \in Members |-> IF ~MayFail(n)' \/ n \in S THEN <<>> ELSE unsynced[n]]
  /\ UNCHANGED <<alive, calm, used, ghosts>>

\* n stops and starts again, and finds the first k writes that were not synced.
\* @type: (Str, Int) => Bool;
RestartFromDisk(n, k) ==
  /\ n \in alive
  /\ ~calm
  /\ n \in Restarters
  /\ failed.restarts < MaxRestarts
  /\ k <= Len(unsynced[n])
  /\ failed' = [failed EXCEPT !.restarts = failed.restarts + 1]
  /\ StartAgain({n}, [m \in Members |-> Prefix(m, IF m = n THEN k ELSE 0)])

\* All that may, stop and start again at once.
PowerFailure ==
  /\ ~calm
  /\ failed.powerFailures < MaxPowerFailures
  /\ failed' = [failed EXCEPT !.powerFailures = failed.powerFailures + 1]
  /\ \E k \in [Members -> 0..MaxUnsynced] :
       /\ \A n \in Members : k[n] <= Len(unsynced[n])
       /\ StartAgain(alive \cap Restarters, [n \in Members |-> Prefix(n, k[n])])

-----------------------------------------------------------------------------
\* Behaviours

DurableInit ==
  /\ Init
  /\ failed = [restarts |-> 0, powerFailures |-> 0]
  /\ stored = [n \in Members |-> IF MayFail(n) THEN Memory(n) ELSE NoImage]
  /\ unsynced = [n \in Members |-> <<>>]

\* The request has left that n hears now.
\* @type: (Str, Str) => Bool;
HearsRequest(n, c) == \E m \in msgs : m.type = "VoteRequest" /\ m.src = c /\ m.term = term'[n] /\ Left(m)

\* The votes of q have left.
\* @type: (Str, Set(Str)) => Bool;
HearsVotes(n, q) == q \subseteq {m.src : m \in {k \in msgs : k.type = "Vote" /\ k.dst = n /\ k.term = term[n] /\ Left(k)}}

StartElectionAndStore(n) == StartElection(n) /\ Stores(n)
HandleVoteRequestAndStore(n, c) == HandleVoteRequest(n, c) /\ HearsRequest(n, c) /\ Stores(n)
BecomeMasterAndStore(n, q) == HearsVotes(n, q) /\ BecomeMaster(n, q) /\ Stores(n)
StartMigrationAndStore(n, p, d) == StartMigration(n, p, d) /\ Stores(n)
FinishMigrationAndStore(n, p) == FinishMigration(n, p) /\ Stores(n)
AbandonMigrationAndStore(n, p) == AbandonMigration(n, p) /\ Stores(n)
RepairAndStore(n, p, m) == Repair(n, p, m) /\ Stores(n)
HandleAcceptAndStore(n) == HandleAccept(n) /\ Stores(n)
CommitProposalAndStore(n, p) == CommitProposal(n, p) /\ Stores(n)
HandleCommitAndStore(n, p) == HandleCommit(n, p) /\ Stores(n)
RestampVotersAndStore(n) == RestampVoters(n) /\ Stores(n)
AddVoterAndStore(n, m) == AddVoter(n, m) /\ Stores(n)
RemoveVoterAndStore(n, m) == RemoveVoter(n, m) /\ Stores(n)
HandleVotersAndStore(n) == HandleVoters(n) /\ Stores(n)

DurableNext ==
  \/ \E n \in Members : StartElectionAndStore(n)
  \/ \E n, c \in Members : HandleVoteRequestAndStore(n, c)
  \/ \E n \in Members : \E q \in SUBSET Members : BecomeMasterAndStore(n, q)
  \/ \E n \in Members, p \in Partitions : \E d \in Members : StartMigrationAndStore(n, p, d)
  \/ \E n \in Members, p \in Partitions : FinishMigrationAndStore(n, p)
  \/ \E n \in Members, p \in Partitions : AbandonMigrationAndStore(n, p)
  \/ \E n \in Members, p \in Partitions : \E m \in Members : RepairAndStore(n, p, m)
  \/ \E n \in Members : HandleAcceptAndStore(n)
  \/ \E n \in Members, p \in Partitions : CommitProposalAndStore(n, p)
  \/ \E n \in Members, p \in Partitions : HandleCommitAndStore(n, p)
  \/ \E n \in Members : RestampVotersAndStore(n)
  \/ \E n, m \in Members : AddVoterAndStore(n, m)
  \/ \E n, m \in Members : RemoveVoterAndStore(n, m)
  \/ \E n \in Members : HandleVotersAndStore(n)
  \/ \E n \in Members : SyncDisk(n)
  \/ \E n \in Members, k \in 0..MaxUnsynced : RestartFromDisk(n, k)
  \/ PowerFailure

DurableSpec == DurableInit /\ [][DurableNext]_durableVars

-----------------------------------------------------------------------------
\* What is decided is on the disks of a majority of the voters that anybody goes by, in this version or a later one: it
\* survives a restart of all.
DecidedStored ==
  \A p \in Partitions : \A v \in {voting[n] : n \in alive} :
    CanElect(v) =>
      IsMajority({n \in v.voters : \A image \in Images(n) :
                    image.accepted[p] # NoEntry /\ ~Newer(LastDecided(p), image.accepted[p])}, v.voters)

\* What models check.
THEOREM DurableSpec => []OneMasterPerTerm
THEOREM DurableSpec => []VersionUnique
THEOREM DurableSpec => []Agreement
THEOREM DurableSpec => []QuorumsIntersect
THEOREM DurableSpec => []DecidedStored
THEOREM DurableSpec => RefinesTable
=============================================================================
