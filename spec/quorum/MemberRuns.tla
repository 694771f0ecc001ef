----------------------------- MODULE MemberRuns -----------------------------
(***************************************************************************)
(* A durable member comes back from its directory, perhaps at another      *)
(* address; and somebody may have copied that directory, so that the same  *)
(* member starts twice. Who of them takes part?                            *)
(*                                                                         *)
(* Each process of a member is a run: its number, which the directory      *)
(* keeps and each start raises, and a nonce, which the process draws. A    *)
(* process asks the voters to confirm its run before it takes part. A      *)
(* voter confirms no run that is earlier than the last one that it has     *)
(* confirmed, only one of a number, and none while it hears the process    *)
(* of the run before.                                                      *)
(*                                                                         *)
(* Voters are asked while no member is in: all of them may have stopped at *)
(* once. So a member that is a voter itself cannot be asked whether it is  *)
(* a copy. At the address where it was before, it counts itself anyway: no *)
(* two processes are at one address at a time. Where it has moved to, it   *)
(* needs a majority of the other voters. The directory and the voters      *)
(* remember which run has moved; who does not know of the last move does   *)
(* not count itself.                                                       *)
(*                                                                         *)
(* One member and its directories are here, and the voters but for that    *)
(* member. Requests and answers may be lost, late, and doubled. The voters *)
(* do not change.                                                          *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
  \* The other voters.
  \* @type: Set(Str);
  Voters,
  \* The member is a voter.
  \* @type: Bool;
  IsVoter,
  \* Where the directory of the member, and copies of it, may be.
  \* @type: Set(Str);
  Directories,
  \* @type: Str;
  Original,
  \* @type: Set(Str);
  Addresses,
  \* @type: Str;
  FirstAddress,
  \* @type: Int;
  MaxStarts,

  \* Each start raises the number, ...
  \* @type: Bool;
  RunRaised,
  \* ... and syncs it before it is sent.
  \* @type: Bool;
  RunSynced,
  \* A voter confirms one run of a number.
  \* @type: Bool;
  OneOfNumber,
  \* A voter confirms no earlier run, and does not hear its process.
  \* @type: Bool;
  EarlierRefused,
  \* A voter syncs a confirmation before it answers.
  \* @type: Bool;
  ConfirmationSynced,
  \* A majority has to confirm.
  \* @type: Bool;
  MajorityConfirms,
  \* A member that has moved does not count itself.
  \* @type: Bool;
  MovedNotCounted,
  \* The directory says in one write that the member has moved, and where it is.
  \* @type: Bool;
  MovedWithAddress,
  \* A voter refuses who counts itself and does not know of the last move.
  \* @type: Bool;
  MoveCompared,
  \* A voter confirms no other run while it hears the process of the last one.
  \* @type: Bool;
  HeardStays,
  \* A process that a voter hears is the last one that it has confirmed.
  \* @type: Bool;
  HeardRemembered

\* A run: its number, its nonce, and the nonce of the run that has moved the member to where it is; 0 if it has never moved.
\* @typeAlias: run = {number: Int, nonce: Int, moved: Int};
MemberRuns_aliases == TRUE

VARIABLES
  \* What is on the disk of a directory. Number 0: there is no such directory.
  \* @type: Str -> {number: Int, moved: Int, address: Str};
  disk,
  \* @type: Str -> {state: Str, run: $run, address: Str};
  process,
  \* The last run that a voter has confirmed, ...
  \* @type: Str -> $run;
  confirmed,
  \* ... and what its disk has of that.
  \* @type: Str -> $run;
  stored,
  \* The nonce of the process that a voter hears, 0 for none.
  \* @type: Str -> Int;
  hears,
  \* Requests that were sent.
  \* @type: Set($run);
  requests,
  \* Confirmations that were sent to processes that run.
  \* @type: Set({voter: Str, run: $run});
  answers,
  \* Starts so far.
  \* @type: Int;
  starts

vars == <<disk, process, confirmed, stored, hears, requests, answers, starts>>

NoRun == [number |-> 0, nonce |-> 0, moved |-> 0]
Off == [state |-> "off", run |-> NoRun, address |-> FirstAddress]

Init ==
  /\ disk = [d \in Directories |->
               [number |-> IF d = Original THEN 1 ELSE 0, moved |-> 0, address |-> FirstAddress]]
  /\ process = [d \in Directories |-> Off]
  /\ confirmed = [v \in Voters |-> NoRun]
  /\ stored = [v \in Voters |-> NoRun]
  /\ hears = [v \in Voters |-> 0]
  /\ requests = {}
  /\ answers = {}
  /\ starts = 0

-----------------------------------------------------------------------------
\* The member

\* Somebody copies a directory, whether or not a process uses it.
\* @type: (Str, Str) => Bool;
CopyDirectory(d, e) ==
  /\ disk[d].number > 0
  /\ disk[e].number = 0
  /\ disk' = [disk EXCEPT ![e] = disk[d]]
  /\ UNCHANGED <<process, confirmed, stored, hears, requests, answers, starts>>

\* Nobody else is at the address. Where it was before, it asks as a member that stays.
\* @type: (Str, Str) => Bool;
StartProcess(d, a) ==
  /\ starts < MaxStarts
  /\ disk[d].number > 0
  /\ process[d].state = "off"
  /\ \A e \in Directories : process[e].state # "off" => process[e].address # a
  /\ LET nonce == starts + 1
         number == disk[d].number + (IF RunRaised THEN 1 ELSE 0)
         moved == IF a = disk[d].address \/ ~MovedNotCounted THEN disk[d].moved ELSE nonce
         run == [number |-> number, nonce |-> nonce, moved |-> moved]
     IN /\ process' = [process EXCEPT ![d] = [state |-> "asks", run |-> run, address |-> a]]
        /\ disk' = IF RunSynced THEN [disk EXCEPT ![d].number = number] ELSE disk
        /\ requests' = requests \cup {run}
  /\ starts' = starts + 1
  /\ UNCHANGED <<confirmed, stored, hears, answers>>

\* It was refused as a member that stays: another process has moved since, or tries to. It asks as one that has moved.
\* @type: Str => Bool;
AskAsMoved(d) ==
  LET run == process[d].run
      moved == [run EXCEPT !.moved = run.nonce]
  IN /\ process[d].state = "asks"
     /\ run.moved # run.nonce
     /\ process' = [process EXCEPT ![d].run = moved]
     /\ requests' = requests \cup {moved}
     /\ UNCHANGED <<disk, confirmed, stored, hears, answers, starts>>

\* @type: Int => Int;
Majority(n) == IF n = 0 THEN 0 ELSE n \div 2 + 1

\* Does it suffice that these voters have confirmed the run?
\* @type: ($run, Set(Str)) => Bool;
Suffices(run, q) ==
  LET others == Cardinality(Voters)
      needed == IF ~IsVoter THEN Majority(others)
                ELSE IF run.moved = run.nonce THEN Majority(others)
                ELSE Majority(others + 1) - 1
  IN Cardinality(q) >= (IF MajorityConfirms \/ needed = 0 THEN needed ELSE needed - 1)

\* @type: Str => Bool;
Enter(d) ==
  LET run == process[d].run IN
  /\ process[d].state = "asks"
  /\ Suffices(run, {v \in Voters : [voter |-> v, run |-> run] \in answers})
  /\ process' = [process EXCEPT ![d].state = "in"]
  /\ disk' = IF MovedWithAddress THEN disk ELSE [disk EXCEPT ![d].moved = run.moved]
  /\ UNCHANGED <<confirmed, stored, hears, requests, answers, starts>>

\* The directory says, some time later, where the member is.
\* @type: Str => Bool;
StorePlace(d) ==
  /\ process[d].state = "in"
  /\ disk' = [disk EXCEPT ![d] = [number |-> process[d].run.number, moved |-> process[d].run.moved,
                                  address |-> process[d].address]]
  /\ disk' # disk
  /\ UNCHANGED <<process, confirmed, stored, hears, requests, answers, starts>>

