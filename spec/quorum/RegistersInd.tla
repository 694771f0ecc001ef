--------------------------- MODULE RegistersInd ---------------------------
(***************************************************************************)
(* Why the registers agree, as an inductive invariant, for a fixed set of  *)
(* voters. IndInv holds at the start and is kept by every step, from any   *)
(* state in which it holds, reachable or not: so nothing in the argument   *)
(* depends on a bound on terms, numbers, or steps.                         *)
(*                                                                         *)
(* The argument is that of Paxos, with two changes. A value is known by    *)
(* its base and configuration (it may be decided under several versions),  *)
(* and in its own term a master may go on from what it has decided.        *)
(* The heart is Forward: as long as a proposal can still be decided, every *)
(* newer one either repeats it or is built on it or on something newer.    *)
(*                                                                         *)
(* decided, stamp, calm and used are not mentioned: no guard that could    *)
(* make a difference reads the first two, and the other two only take      *)
(* steps away.                                                             *)
(*                                                                         *)
(* The conjuncts get the messages by type as parameters. A symbolic        *)
(* checker that starts from any state which satisfies IndInv builds the    *)
(* state from these sets, and saves looking for them in msgs again.        *)
(***************************************************************************)
EXTENDS MasterFailover

\* The steps of Registers and MasterFailover, in groups that can be looked at one by one. The voters stay as they are.
ElectionStep ==
  \/ \E n \in Members : StartElection(n)
  \/ \E n, c \in Members : HandleVoteRequest(n, c)
  \/ \E n \in Members : Crash(n)
  \/ \E n \in Members : Reboot(n)

MasterStep == \E n \in Members, q \in SUBSET InitialVoters : BecomeMaster(n, q)

ProposalStep ==
  \/ \E n \in Members, p \in Partitions, d \in Members : StartMigration(n, p, d)
  \/ \E n \in Members, p \in Partitions : FinishMigration(n, p)
  \/ \E n \in Members, p \in Partitions : AbandonMigration(n, p)
  \/ \E n \in Members, p \in Partitions, m \in Members : Repair(n, p, m)

DecisionStep ==
  \/ \E n \in Members : HandleAccept(n)
  \/ \E n \in Members, p \in Partitions : CommitProposal(n, p)
  \/ \E n \in Members, p \in Partitions : HandleCommit(n, p)

FixedVotersNext == ElectionStep \/ MasterStep \/ ProposalStep \/ DecisionStep

FixedVotersSpec == RegistersInit /\ [][FixedVotersNext]_vars

-----------------------------------------------------------------------------
\* Vocabulary

\* @type: (Set($message), Str) => Set($message);
OfType(messages, type) == {m \in messages : m.type = type}

\* e was proposed for p.
\* @type: (Set($message), Int, $entry) => Bool;
IsProposed(accepts, p, e) == \E m \in accepts : m.partition = p /\ m.entry = e

\* e may be what a voter holds for p.
\* @type: (Set($message), Int, $entry) => Bool;
IsKnown(accepts, p, e) == e = FirstEntry \/ IsProposed(accepts, p, e)

\* n has accepted the proposal with e's version. A version names one proposal.
\* @type: (Set($message), Str, Int, $entry) => Bool;
HasAccepted(acceptances, n, p, e) == \E a \in acceptances : a.src = n /\ a.partition = p /\ SameVersion(a.entry, e)

\* @type: (Set($message), Int, $entry) => Bool;
Chosen(acceptances, p, e) ==
  \/ e = FirstEntry
  \/ IsMajority({n \in InitialVoters : HasAccepted(acceptances, n, p, e)}, InitialVoters)

\* A majority has accepted e, or may still do so. Once this is false it stays so.
\* @type: (Set($message), Int, $entry) => Bool;
MayBeChosen(acceptances, p, e) ==
  IsMajority({n \in InitialVoters : (n \in alive /\ term[n] <= e.term) \/ HasAccepted(acceptances, n, p, e)}, InitialVoters)

\* @type: (Set($message), Str, Str, Int) => Bool;
HasVoted(votes, n, candidate, t) == \E v \in votes : v.src = n /\ v.dst = candidate /\ v.term = t

\* @type: (Set($message), Str, Int) => Bool;
Elected(votes, n, t) == IsMajority({v \in InitialVoters : HasVoted(votes, v, n, t)}, InitialVoters)

\* e is f under another version, or was made on top of f or of something newer.
\* @type: ($entry, $entry) => Bool;
Extends(e, f) ==
  \/ Twins(e, f)
  \/ e.baseTerm > f.term
  \/ e.baseTerm = f.term /\ e.baseNumber >= f.number

-----------------------------------------------------------------------------
\* The invariant

