----------------------------- MODULE Registers -----------------------------
(***************************************************************************)
(* The registers of the quorum protocol: for each partition one register   *)
(* that holds its configuration, kept by the voters. This module has the   *)
(* state, the messages, and a master that proposes and commits; elections  *)
(* are in MasterFailover, changes of the voter set in Voters, and          *)
(* ControlPlane puts them together.                                        *)
(*                                                                         *)
(* A register is overwritten whole, there is no log. Its version is        *)
(* (term, number), ordered by term first. The master of a term is the only *)
(* one that proposes in it, each version once. A voter accepts what is     *)
(* newer than what it has, and nothing from a term that is over. What a    *)
(* majority has accepted is decided; members act on what they know to be   *)
(* decided and never on what they have accepted themselves.                *)
(*                                                                         *)
(* Messages are a set that only grows: a message may be received late,     *)
(* twice, in any order, or never. Crashed, slow and disconnected members   *)
(* (in one direction or both) are members that take no step.               *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences, Configuration, Rules

\* A value of a register. baseTerm, baseNumber: version of the decided value that this one was proposed as a change of.
\* A re-stamp keeps it, so that (base, configuration) is the identity of a proposal under all its versions.
\* @typeAlias: entry = {term: Int, number: Int, baseTerm: Int, baseNumber: Int, configuration: $configuration};
\* The voter set with its own version.
\* @typeAlias: voting = {term: Int, number: Int, voters: Set(Str)};
\* @typeAlias: message = {type: Str, src: Str, dst: Str, term: Int, partition: Int, entry: $entry, registers: Int -> $entry, voting: $voting};
Registers_aliases == TRUE

CONSTANTS
  \* All incarnations that appear in the model.
  \* @type: Set(Str);
  Members,
  \* @type: Set(Str);
  InitialVoters,
  \* @type: Set(Int);
  Partitions,
  \* Who stands for election. Fewer than all make a model smaller, ...
  \* @type: Set(Str);
  Candidates,
  \* ... and so does TRUE here: "a" stands in term 1, "b" in term 2, and so on in turn. No term is fought over then.
  \* @type: Bool;
  TakeTurns,
  \* Members whose learning of decisions is modelled. What a member knows to be decided matters to itself only, so that
  \* models about agreement of the voters need none.
  \* @type: Set(Str);
  Listeners,

  \* Budgets; 0 switches the feature off.
  \* @type: Int;
  MaxTerm,
  \* @type: Int;
  MaxMigrations,        \* migrations that are started, per partition. Ending one is never limited
  \* @type: Int;
  MaxRepairs,           \* promotions and removals from the in-sync set, per partition, for members suspected rightly or not
  \* @type: Int;
  MaxCrashes,           \* members that lose their memory
  \* @type: Int;
  MaxReboots,           \* members that start again with what a voter has to keep on disk
  \* @type: Int;
  MaxVoterChanges,
  \* May the faults come to an end? For liveness, see MasterFailover.
  \* @type: Bool;
  Calming

VARIABLES
  \* @type: Str -> Int;
  term,         \* the highest term that the member has promised to
  \* @type: Str -> Str;
  role,         \* "follower", "candidate", "master"
  \* @type: Str -> Int -> $entry;
  accepted,
  \* @type: Str -> Int -> $entry;
  committed,    \* the newest value that the member knows to be decided: the one it acts on
  \* @type: Str -> Int -> $entry;
  outstanding,  \* what the master has proposed and does not know to be decided
  \* @type: Str -> Set(<<Int, Int, Int>>);
  stamp,        \* of the accepted registers, changed along with them
  \* @type: Str -> $voting;
  voting,       \* the voter set that the member goes by
  \* @type: Set(Str);
  alive,
  \* @type: Set($message);
  msgs,
  \* @type: Bool;
  calm,         \* the faults are over
  \* @type: {migrations: Int -> Int, repairs: Int -> Int, crashes: Int, reboots: Int, voterChanges: Int};
  used,         \* budgets spent

  \* For the specification only; no guard reads them. Decided values in the order of their versions, as the master commits
  \* them, each after its twins: older versions of the same proposal, which slow voters may still complete.
  \* @type: Int -> Seq($entry);
  decided,
  \* Their configurations alone, as Table has them.
  \* @type: Int -> Seq($configuration);
  history

\* @type: <<Str -> Int, Str -> Str, Str -> Int -> $entry, Str -> Int -> $entry, Str -> Int -> $entry, Str -> Set(<<Int, Int, Int>>), Str -> $voting, Set(Str), Set($message), Bool, {migrations: Int -> Int, repairs: Int -> Int, crashes: Int, reboots: Int, voterChanges: Int}, Int -> Seq($entry), Int -> Seq($configuration)>>;
vars == <<term, role, accepted, committed, outstanding, stamp, voting, alive, msgs, calm, used, decided, history>>

\* @type: <<Int -> Seq($entry), Int -> Seq($configuration)>>;
ghosts == <<decided, history>>

-----------------------------------------------------------------------------
\* Values

\* @type: $entry;
NoEntry == [term |-> -1, number |-> 0, baseTerm |-> -1, baseNumber |-> 0,
            configuration |-> [primary |-> None, backups |-> {}, inSync |-> {}, migration |-> NoMigration]]

\* @type: Int -> $entry;
NoRegisters == [p \in Partitions |-> NoEntry]

\* Every partition starts with "a" and "b", so that "c", where there is one, is who migrations go to.
\* @type: $entry;
FirstEntry == [term |-> 0, number |-> 1, baseTerm |-> 0, baseNumber |-> 0, configuration |-> Settled("a", {"b"})]

\* @type: ($entry, $entry) => Bool;
Newer(e, f) == e.term > f.term \/ (e.term = f.term /\ e.number > f.number)

\* @type: ($entry, $entry) => Bool;
SameVersion(e, f) == e.term = f.term /\ e.number = f.number

\* Two versions of one proposal.
\* @type: ($entry, $entry) => Bool;
Twins(e, f) == e.baseTerm = f.baseTerm /\ e.baseNumber = f.baseNumber /\ e.configuration = f.configuration

\* @type: ($entry, $entry) => Bool;
BasedOn(e, f) == e.baseTerm = f.term /\ e.baseNumber = f.number

\* @type: ($voting, $voting) => Bool;
NewerVoting(v, w) == v.term > w.term \/ (v.term = w.term /\ v.number > w.number)

\* @type: $voting;
NoVoting == [term |-> -1, number |-> 0, voters |-> {}]

\* @type: $voting;
FirstVoting == [term |-> 0, number |-> 1, voters |-> InitialVoters]

\* Whoever loses its memory is a new member, see MasterFailover!Crash.
\* @type: Str => Str;
Reborn(n) == CASE n = "a" -> "a2"
               [] n = "b" -> "b2"
               [] n = "c" -> "c2"
               [] n = "d" -> "d2"
               [] OTHER -> None

\* More than half of the voters; without SuspicionKeepsMajority, of those that are not suspected, which may be any of them.
\* @type: (Set(Str), Set(Str)) => Bool;
IsMajority(s, voters) ==
  IF SuspicionKeepsMajority THEN 2 * Cardinality(s \cap voters) > Cardinality(voters) ELSE s \cap voters # {}

\* The stamp is a sum of one 64-bit contribution per partition, so that changing one register changes it by one
\* subtraction and one addition. The hash is taken as injective: the sum is the set of its contributions.
\* @type: (Int, $entry) => <<Int, Int, Int>>;
Contribution(p, e) == <<p, IF StampCoversTerm THEN e.term ELSE 0, e.number>>

\* The stamp when partition p goes from e to f.
\* @type: (Set(<<Int, Int, Int>>), Int, $entry, $entry) => Set(<<Int, Int, Int>>);
Exchange(s, p, e, f) == (s \ {Contribution(p, e)}) \cup {Contribution(p, f)}

\* @type: (Int -> $entry) => Set(<<Int, Int, Int>>);
StampOf(registers) == {Contribution(p, registers[p]) : p \in Partitions}

-----------------------------------------------------------------------------
\* Messages. One shape for all of them, with neutral values where a type has no use for a field. dst = None: to everybody.

\* @type: Int -> $entry;
NothingTold == [p \in {} |-> NoEntry]

\* @type: (Str, Int, $voting) => $message;
VoteRequestMessage(n, t, v) ==
  [type |-> "VoteRequest", src |-> n, dst |-> None, term |-> t, partition |-> -1, entry |-> NoEntry, registers |-> NothingTold, voting |-> v]

\* @type: (Str, Str, Int, Int -> $entry, $voting) => $message;
VoteMessage(n, c, t, r, v) ==
  [type |-> "Vote", src |-> n, dst |-> c, term |-> t, partition |-> -1, entry |-> NoEntry, registers |-> r, voting |-> v]

\* @type: (Str, Int, $entry) => $message;
AcceptMessage(n, p, e) ==
  [type |-> "Accept", src |-> n, dst |-> None, term |-> e.term, partition |-> p, entry |-> e, registers |-> NothingTold, voting |-> NoVoting]

\* @type: (Str, Str, Int, $entry) => $message;
AcceptedMessage(n, m, p, e) ==
  [type |-> "Accepted", src |-> n, dst |-> m, term |-> e.term, partition |-> p, entry |-> e, registers |-> NothingTold, voting |-> NoVoting]

\* @type: (Str, Int, $entry) => $message;
CommitMessage(n, p, e) ==
  [type |-> "Commit", src |-> n, dst |-> None, term |-> e.term, partition |-> p, entry |-> e, registers |-> NothingTold, voting |-> NoVoting]

\* Everything that was ever proposed for p.
\* @type: Int => Set($entry);
Proposed(p) == {m.entry : m \in {k \in msgs : k.type = "Accept" /\ k.partition = p}}

\* Who has accepted this version of p.
\* @type: (Int, $entry) => Set(Str);
AcceptedBy(p, e) == {m.src : m \in {k \in msgs : k.type = "Accepted" /\ k.partition = p /\ k.entry = e}}

\* @type: (Int, $entry) => Bool;
IsDecided(p, e) == \E i \in DOMAIN decided[p] : decided[p][i] = e

\* @type: Int => $entry;
LastDecided(p) == decided[p][Len(decided[p])]

-----------------------------------------------------------------------------
RegistersInit ==
  /\ term = [n \in Members |-> 0]
  /\ role = [n \in Members |-> "follower"]
  /\ accepted = [n \in Members |-> [p \in Partitions |-> IF n \in InitialVoters THEN FirstEntry ELSE NoEntry]]
  /\ committed = [n \in Members |-> [p \in Partitions |-> IF n \in InitialVoters THEN FirstEntry ELSE NoEntry]]
  /\ outstanding = [n \in Members |-> [p \in Partitions |-> NoEntry]]
  /\ stamp = [n \in Members |-> StampOf([p \in Partitions |-> IF n \in InitialVoters THEN FirstEntry ELSE NoEntry])]
  /\ voting = [n \in Members |-> IF n \in InitialVoters THEN FirstVoting ELSE NoVoting]
  /\ alive = {n \in Members : ~\E m \in Members : Reborn(m) = n}
  /\ msgs = {}
  /\ calm = FALSE
  /\ used = [migrations |-> [p \in Partitions |-> 0], repairs |-> [p \in Partitions |-> 0],
             crashes |-> 0, reboots |-> 0, voterChanges |-> 0]
  /\ decided = [p \in Partitions |-> <<FirstEntry>>]
  /\ history = [p \in Partitions |-> <<FirstEntry.configuration>>]

-----------------------------------------------------------------------------
\* Master: propose

\* What the change is made of: what the master knows to be decided, or without ProposeComparesBase whatever was decided once.
\* @type: (Str, Int) => Set($entry);
Bases(n, p) ==
  IF ProposeComparesBase THEN {committed[n][p]}
  ELSE {committed[n][p]} \cup {m.entry : m \in {k \in msgs : k.type = "Commit" /\ k.partition = p}}

\* @type: (Str, Int) => Bool;
MayPropose(n, p) ==
  /\ n \in alive
  /\ \/ role[n] = "master"
     \/ ~OnlyMasterProposes /\ role[n] = "candidate"
  /\ RestampFirst /\ RestampAlways /\ OnlyMasterProposes => committed[n][p].term = term[n]

\* c as a change of base. The master accepts its own proposals at once, as one voter among others. The number follows from what the master has decided last, so that it is used once per term.
\* @type: (Str, Int, $entry, $configuration) => Bool;
Propose(n, p, base, c) ==
  LET e == [term |-> term[n], number |-> committed[n][p].number + 1,
            baseTerm |-> base.term, baseNumber |-> base.number, configuration |-> c]
  IN
  /\ MayPropose(n, p)
  /\ \/ outstanding[n][p] = NoEntry
     \/ ~OneOutstanding
     \/ ~AbortTakesNewVersion /\ c = WithoutMigration(base.configuration)
  /\ outstanding' = [outstanding EXCEPT ![n][p] = e]
  /\ accepted' = [accepted EXCEPT ![n][p] = e]
  /\ stamp' = [stamp EXCEPT ![n] = Exchange(@, p, accepted[n][p], e)]
  /\ msgs' = msgs \cup {AcceptMessage(n, p, e), AcceptedMessage(n, n, p, e)}
  /\ UNCHANGED <<term, role, committed, voting, alive, calm, ghosts>>

\* The primary's copy moves to d; the configuration that is decided makes d a learner.
\* @type: (Str, Int, Str) => Bool;
StartMigration(n, p, d) ==
  \E base \in Bases(n, p) :
    /\ used.migrations[p] < MaxMigrations
    /\ ~calm
    /\ ~Migrating(base.configuration)
    /\ NewcomersOnly => d \notin Replicas(base.configuration)
    /\ d # base.configuration.primary
    /\ Propose(n, p, base, WithMigration(base.configuration, base.configuration.primary, d))
    /\ used' = [used EXCEPT !.migrations[p] = @ + 1]

\* @type: (Str, Int) => Bool;
FinishMigration(n, p) ==
  \E base \in Bases(n, p) :
    /\ Migrating(base.configuration)
    /\ Propose(n, p, base, Migrated(base.configuration))
    /\ UNCHANGED used

\* @type: (Str, Int) => Bool;
AbandonMigration(n, p) ==
  \E base \in Bases(n, p) :
    /\ Migrating(base.configuration)
    /\ Propose(n, p, base, WithoutMigration(base.configuration))
    /\ UNCHANGED used

\* m is suspected. A primary is replaced by an in-sync backup, a backup is taken out of the in-sync set.
\* @type: (Str, Int, Str) => Bool;
Repair(n, p, m) ==
  \E base \in Bases(n, p) :
    /\ used.repairs[p] < MaxRepairs
    /\ ~calm
    /\ m \in base.configuration.inSync
    /\ \/ /\ m = base.configuration.primary
          /\ \E s \in base.configuration.inSync \ {m} : Propose(n, p, base, Promoted(base.configuration, s))
       \/ /\ m # base.configuration.primary
          /\ Propose(n, p, base, WithoutInSync(base.configuration, m))
    /\ used' = [used EXCEPT !.repairs[p] = @ + 1]

-----------------------------------------------------------------------------
\* Every message carries a term, and a later one than the own ends whatever the receiver was in the old one.

\* @type: (Str, Int) => Bool;
HearTerm(n, t) ==
  IF t > term[n]
  THEN /\ term' = [term EXCEPT ![n] = t]
       /\ role' = [role EXCEPT ![n] = IF LaterTermEndsMastership THEN "follower" ELSE @]
       /\ outstanding' = [outstanding EXCEPT ![n] = NoRegisters]
  ELSE UNCHANGED <<term, role, outstanding>>

-----------------------------------------------------------------------------
\* Voter: accept

\* Everybody who receives a proposal answers, learners as well; whose answer counts is the master's business.
\* @type: Str => Bool;
HandleAccept(n) ==
  /\ n \in alive
  /\ \E m \in msgs :
       LET p == m.partition IN
       /\ m.type = "Accept"
       /\ AcceptChecksTerm => m.term >= term[n]
       /\ IF AcceptChecksVersion THEN Newer(m.entry, accepted[n][p])
          ELSE m.entry # accepted[n][p] /\ (m.term = term[n] \/ Newer(m.entry, accepted[n][p]))
       /\ accepted' = [accepted EXCEPT ![n][p] = m.entry]
       /\ stamp' = IF StampFollowsRegisters THEN [stamp EXCEPT ![n] = Exchange(@, p, accepted[n][p], m.entry)] ELSE stamp
       /\ committed' = IF ActOnCommit THEN committed ELSE [committed EXCEPT ![n][p] = m.entry]
       /\ msgs' = msgs \cup {AcceptedMessage(n, m.src, p, m.entry)}
       /\ IF AcceptRaisesTerm THEN HearTerm(n, m.term) ELSE UNCHANGED <<term, role, outstanding>>
  /\ UNCHANGED <<voting, alive, calm, used, decided, history>>

-----------------------------------------------------------------------------
\* Master: commit

\* Older versions of the same proposal that slow voters may still complete. There are at most as many as earlier terms.
\* A version older than what is decided already is none of them when it was not counted then: it was proposed afterwards, by
\* a master that was deposed before it knew that it was one, and the majority that decided accepts nothing of its term.
\* @type: (Int, $entry) => Set($entry);
OlderTwins(p, e) == {f \in Proposed(p) : Newer(e, f) /\ Twins(e, f) /\ Newer(f, LastDecided(p))}

\* @type: Set($entry) => $entry;
Oldest(s) == CHOOSE e \in s : \A f \in s : ~Newer(e, f)

\* @type: Set($entry) => Seq($entry);
InOrder(s) ==
  LET e1 == Oldest(s)
      s1 == s \ {e1}
      e2 == Oldest(s1)
      s2 == s1 \ {e2}
      e3 == Oldest(s2)
      s3 == s2 \ {e3}
  IN IF s = {} THEN <<>>
     ELSE IF s1 = {} THEN <<e1>>
     ELSE IF s2 = {} THEN <<e1, e2>>
     ELSE IF s3 = {} THEN <<e1, e2, e3>>
     ELSE <<e1, e2, e3, Oldest(s3)>>

\* @type: ($configuration, Int) => Seq($configuration);
Copies(c, n) == SubSeq(<<c, c, c, c, c>>, 1, n)

\* The proposal has been accepted by a majority of the voters that the master goes by, under this very version.
\* The master's own accept counts like any other.
\* @type: (Str, Int) => Bool;
CommitProposal(n, p) ==
  LET e == outstanding[n][p] IN
  /\ n \in alive
  /\ role[n] = "master"
  /\ e # NoEntry
  /\ \/ IsMajority(AcceptedBy(p, e), voting[n].voters)
     \/ ~OwnAcceptIsOneVote /\ n \in AcceptedBy(p, e)
  /\ committed' = [committed EXCEPT ![n][p] = e]
  /\ outstanding' = [outstanding EXCEPT ![n][p] = NoEntry]
  /\ msgs' = msgs \cup {CommitMessage(n, p, e)}
  /\ IF IsDecided(p, e) THEN UNCHANGED ghosts
     ELSE LET twins == InOrder(OlderTwins(p, e)) IN
          /\ decided' = [decided EXCEPT ![p] = (@ \o twins) \o <<e>>]
          /\ history' = [history EXCEPT ![p] = @ \o Copies(e.configuration, Len(twins) + 1)]
  /\ UNCHANGED <<term, role, accepted, stamp, voting, alive, calm, used>>

-----------------------------------------------------------------------------
\* Member: act on a decision

\* The whole value comes with the message: there is no gap that could be jumped over, and nothing to prune.
\* @type: (Str, Int) => Bool;
HandleCommit(n, p) ==
  /\ n \in alive \cap Listeners
  /\ \E m \in msgs :
       /\ m.type = "Commit"
       /\ m.partition = p
       /\ IF CommitChecksVersion THEN Newer(m.entry, committed[n][p]) ELSE m.entry # committed[n][p]
       /\ committed' = [committed EXCEPT ![n][p] = m.entry]
       /\ HearTerm(n, m.term)
  /\ UNCHANGED <<accepted, stamp, voting, alive, msgs, calm, used, ghosts>>
=============================================================================
