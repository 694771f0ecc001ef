--------------------------- MODULE MCRegistersInd ---------------------------
(***************************************************************************)
(* RegistersInd for Apalache: constants, and the states from which the     *)
(* inductive step starts.                                                  *)
(*                                                                         *)
(* IndInit is IndInv over all states of a certain size: terms, numbers and *)
(* bases are any integers, and there are at most two proposals besides the *)
(* first value, four acceptances, four votes, a request for votes and a    *)
(* commit. Registers of different partitions share terms and votes only,   *)
(* hence one partition. Configurations are only compared, so three will do.*)
(*                                                                         *)
(* Not lost: every value is a proposal (IsKnown), so all of them come from *)
(* the proposals. used = 0 allows every step that another value allows.    *)
(***************************************************************************)
EXTENDS RegistersInd

OtherSizes ==
  /\ InitialVoters = {"a", "b", "c"}
  /\ Candidates = {"a", "b", "c"}
  /\ TakeTurns = FALSE
  /\ Partitions = {1}
  /\ Listeners = {"a", "b", "c"}
  /\ MaxTerm = 1000000
  /\ MaxMigrations = 1
  /\ MaxRepairs = 1
  /\ MaxCrashes = 1
  /\ MaxReboots = 1
  /\ MaxVoterChanges = 0
  /\ Calming = FALSE

Sizes == Members = {"a", "b", "c"} /\ OtherSizes

ConstInit == Sizes /\ Weakened = {}

\* "c2" is no voter. It is alive from the start of the step, or is born when "c" dies.
ConstInitReborn == Members = {"a", "b", "c", "c2"} /\ OtherSizes /\ Weakened = {}

\* The new master takes its own registers for the newest.
ConstInitOwnRegisters == Sizes /\ Weakened = {"RecoverFromMajority"}

-----------------------------------------------------------------------------
First == Settled("a", {"b"})
Configurations == {First, WithMigration(First, "a", "c"), Migrated(WithMigration(First, "a", "c"))}

\* @type: ($entry, $entry, $entry, $entry) => (Str -> Int -> $entry);
PerMember(w, x, y, z) ==
  [n \in Members |-> [p \in Partitions |-> CASE n = "a" -> w [] n = "b" -> x [] n = "c" -> y [] OTHER -> z]]

\* @type: (Int, Int, Int, Int, $configuration) => $entry;
Entry(t, number, baseTerm, baseNumber, c) ==
  [term |-> t, number |-> number, baseTerm |-> baseTerm, baseNumber |-> baseNumber, configuration |-> c]

IndInit ==
  \E et1, en1, eb1, em1, et2, en2, eb2, em2 \in Int : \E g1, g2 \in Configurations :
  LET e1 == Entry(et1, en1, eb1, em1, g1)
      e2 == Entry(et2, en2, eb2, em2, g2)
      proposals == {e1, e2}
      values == {FirstEntry, e1, e2}
      valuesOrNone == {NoEntry, FirstEntry, e1, e2}
      \* @type: (Str, Str, $entry) => $message;
      Taken(n, m, e) == AcceptedMessage(n, m, 1, e)
      \* @type: (Str, Str, Int, $entry) => $message;
      Voted(n, m, t, e) == VoteMessage(n, m, t, [p \in Partitions |-> e], FirstVoting)
  IN
  \E n1, n2, a1, a2, a3, a4, v1, v2, v3, v4, c1, c2, c3, c4, r1 \in Members :
  \E x1, x2, x3, x4, k1 \in proposals :
  \E y1, y2, y3, y4 \in valuesOrNone :
  \E t1, t2, t3, t4, t5 \in Int :
  \E accepts \in SUBSET {AcceptMessage(n1, 1, e1), AcceptMessage(n2, 1, e2)} :
  \E acceptances \in SUBSET {Taken("a", a1, x1), Taken("b", a2, x2), Taken("c", a3, x3), Taken(a4, a4, x4)} :
  \E votes \in SUBSET {Voted(v1, c1, t1, y1), Voted(v2, c2, t2, y2), Voted(v3, c3, t3, y3), Voted(v4, c4, t4, y4)} :
  \E requests \in SUBSET {VoteRequestMessage(r1, t5, FirstVoting)} :
  \E commits \in SUBSET {CommitMessage(r1, 1, k1)} :
  \E accepted1, accepted2, accepted3, accepted4 \in valuesOrNone :
  \E committed1, committed2, committed3, committed4 \in valuesOrNone :
  \E outstanding1, outstanding2, outstanding3, outstanding4 \in valuesOrNone :
    /\ term \in [Members -> Int]
    /\ role \in [Members -> {"follower", "candidate", "master"}]
    /\ alive \in SUBSET Members
    /\ accepted = PerMember(accepted1, accepted2, accepted3, accepted4)
    /\ committed = PerMember(committed1, committed2, committed3, committed4)
    /\ outstanding = PerMember(outstanding1, outstanding2, outstanding3, outstanding4)
    /\ stamp = [n \in Members |-> {}]
    /\ voting = [n \in Members |-> IF n \in InitialVoters /\ n \in alive THEN FirstVoting ELSE NoVoting]
    /\ msgs = accepts \cup acceptances \cup votes \cup requests \cup commits
    /\ calm = FALSE
    /\ used = [migrations |-> [p \in Partitions |-> 0], repairs |-> [p \in Partitions |-> 0],
               crashes |-> 0, reboots |-> 0, voterChanges |-> 0]
    /\ decided = [p \in Partitions |-> <<FirstEntry>>]
    /\ history = [p \in Partitions |-> <<FirstEntry.configuration>>]
    /\ Holds(accepts, acceptances, votes, requests, commits)
=============================================================================
