--------------------------- MODULE MasterFailover ---------------------------
(***************************************************************************)
(* Who proposes. A candidate asks for votes under a term of its own; a     *)
(* voter gives one vote a term and from then on accepts nothing from an    *)
(* earlier one. With the votes of a majority come its registers. The new   *)
(* master takes the newest value of each and proposes it again in its own  *)
(* term. Only when that is decided may it propose a change.                *)
(*                                                                         *)
(* The re-stamp completes what the old master had proposed and somebody in *)
(* the majority has accepted, and puts an end to what nobody of them has   *)
(* seen: nothing else is needed to find out how a migration ended, no list *)
(* of completed migrations, no separate commit of promotions.              *)
(*                                                                         *)
(* Who should be a candidate (the oldest member first, after asking whether*)
(* others hear the master, too) is a matter of progress. Any member may be *)
(* one at any time here.                                                   *)
(***************************************************************************)
EXTENDS Registers

-----------------------------------------------------------------------------
\* Candidate

\* Where the faults end (calm), the last term is kept for the time after them and for one candidate: a model has finitely
\* many terms, and it shall not be the end of the terms that keeps it from making progress.
\* @type: Str => Bool;
IsPreferred(n) ==
  LET able == {m \in alive \cap Candidates : m \in voting[m].voters}
  IN able # {} /\ n = CHOOSE m \in able : TRUE

\* @type: Int => Str;
TurnOf(t) == IF t % 3 = 1 THEN "a" ELSE IF t % 3 = 2 THEN "b" ELSE "c"

\* The next term that n may stand in. When it is nobody else's turn, that is: the last term after the faults is not by turns.
\* @type: Str => Int;
NextTerm(n) ==
  IF ~TakeTurns \/ TurnOf(term[n] + 1) = n \/ (Calming /\ term[n] + 1 = MaxTerm) THEN term[n] + 1
  ELSE IF TurnOf(term[n] + 2) = n THEN term[n] + 2
  ELSE term[n] + 3

\* @type: Str => Bool;
StartElection(n) ==
  LET t == NextTerm(n) IN
  /\ n \in alive
  /\ n \in Candidates
  /\ n \in voting[n].voters
  /\ role[n] # "master"
  /\ t <= MaxTerm
  /\ Calming /\ t = MaxTerm => calm /\ IsPreferred(n)
  /\ term' = [term EXCEPT ![n] = t]
  /\ role' = [role EXCEPT ![n] = "candidate"]
  /\ outstanding' = [outstanding EXCEPT ![n] = NoRegisters]
  /\ msgs' = msgs \cup {VoteRequestMessage(n, t, voting[n]), VoteMessage(n, n, t, accepted[n], voting[n])}
  /\ UNCHANGED <<accepted, committed, stamp, voting, alive, calm, used, ghosts>>

\* @type: (Str, Str) => Bool;
HandleVoteRequest(n, c) ==
  /\ n \in alive
  /\ n # c
  /\ \E m \in msgs :
       /\ m.type = "VoteRequest"
       /\ m.src = c
       /\ IF VoteOncePerTerm THEN m.term > term[n] ELSE m.term >= term[n]
       /\ VoteChecksVoters => ~NewerVoting(voting[n], m.voting)
       /\ IF VoteRaisesTerm THEN HearTerm(n, m.term) ELSE UNCHANGED <<term, role, outstanding>>
       /\ msgs' = msgs \cup {VoteMessage(n, c, m.term, accepted[n], voting[n])}
  /\ UNCHANGED <<accepted, committed, stamp, voting, alive, calm, used, ghosts>>

-----------------------------------------------------------------------------
\* New master

\* @type: ($entry, $entry) => Bool;
Beats(e, f) ==
  IF MergeByTerm THEN Newer(e, f)
  ELSE e.number > f.number \/ (e.number = f.number /\ e.term < f.term)   \* equal numbers may be met in any order

\* @type: Set($entry) => $entry;
Newest(s) == CHOOSE e \in s : \A f \in s : ~Beats(f, e)

