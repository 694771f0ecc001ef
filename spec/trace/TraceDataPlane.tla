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
(* its place is another, which has taken none before.                      *)
(***************************************************************************)
EXTENDS CallsAgain

\* The registers go by other voters. The drain knows only voters that go (LeaveVoters).
FollowVoters(v) ==
  /\ voters' = v
  /\ UNCHANGED <<history, status, view, log, waits, msgs, writes, reads, leaving, spent, ghosts>>

\* TLC is asked for single actions; a behaviour is put together by who asks.
TraceInit == Init
TraceNext == UNCHANGED vars
=============================================================================