MembersOK ==
  \A n \in Members :
    /\ voting[n] = IF n \in InitialVoters /\ n \in alive THEN FirstVoting ELSE NoVoting
    /\ role[n] \in {"follower", "candidate", "master"}
    /\ role[n] # "follower" => n \in alive /\ n \in InitialVoters
    /\ role[n] # "master" => \A p \in Partitions : outstanding[n][p] = NoEntry
    /\ term[n] >= 0

\* Of votes: who votes, and for what.
\* @type: (Set($message), Set($message)) => Bool;
VotesOK(accepts, votes) ==
  \A v \in votes :
    /\ v.dst \in InitialVoters
    /\ v.term > 0
    /\ v.src \in alive => term[v.src] >= v.term
    /\ \A p \in Partitions :
         /\ IsKnown(accepts, p, v.registers[p]) \/ (v.src \notin InitialVoters /\ v.registers[p] = NoEntry)
         /\ v.registers[p].term < v.term

\* A member that is not born yet has said nothing and holds nothing.
\* @type: (Set($message), Set($message)) => Bool;
UnbornOK(acceptances, votes) ==
  \A n \in alive : Reborn(n) \in Members =>
    /\ Reborn(n) \notin alive
    /\ accepted[Reborn(n)] = NoRegisters
    /\ \A a \in acceptances : a.src # Reborn(n)
    /\ \A v \in votes : v.src # Reborn(n)

\* @type: Set($message) => Bool;
OneVoteATerm(votes) == \A v, w \in votes : v.src = w.src /\ v.term = w.term => v = w

\* A vote tells all that its sender had accepted, and will ever have accepted, of earlier terms.
\* @type: (Set($message), Set($message)) => Bool;
VotesTell(acceptances, votes) ==
  \A v \in votes : \A a \in acceptances :
    a.src = v.src /\ a.term < v.term => ~Newer(a.entry, v.registers[a.partition])

\* Who stands for a term votes for itself in it, and has proposed nothing in it yet.
\* @type: (Set($message), Set($message), Set($message)) => Bool;
CandidatesOK(accepts, votes, requests) ==
  /\ \A m \in requests : m.src \in InitialVoters /\ m.term > 0 /\ HasVoted(votes, m.src, m.src, m.term)
  /\ \A n \in Members : role[n] = "candidate" =>
       /\ HasVoted(votes, n, n, term[n])
       /\ \A m \in accepts : m.term # term[n] \/ m.src # n

\* A proposal comes from whom a majority elected in its term, and changes something older.
\* @type: (Set($message), Set($message)) => Bool;
ProposalsOK(accepts, votes) ==
  \A m \in accepts :
    /\ m.partition \in Partitions
    /\ m.entry.term = m.term
    /\ m.term > 0
    /\ Elected(votes, m.src, m.term)
    /\ m.src \in alive => term[m.src] >= m.term
    /\ m.entry.baseTerm < m.term \/ (m.entry.baseTerm = m.term /\ m.entry.baseNumber < m.entry.number)
    /\ m.entry.baseTerm >= 0
    /\ m.entry.number > 1

\* @type: Set($message) => Bool;
OneProposalAVersion(accepts) ==
  \A m, k \in accepts : m.partition = k.partition /\ SameVersion(m.entry, k.entry) => m = k

\* In one term, the next proposal is a change of what has been chosen in it.
\* @type: (Set($message), Set($message)) => Bool;
NextAfterChosen(accepts, acceptances) ==
  \A m, k \in accepts :
    m.partition = k.partition /\ m.term = k.term /\ m.entry.number > k.entry.number =>
      /\ Chosen(acceptances, k.partition, k.entry)
      /\ m.entry.baseTerm = m.term
      /\ m.entry.baseNumber >= k.entry.number

\* What is accepted was proposed, and is what its acceptor holds or older.
\* @type: (Set($message), Set($message)) => Bool;
AcceptancesOK(accepts, acceptances) ==
  \A a \in acceptances :
    /\ IsProposed(accepts, a.partition, a.entry)
    /\ a.term = a.entry.term
    /\ a.src \in alive => term[a.src] >= a.term /\ ~Newer(a.entry, accepted[a.src][a.partition])

\* @type: Set($message) => Bool;
HoldsProposed(accepts) ==
  \A n \in alive : \A p \in Partitions :
    /\ accepted[n][p].term <= term[n]
    /\ IsKnown(accepts, p, accepted[n][p]) \/ (n \notin InitialVoters /\ accepted[n][p] = NoEntry)