\* A process ends, for whatever reason. Voters may go on hearing it for a while.
\* @type: Str => Bool;
StopProcess(d) ==
  /\ process[d].state # "off"
  /\ process' = [process EXCEPT ![d] = Off]
  /\ answers' = {a \in answers : a.run.nonce # process[d].run.nonce}
  /\ UNCHANGED <<disk, confirmed, stored, hears, requests, starts>>

-----------------------------------------------------------------------------
\* The voters

\* @type: (Str, $run) => Bool;
Remember(v, run) ==
  /\ confirmed' = [confirmed EXCEPT ![v] = run]
  /\ stored' = IF ConfirmationSynced THEN [stored EXCEPT ![v] = run] ELSE stored

\* @type: (Str, $run) => Bool;
Same(v, run) == confirmed[v].number = run.number /\ confirmed[v].nonce = run.nonce

\* Is the run later than what the voter has confirmed?
\* @type: (Str, $run) => Bool;
Later(v, run) ==
  \/ run.number > confirmed[v].number
  \/ run.number = confirmed[v].number /\ ~OneOfNumber
  \/ ~EarlierRefused

\* A process asks once, or again.
\* @type: (Str, $run) => Bool;
ConfirmRun(v, run) ==
  /\ run \in requests
  /\ Same(v, run) \/ Later(v, run)
  /\ Same(v, run) \/ hears[v] = 0 \/ ~HeardStays
  /\ run.moved = run.nonce \/ run.moved = confirmed[v].moved \/ ~MoveCompared
  /\ Remember(v, run)
  /\ answers' = IF \E d \in Directories : process[d].state = "asks" /\ process[d].run = run
                THEN answers \cup {[voter |-> v, run |-> run]} ELSE answers
  /\ UNCHANGED <<disk, process, hears, requests, starts>>