\* The votes of q have arrived, and with them q's registers.
\* @type: (Str, Set(Str)) => Bool;
BecomeMaster(n, q) ==
  LET votes == {m \in msgs : m.type = "Vote" /\ m.dst = n /\ m.term = term[n] /\ m.src \in q}
      recovered == [p \in Partitions |-> IF RecoverFromMajority THEN Newest({m.registers[p] : m \in votes}) ELSE accepted[n][p]]
      restamped == [p \in Partitions |-> [recovered[p] EXCEPT !.term = term[n], !.number = recovered[p].number + 1]]
      \* @type: Int => Bool;
      counted(p) == \/ ~RestampFirst
                    \/ ~RestampAlways /\ \A m \in votes : m.registers[p] = recovered[p]
  IN
  /\ n \in alive
  /\ role[n] = "candidate"
  /\ q \subseteq {m.src : m \in votes}
  /\ IsMajority(q, voting[n].voters)
  /\ role' = [role EXCEPT ![n] = "master"]
  /\ outstanding' = [outstanding EXCEPT ![n] = [p \in Partitions |-> IF counted(p) THEN NoEntry ELSE restamped[p]]]
  /\ accepted' = [accepted EXCEPT ![n] = [p \in Partitions |-> IF counted(p) \/ ~MasterStoresRestamp THEN accepted[n][p] ELSE restamped[p]]]
  /\ stamp' = [stamp EXCEPT ![n] = StampOf(accepted'[n])]
  /\ committed' = [committed EXCEPT ![n] = [p \in Partitions |-> IF counted(p) THEN recovered[p] ELSE committed[n][p]]]
  /\ msgs' = msgs \cup UNION {{AcceptMessage(n, p, restamped[p]), AcceptedMessage(n, n, p, restamped[p])} :
                                p \in {x \in Partitions : ~counted(x)}}
  /\ UNCHANGED <<term, voting, alive, calm, used, ghosts>>

-----------------------------------------------------------------------------
\* Faults

\* A member dies, and with it what it had in memory. Who starts at the same address is another member (Reborn), which is
\* no voter and holds nothing; the old one stays in the number that majorities are counted of until it is voted out.
\* Without FreshIdentity, it keeps its name and its vote (tikv issue 10533, cockroach issue 64966).
\* @type: Str => Bool;
Crash(n) ==
  /\ n \in alive
  /\ ~calm
  /\ used.crashes < MaxCrashes
  /\ used' = [used EXCEPT !.crashes = @ + 1]
  /\ alive' = IF FreshIdentity THEN (alive \ {n}) \cup ({Reborn(n)} \cap Members) ELSE alive
  /\ term' = [term EXCEPT ![n] = 0]
  /\ role' = [role EXCEPT ![n] = "follower"]
  /\ accepted' = [accepted EXCEPT ![n] = NoRegisters]
  /\ committed' = [committed EXCEPT ![n] = NoRegisters]
  /\ outstanding' = [outstanding EXCEPT ![n] = NoRegisters]
  /\ stamp' = [stamp EXCEPT ![n] = StampOf(NoRegisters)]
  /\ voting' = [voting EXCEPT ![n] = IF FreshIdentity THEN NoVoting ELSE @]
  /\ UNCHANGED <<msgs, calm, ghosts>>

\* A voter may keep its identity if term, registers and voter set are on disk before it answers. Being master is not on disk,
\* nor is what has been proposed: the number of an unknown proposal could be used again.
\* @type: Str => Bool;
Reboot(n) ==
  /\ n \in alive
  /\ ~calm
  /\ used.reboots < MaxReboots
  /\ used' = [used EXCEPT !.reboots = @ + 1]
  /\ role' = [role EXCEPT ![n] = IF RebootEndsMastership THEN "follower" ELSE @]
  /\ outstanding' = [outstanding EXCEPT ![n] = NoRegisters]
  /\ UNCHANGED <<term, accepted, committed, stamp, voting, alive, msgs, calm, ghosts>>

\* The faults end. From here on no member dies, and links deliver what is sent often enough.
BecomeCalm ==
  /\ Calming
  /\ ~calm
  /\ calm' = TRUE
  /\ UNCHANGED <<term, role, accepted, committed, outstanding, stamp, voting, alive, msgs, used, ghosts>>
=============================================================================
