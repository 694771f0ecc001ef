-------------------------- MODULE GracefulShutdown --------------------------
(***************************************************************************)
(* A member leaves without losing anything: it asks the master, the master *)
(* moves everything off it, and releases it when no entry of the table     *)
(* names it any more (design of Hazelcast 3.7; seed 001 measures it).      *)
(*                                                                         *)
(* leaving[n] holds n itself while n wants to leave, and at a master also  *)
(* the members whose requests it has accepted. Requests are repeated,      *)
(* which covers a master that changes or forgets.                          *)
(*                                                                         *)
(* Answers go to an address. RebornAs is a process that starts on the      *)
(* address of RebornOf after that one has left; an answer that was late    *)
(* then reaches it (hazelcast issue 20220, PR 21428).                      *)
(*                                                                         *)
(* Everybody leaving at once is not covered: it drops all data and is a    *)
(* command of its own.                                                     *)
(***************************************************************************)
EXTENDS Membership

Leavers == {n \in Members : life[n] = "left" \/ n \in leaving[n]}

\* @type: (Int) => Set($msg);
ShutdownRequest(n) ==
    IF master[n] = n THEN {} ELSE {[Msg("ShutdownRequest", n, master[n]) EXCEPT !.arg = n]}

\* @type: (Int) => Bool;
AskToLeave(n) ==
    /\ Cardinality(Leavers) < MaxLeaves
    /\ Up(n) /\ n \notin leaving[n] /\ view[n] # {n}
    /\ leaving' = [leaving EXCEPT ![n] = @ \cup {n}]
    /\ msgs' = Put(msgs, ShutdownRequest(n))
    /\ UNCHANGED <<membershipVars, storeVars, duty, fetch, inflight, promo, pub, dataMsgs,
                   replicaVars, clientVars, migCount, spent, tableGhosts, decisions>>

\* Once a second, until it is answered
\* @type: (Int) => Bool;
RepeatShutdownRequest(n) ==
    /\ LeaverRepeats
    /\ Up(n) /\ n \in leaving[n] /\ Up(master[n])
    /\ \A i \in DOMAIN msgs[n][master[n]] : msgs[n][master[n]][i].type # "ShutdownRequest"
    /\ ShutdownRequest(n) # {}
    /\ msgs' = Put(msgs, ShutdownRequest(n))
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, dataMsgs, replicaVars, clientVars, migCount, spent,
                   tableGhosts, decisions>>

\* @type: (Int, Int) => Bool;
HandleShutdownRequest(s, n) ==
    /\ Next1(s, n, "ShutdownRequest")
    /\ leaving' = [leaving EXCEPT ![n] = IF Leads(n) THEN @ \cup {Head(msgs[s][n]).arg} ELSE @]
    /\ msgs' = Pop(msgs, s, n)
    /\ UNCHANGED <<membershipVars, storeVars, duty, fetch, inflight, promo, pub, dataMsgs,
                   replicaVars, clientVars, migCount, spent, tableGhosts, decisions>>

(* The plan with leavers excluded: slot i of p goes to somebody who stays *)
\* @type: (Int, Int, Int, Int) => Bool;
DrainMove(n, p, i, d) ==
    /\ table[n][p].replicas[i] \in leaving[n]
    /\ StartMigration(n, p, IF i = 1 THEN "MOVE" ELSE "MOVEBACKUP", i, i, d)

(* Where the address of x answers now: x itself, or who was started on it *)
\* @type: (Int) => Int;
AtAddressOf(x) == IF x = RebornOf /\ ~Up(x) THEN RebornAs ELSE x

\* @type: (Int, Int) => Bool;
DependsOn(n, x) == \E p \in Partitions : x \in Holders(table[n][p])

(* The answer to x, repeated as long as x is a member. Before it is given, the
   migrations that emptied x have been published: if they moved a partition to
   the master itself, nobody else knows of them, and the master may crash.
   An answer that was late is taken as given late: it goes to whoever has the
   address then. A master that leaves releases itself. *)
\* @type: (Int, Int) => Bool;
Release(n, x) ==
    /\ Leads(n) /\ duty[n] = "ready" /\ x \in leaving[n]
    /\ x \in view[n] \/ x = RebornOf
    /\ ReleaseWhenEmpty => NothingInFlight(n) /\ ~DependsOn(n, x)
    /\ ReleaseAfterPublish => completed[n] = {} /\ pub[n] = NoPub
    /\ IF x = n
       THEN Vanish(n, "left")
       ELSE LET d == AtAddressOf(x)
                m == [Msg("ShutdownResponse", n, d) EXCEPT !.arg = x]
            IN  /\ \A i \in DOMAIN msgs[n][d] : msgs[n][d][i].type # "ShutdownResponse"   \* one at a time
                /\ msgs' = Put(msgs, {m})
                /\ msgs' # msgs
                /\ UNCHANGED <<membershipVars, storeVars, masterVars, dataMsgs, replicaVars, clientVars,
                               migCount, spent, tableGhosts, decisions>>

\* @type: (Int, Int) => Bool;
HandleShutdownResponse(s, n) ==
    /\ Next1(s, n, "ShutdownResponse")
    /\ IF n \in leaving[n] /\ (LeaverChecksIncarnation => Head(msgs[s][n]).arg = n)
       THEN Vanish(n, "left")
       ELSE /\ msgs' = Pop(msgs, s, n)
            /\ UNCHANGED <<membershipVars, storeVars, masterVars, dataMsgs, replicaVars, clientVars, migCount,
                           spent, tableGhosts, decisions>>

\* Neither message is acknowledged
\* @type: (Int, Int) => Bool;
LoseShutdownMessage(s, n) ==
    /\ spent.losses < MaxLosses
    /\ Next1(s, n, "ShutdownRequest") \/ Next1(s, n, "ShutdownResponse")
    /\ msgs' = Pop(msgs, s, n)
    /\ spent' = [spent EXCEPT !.losses = @ + 1]
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, dataMsgs, replicaVars, clientVars,
                   migCount, tableGhosts, decisions>>

-----------------------------------------------------------------------------
(* Properties *)

\* Among the members other than n: the newest entry of p
\* @type: (Int, Int, Int) => Bool;
NewestElsewhere(n, m, p) ==
    /\ m # n /\ Up(m)
    /\ \A x \in Members : x # n /\ Up(x) => table[x][p].version <= table[m][p].version

(* Who leaves is named by no partition's newest entry, as far as anybody who
   stays has it *)
ShutdownOnlyWhenEmpty ==
    [][\A n \in Members :
          life[n] = "up" /\ life'[n] = "left" =>
              \A p \in Partitions, m \in Members :
                  NewestElsewhere(n, m, p) => n \notin Holders(table[m][p])]_vars

\* Who wants to leave is let go
DrainCompletes == \A n \in Members : (n \in leaving[n]) ~> (n \notin leaving[n])
=============================================================================
