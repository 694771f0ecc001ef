--------------------------- MODULE MasterFailover ---------------------------
(***************************************************************************)
(* The oldest member that is left becomes master: it claims, fetches every *)
(* member's table, completed and active migrations, decides what is open,  *)
(* and publishes.  Nothing else happens at it before that.                 *)
(*                                                                         *)
(* Claim and fetch are one call here: between the two a member refuses the *)
(* old master's messages and gets none from the new one, so nothing that   *)
(* the fetch reports can change.                                           *)
(***************************************************************************)
EXTENDS PromotionCommit

\* @type: (Int) => Bool;
Claim(n) ==
    /\ Up(n) /\ master[n] # n
    /\ n = Min(view[n])
    /\ master' = [master EXCEPT ![n] = n]
    /\ IF FetchBeforeUpdate
       THEN /\ duty' = [duty EXCEPT ![n] = "fetch"]
            /\ fetch' = [fetch EXCEPT ![n] = [waiting |-> view[n] \ {n}, table |-> table[n],
                                              done |-> completed[n], acts |-> Actives(n)]]
       ELSE /\ duty' = [duty EXCEPT ![n] = "ready"]
            /\ UNCHANGED fetch
    /\ msgs' = Put(msgs, {Msg("FetchRequest", n, x) : x \in view[n] \ {n}})
    /\ UNCHANGED <<life, view, cut, storeVars, inflight, promo, pub, leaving, dataMsgs,
                   replicaVars, clientVars, migCount, spent, tableGhosts, decisions>>

(* A claim is accepted when nobody older than the candidate is left in the
   member's own view; until then it is repeated, so it stays in the channel. *)
\* @type: (Int, Int) => Bool;
HandleFetchRequest(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "FetchRequest"
    /\ s \in view[n]
    /\ ClaimChecksView => s = Min(view[n])
    /\ master' = [master EXCEPT ![n] = s]
    /\ msgs' = Put(Pop(msgs, s, n), {[Msg("FetchReply", n, s) EXCEPT
                     !.table = table[n], !.done = completed[n], !.acts = Actives(n)]})
    /\ UNCHANGED <<life, view, cut, storeVars, masterVars, dataMsgs, replicaVars, clientVars,
                   migCount, spent, tableGhosts, decisions>>

(* Answers are merged as they come: per partition the greater version; equal
   versions with other content are only logged. *)
\* @type: (Int, Int) => Bool;
HandleFetchReply(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "FetchReply"
    /\ LET m == Head(msgs[s][n])
           f == fetch[n]
           t == [p \in Partitions |-> IF m.table[p].version > f.table[p].version
                                      THEN m.table[p] ELSE f.table[p]]
       IN  IF duty[n] = "fetch" /\ s \in f.waiting
           THEN /\ fetch' = [fetch EXCEPT ![n] = [
                       waiting |-> f.waiting \ {s}, table |-> t,
                       done |-> f.done \cup {x \in m.done : x.id \notin Ids(f.done)},
                       acts |-> f.acts \cup m.acts]]
                /\ floor' = [floor EXCEPT ![n] = [p \in Partitions |->
                                Max({m.table[p].version, floor[n][p]})]]
           ELSE UNCHANGED <<fetch, floor>>
    /\ msgs' = Pop(msgs, s, n)
    /\ UNCHANGED <<membershipVars, storeVars, duty, inflight, promo, pub, leaving, dataMsgs,
                   replicaVars, clientVars, migCount, spent, stamp, hist, finalised, dropped, strays, decisions>>

(* The decisions: what is active somewhere and completed nowhere has failed.
   The product then sets the version of every partition with a failed record
   to that record's final version, however old the record (finding N1); the
   fix takes the greater one, and only what it aborts itself counts. *)
\* @type: (Int) => Set($mig);
NewlyAborted(n) ==
    {[m EXCEPT !.status = "FAILED"] : m \in {a \in fetch[n].acts : a.id \notin Ids(fetch[n].done)}}

\* @type: (Int) => $table;
Decided(n) ==
    LET f    == fetch[n]
        new  == NewlyAborted(n)
        all  == new \cup {m \in f.done : m.status = "FAILED"}
        V(p) == LET A == {Final(m) : m \in {x \in all : GlobalVersion \/ x.p = p}}
                    N == {Final(m) : m \in {x \in new : GlobalVersion \/ x.p = p}}
                IN  IF FetchTakesMax THEN Max(N \cup {f.table[p].version})
                    ELSE IF A = {} THEN f.table[p].version ELSE Max(A)
    IN  [p \in Partitions |-> [f.table[p] EXCEPT !.version = V(p)]]

(* When the merged table is equal in version and different in content from the
   member's own, adopting it throws, and the fetch starts over with the same
   end: the step is disabled (finding N1, the livelock). *)
\* @type: (Int) => Bool;
FinishFetch(n) ==
    /\ Up(n) /\ duty[n] = "fetch"
    /\ fetch[n].waiting = {} \/ ~FetchWaitsForAll
    /\ ~Diverged(n, Decided(n))
    /\ LET C == fetch[n].done \cup NewlyAborted(n)
           t == Newer(n, Decided(n))
           F == Unknown(n, C)
       IN  /\ Adopt(n, t, F, C, n)
           /\ decisions' = decisions \cup {<<m.id, m.status>> : m \in C}
           /\ msgs' = Put(msgs, TableToAll(n, t, C))
    /\ duty' = [duty EXCEPT ![n] = "ready"]
    /\ fetch' = [fetch EXCEPT ![n] = NoFetch]
    /\ UNCHANGED <<membershipVars, inflight, promo, pub, leaving, dataMsgs, clientVars,
                   migCount, spent>>
-----------------------------------------------------------------------------
(* Properties *)

(* Who has everybody's answer can go on.  Nothing else changes what it
   fetched or what its own table says, so a master that cannot go on now never
   can: the fetch that is repeated for ever (finding N1). *)
FetchEnds ==
    \A n \in Members :
        Up(n) /\ duty[n] = "fetch" /\ fetch[n].waiting = {} => ~Diverged(n, Decided(n))
=============================================================================
