------------------------------- MODULE Voters -------------------------------
(***************************************************************************)
(* The voter set, and how it changes. It is a register, too, with a        *)
(* version (term, number), and its changes follow the rules of MongoDB's   *)
(* reconfiguration without a log (arXiv 2102.11960) and of ZenWithTerms:   *)
(*                                                                         *)
(*  - one voter at a time, so that majorities before and after share a     *)
(*    member;                                                              *)
(*  - a voter set is followed by another when a majority of it goes by it, *)
(*    under the version of the master's own term (the single-server error  *)
(*    of the first Raft dissertation was to leave out the last part);      *)
(*  - and when all registers have been decided in the own term by a        *)
(*    majority of it;                                                      *)
(*  - nobody votes for a candidate that goes by an older voter set.        *)
(*                                                                         *)
(* Voters follow the newest set that they have heard of, decided or not,   *)
(* and its version decides who that is.                                    *)
(***************************************************************************)
EXTENDS Registers

\* @type: (Str, $voting) => $message;
VotersMessage(n, v) ==
  [type |-> "Voters", src |-> n, dst |-> None, term |-> v.term, partition |-> -1, entry |-> NoEntry, registers |-> NothingTold, voting |-> v]

\* @type: (Str, Str, $voting) => $message;
VotersInstalledMessage(n, m, v) ==
  [type |-> "VotersInstalled", src |-> n, dst |-> m, term |-> v.term, partition |-> -1, entry |-> NoEntry, registers |-> NothingTold, voting |-> v]

\* Who has said that it goes by v, in answer to its announcement or along with its vote.
\* @type: $voting => Set(Str);
GoingBy(v) == {m.src : m \in {k \in msgs : k.type \in {"VotersInstalled", "Vote"} /\ k.voting = v}}

\* @type: (Str, $voting) => Bool;
InstallAtMaster(n, v) ==
  /\ voting' = [voting EXCEPT ![n] = v]
  /\ msgs' = msgs \cup {VotersMessage(n, v), VotersInstalledMessage(n, n, v)}
  /\ UNCHANGED <<term, role, accepted, committed, outstanding, stamp, alive, calm, ghosts>>

\* The new master gives the voter set that it was elected by a version of its own term.
\* @type: Str => Bool;
RestampVoters(n) ==
  /\ MaxVoterChanges > 0
  /\ n \in alive
  /\ role[n] = "master"
  /\ voting[n].term # term[n]
  /\ InstallAtMaster(n, [term |-> term[n], number |-> voting[n].number + 1, voters |-> voting[n].voters])
  /\ UNCHANGED used

\* The registers that the master has decided in its own term, by a majority of the voters that it goes by.
\* @type: Str => Set(Int);
DecidedBy(n) ==
  {p \in Partitions : committed[n][p].term = term[n] /\ IsMajority(AcceptedBy(p, committed[n][p]), voting[n].voters)}

\* @type: (Str, Set(Str)) => Bool;
ChangeVoters(n, voters) ==
  /\ n \in alive
  /\ role[n] = "master"
  /\ used.voterChanges < MaxVoterChanges
  /\ MasterStaysVoter => n \in voters
  /\ VotersOwnTermFirst => voting[n].term = term[n]
  /\ VotersInstalledFirst => IsMajority(GoingBy(voting[n]), voting[n].voters)
  /\ RegistersDecidedFirst => IF AllRegistersDecided THEN DecidedBy(n) = Partitions ELSE DecidedBy(n) # {}
  /\ InstallAtMaster(n, [term |-> term[n], number |-> voting[n].number + 1, voters |-> voters])
  /\ used' = [used EXCEPT !.voterChanges = @ + 1]

\* The registers that m holds as n has decided them.
\* @type: (Str, Str) => Set(Int);
HeldBy(n, m) == {p \in Partitions : m \in AcceptedBy(p, committed[n][p])}

\* A member becomes a voter. Until then it is a learner: it accepts and answers, and nobody counts it.
\* With OneVoterAtATime off, another one may go in the same step.
\* @type: (Str, Str) => Bool;
AddVoter(n, m) ==
  /\ m \notin voting[n].voters
  /\ m \in alive
  /\ LearnerFirst => IF AllRegistersHeld THEN HeldBy(n, m) = Partitions ELSE HeldBy(n, m) # {}
  /\ \E gone \in {{}} \cup (IF OneVoterAtATime THEN {} ELSE {{k} : k \in voting[n].voters}) :
       ChangeVoters(n, (voting[n].voters \ gone) \cup {m})

\* A voter goes: it is dead, or it wants to leave. A master does not vote itself out, it lets itself be replaced first.
\* @type: (Str, Str) => Bool;
RemoveVoter(n, m) ==
  /\ m \in voting[n].voters
  /\ ChangeVoters(n, voting[n].voters \ {m})

\* @type: Str => Bool;
HandleVoters(n) ==
  /\ n \in alive
  /\ \E m \in msgs :
       /\ m.type = "Voters"
       /\ m.term >= term[n]
       /\ NewerVoting(m.voting, voting[n])
       /\ voting' = [voting EXCEPT ![n] = m.voting]
       /\ msgs' = msgs \cup {VotersInstalledMessage(n, m.src, m.voting)}
       /\ HearTerm(n, m.term)
  /\ UNCHANGED <<accepted, committed, stamp, alive, calm, used, ghosts>>
=============================================================================