\* What is known to be decided has been chosen.
\* @type: (Set($message), Set($message), Set($message)) => Bool;
CommitsOK(accepts, acceptances, commits) ==
  /\ \A m \in commits :
       /\ m.entry.term = m.term
       /\ IsProposed(accepts, m.partition, m.entry)
       /\ Chosen(acceptances, m.partition, m.entry)
       \* A master that still waits for its proposal has not announced it.
       /\ \A n \in Members :
            (role[n] = "master" /\ term[n] = m.term /\ outstanding[n][m.partition] # NoEntry)
            => m.entry.number < outstanding[n][m.partition].number
  /\ \A n \in Members : \A p \in Partitions :
       \/ committed[n][p] = NoEntry
       \/ IsKnown(accepts, p, committed[n][p]) /\ Chosen(acceptances, p, committed[n][p])

\* A master was elected, and its last proposal is outstanding or decided.
\* @type: (Set($message), Set($message)) => Bool;
MastersOK(accepts, votes) ==
  \A n \in Members : role[n] = "master" =>
    /\ Elected(votes, n, term[n])
    /\ \A p \in Partitions :
         LET e == outstanding[n][p]
             c == committed[n][p]
         IN
         /\ IF e = NoEntry THEN c.term = term[n] ELSE e.term = term[n] /\ IsProposed(accepts, p, e)
         /\ \A m \in accepts : m.partition = p /\ m.term = term[n] =>
              \/ e # NoEntry /\ m.entry = e
              \/ c.term = term[n] /\ m.entry.number <= c.number
         /\ e # NoEntry /\ c.term = term[n] => e.number > c.number

\* @type: (Set($message), Set($message)) => Bool;
Forward(accepts, acceptances) ==
  \A m, k \in accepts :
    (m.partition = k.partition /\ Newer(m.entry, k.entry) /\ MayBeChosen(acceptances, k.partition, k.entry))
    => Extends(m.entry, k.entry)

\* @type: (Set($message), Set($message), Set($message), Set($message), Set($message)) => Bool;
Holds(accepts, acceptances, votes, requests, commits) ==
  /\ MembersOK
  /\ VotesOK(accepts, votes)
  /\ UnbornOK(acceptances, votes)
  /\ OneVoteATerm(votes)
  /\ VotesTell(acceptances, votes)
  /\ CandidatesOK(accepts, votes, requests)
  /\ ProposalsOK(accepts, votes)
  /\ OneProposalAVersion(accepts)
  /\ NextAfterChosen(accepts, acceptances)
  /\ AcceptancesOK(accepts, acceptances)
  /\ HoldsProposed(accepts)
  /\ CommitsOK(accepts, acceptances, commits)
  /\ MastersOK(accepts, votes)
  /\ Forward(accepts, acceptances)

Accepts == OfType(msgs, "Accept")
Acceptances == OfType(msgs, "Accepted")
Votes == OfType(msgs, "Vote")
VoteRequests == OfType(msgs, "VoteRequest")
Commits == OfType(msgs, "Commit")

IndInv == Holds(Accepts, Acceptances, Votes, VoteRequests, Commits)

-----------------------------------------------------------------------------
\* What follows from it

OneMasterPerTerm == \A n, m \in Members : role[n] = "master" /\ role[m] = "master" /\ term[n] = term[m] => n = m

\* A version names one value.
VersionUnique ==
  \A m, k \in Accepts : m.partition = k.partition /\ SameVersion(m.entry, k.entry) => m.entry = k.entry

\* Of two changes of one and the same value at most one is decided: no migration is both done and given up.
Agreement ==
  \A m, k \in Accepts :
    /\ m.partition = k.partition
    /\ m.entry.baseTerm = k.entry.baseTerm
    /\ m.entry.baseNumber = k.entry.baseNumber
    /\ Chosen(Acceptances, m.partition, m.entry)
    /\ Chosen(Acceptances, k.partition, k.entry)
    => Twins(m.entry, k.entry)

\* Of two decided values the newer one repeats the older, or is built on it or on something newer.
OnlyForward ==
  \A m, k \in Accepts :
    /\ m.partition = k.partition
    /\ Newer(m.entry, k.entry)
    /\ Chosen(Acceptances, m.partition, m.entry)
    /\ Chosen(Acceptances, k.partition, k.entry)
    => Extends(m.entry, k.entry)

\* What members act on was decided.
ActsOnDecided ==
  \A n \in Members : \A p \in Partitions : committed[n][p] = NoEntry \/ Chosen(Acceptances, p, committed[n][p])

Consequences == OneMasterPerTerm /\ VersionUnique /\ Agreement /\ OnlyForward /\ ActsOnDecided

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM FixedVotersSpec => []IndInv
THEOREM FixedVotersSpec => []VersionUnique
THEOREM FixedVotersSpec => []OnlyForward
===========================================================================
