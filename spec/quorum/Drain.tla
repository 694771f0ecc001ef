------------------------------- MODULE Drain -------------------------------
(***************************************************************************)
(* A member leaves on its own wish, and loses nothing. Its replicas move   *)
(* away by ordinary migrations (StartMigration gives a leaver nothing      *)
(* new), it leaves the voters of the table, and only then it is released.  *)
(*                                                                         *)
(* Released is a message like any other and may come late. That is safe    *)
(* because leaving is for good: no decision names the leaver again. Late   *)
(* to another process at the same address it is not: hazelcast PR 21428.   *)
(*                                                                         *)
(* A leaver that gives up after a time stops without being released: it    *)
(* dies (DataPlane, Crash). It cannot take its wish back, for Released may *)
(* be under way.                                                           *)
(***************************************************************************)
EXTENDS DataState

Empty(n) == \A p \in Partitions : n \notin Participants(Latest(p))

RequestLeave(n) ==
  /\ Up(n) /\ n \notin leaving
  /\ Cardinality(leaving) < MaxLeavers
  /\ leaving' = leaving \cup {n}
  /\ UNCHANGED <<history, status, view, log, waits, msgs, writes, reads, voters, spent, ghosts>>

\* One change of the voters; how it is decided is told in Voters.
LeaveVoters(n) ==
  /\ n \in leaving \cap voters
  /\ voters' = voters \ {n}
  /\ UNCHANGED <<history, status, view, log, waits, msgs, writes, reads, leaving, spent, ghosts>>

\* The master, from what is decided.
Release(n) ==
  /\ n \in leaving
  /\ ReleasesWhenEmpty => Empty(n)
  /\ ReleasesAfterVoters => n \notin voters
  /\ LET m == Message("Released", None, n, 0, 0, 0, <<>>, None)
     IN m \notin msgs /\ msgs' = msgs \cup {m}
  /\ UNCHANGED <<history, status, view, log, waits, writes, reads, leaving, voters, spent, ghosts>>

HandleReleased(n) ==
  \E m \in msgs :
    /\ Arrives(m, "Released", n)
    /\ status' = [status EXCEPT ![n] = "left"]
    /\ UNCHANGED <<history, view, log, waits, msgs, writes, reads, leaving, voters, spent, ghosts>>
=============================================================================