\* A process that is in connects to a voter, which may not have confirmed it.
\* @type: (Str, Str) => Bool;
HearProcess(v, d) ==
  LET run == process[d].run IN
  /\ process[d].state = "in"
  /\ hears[v] # run.nonce
  /\ Same(v, run) \/ Later(v, run)
  /\ IF HeardRemembered THEN Remember(v, run) ELSE UNCHANGED <<confirmed, stored>>
  /\ hears' = [hears EXCEPT ![v] = run.nonce]
  /\ UNCHANGED <<disk, process, requests, answers, starts>>

\* The connection breaks, or nothing has come for a long time.
\* @type: Str => Bool;
LoseProcess(v) ==
  /\ hears[v] # 0
  /\ hears' = [hears EXCEPT ![v] = 0]
  /\ UNCHANGED <<disk, process, confirmed, stored, requests, answers, starts>>

\* @type: Str => Bool;
RestartVoter(v) ==
  /\ confirmed' = [confirmed EXCEPT ![v] = stored[v]]
  /\ hears' = [hears EXCEPT ![v] = 0]
  /\ UNCHANGED <<disk, process, stored, requests, answers, starts>>

Next ==
  \/ \E d, e \in Directories : CopyDirectory(d, e)
  \/ \E d \in Directories, a \in Addresses : StartProcess(d, a)
  \/ \E d \in Directories : AskAsMoved(d)
  \/ \E d \in Directories : Enter(d)
  \/ \E d \in Directories : StorePlace(d)
  \/ \E d \in Directories : StopProcess(d)
  \/ \E v \in Voters : \E run \in requests : ConfirmRun(v, run)
  \/ \E v \in Voters, d \in Directories : HearProcess(v, d)
  \/ \E v \in Voters : LoseProcess(v)
  \/ \E v \in Voters : RestartVoter(v)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
\* Is the process in, and hears it a majority of the voters, itself included?
\* @type: Str => Bool;
TakesPart(d) ==
  /\ process[d].state = "in"
  /\ LET heardBy == {v \in Voters : hears[v] = process[d].run.nonce}
         self == IF IsVoter THEN 1 ELSE 0
     IN Cardinality(heardBy) + self >= Majority(Cardinality(Voters) + self)

TypeOK ==
  /\ \A d \in Directories : disk[d].number \in 0..(MaxStarts + 1) /\ disk[d].address \in Addresses
  /\ \A d \in Directories : process[d].state \in {"off", "asks", "in"} /\ process[d].address \in Addresses
  /\ \A v \in Voters : hears[v] \in 0..MaxStarts

\* At most one process of the member has a majority, ...
OneTakesPart == \A d, e \in Directories : TakesPart(d) /\ TakesPart(e) => d = e

\* ... and of two that start from copies with the same number, at most one is in.
OneIsIn ==
  \A d, e \in Directories :
    /\ process[d].state = "in" /\ process[e].state = "in"
    /\ process[d].run.number = process[e].run.number
    => d = e

\* A process that a voter hears is the one that it has confirmed last: no copy takes its place.
HeardIsConfirmed == \A v \in Voters : hears[v] # 0 => hears[v] = confirmed[v].nonce

\* A member whose directory nobody has copied is refused by no voter because of its number.
RestartPasses ==
  (\A d \in Directories : d = Original \/ disk[d].number = 0) /\ process[Original].state = "asks" =>
    \A v \in Voters :
      Same(v, process[Original].run) \/ process[Original].run.number > confirmed[v].number

\* What models check.
THEOREM Spec => []OneTakesPart
THEOREM Spec => []OneIsIn
THEOREM Spec => []HeardIsConfirmed
THEOREM Spec => []RestartPasses
=============================================================================
