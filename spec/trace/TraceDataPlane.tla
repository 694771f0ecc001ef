--------------------------- MODULE TraceDataPlane ---------------------------
(***************************************************************************)
(* What `godwit trace check` holds the data plane of a real run against:   *)
(* the actions of CallsAgain, and what a run has beyond them. One          *)
(* partition at a time; no guard of one reads another, Drain excepted,     *)
(* whose Empty is a conjunction over them.                                 *)
(*                                                                         *)
(* A decision happens when the master of the registers learns of it, see   *)
(* TraceControlPlane. The log gives the initial state. Nothing crashes: a  *)
(* member that is gone is one that takes no more steps, and who starts in  *)
(* its place is another, which has taken none before. A member that comes  *)
(* back with what it has stored is the same one, and goes on.              *)
(***************************************************************************)
EXTENDS CallsAgain

\* The registers go by other voters. The drain knows only voters that go (LeaveVoters).
FollowVoters(v) ==
  /\ voters' = v
  /\ UNCHANGED <<history, status, view, log, waits, msgs, writes, reads, leaving, spent, ghosts>>

\* n has started again, and what it has stored is what it had before. Messages that it sent since may have left it. What it
\* sends again has been sent before. (If it led others, it takes no calls until it has activated a new version; whoever puts the
\* behaviour together sees to that, see NewVersionAfterRestart in DurableDataPlane.)
StartAgain(n, p, storedView, storedLog, storedWaits) ==
  /\ view' = [view EXCEPT ![n][p] = storedView]
  /\ log' = [log EXCEPT ![n][p] = storedLog]
  /\ waits' = [waits EXCEPT ![n][p] = storedWaits]
  /\ UNCHANGED <<history, status, msgs, writes, reads, leaving, voters, spent, ghosts>>

\* TLC is asked for single actions; a behaviour is put together by who asks.
TraceInit == Init
TraceNext == UNCHANGED vars
=============================================================================
