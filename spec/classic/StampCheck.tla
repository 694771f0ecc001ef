----------------------------- MODULE StampCheck -----------------------------
(***************************************************************************)
(* The master looks for stale members when it has nothing else to do, by   *)
(* asking for equality of stamps; only a member that differs is sent the   *)
(* table (seed 000 section 4, third point; seed 001 section 1.3).          *)
(*                                                                         *)
(* The check repairs nothing that safety needs: without it a member that   *)
(* missed a table stays behind until something else reaches it, so only    *)
(* Converge fails (StampChecks = FALSE, a calibration model).              *)
(*                                                                         *)
(* StampChecksWhenIdle saves traffic and nothing else: during a migration  *)
(* nearly every member differs and would be sent the whole table. The      *)
(* calibration model without it holds.                                     *)
(***************************************************************************)
EXTENDS PartitionVersioning

\* @type: (Int, Int, Str) => Bool;
UnderWay(s, d, type) == \E i \in DOMAIN msgs[s][d] : msgs[s][d][i].type = type

\* One round at a time
\* @type: (Int) => Bool;
SendStampCheck(n) ==
    /\ StampChecks
    /\ Leads(n) /\ duty[n] = "ready"
    /\ StampChecksWhenIdle => NothingInFlight(n)
    /\ view[n] # {n}
    /\ \A x \in Members : ~UnderWay(n, x, "PartitionStateCheck") /\ ~UnderWay(x, n, "PartitionStateCheckReply")
    /\ msgs' = Put(msgs, {[Msg("PartitionStateCheck", n, x) EXCEPT !.table = stamp[n]] : x \in view[n] \ {n}})
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, dataMsgs, replicaVars, clientVars,
                   migCount, spent, tableGhosts, decisions>>

\* @type: (Int, Int) => Bool;
HandlePartitionStateCheck(s, n) ==
    /\ Next1(s, n, "PartitionStateCheck")
    /\ LET same == Head(msgs[s][n]).table = stamp[n]
       IN  msgs' = Put(Pop(msgs, s, n), {[Msg("PartitionStateCheckReply", n, s) EXCEPT !.ok = same]})
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, dataMsgs, replicaVars, clientVars,
                   migCount, spent, tableGhosts, decisions>>

\* @type: (Int, Int) => Bool;
HandlePartitionStateCheckReply(s, n) ==
    /\ Next1(s, n, "PartitionStateCheckReply")
    /\ LET stale == ~Head(msgs[s][n]).ok /\ Leads(n)
       IN  msgs' = Put(Pop(msgs, s, n), IF stale THEN TableTo(n, {s}, table[n], completed[n]) ELSE {})
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, dataMsgs, replicaVars, clientVars,
                   migCount, spent, tableGhosts, decisions>>

-----------------------------------------------------------------------------
(* Properties *)

\* The cached stamp is that of the own table
StampConsistent == \A n \in Members : Up(n) => stamp[n] = StampOf(table[n])

(* What the check believes: equal stamps, equal tables. It rests on
   VersionUnique, which one line of masters keeps and two masters do not. *)
StampSound ==
    \A a, b \in Members : Up(a) /\ Up(b) /\ stamp[a] = stamp[b] => table[a] = table[b]
=============================================================================
