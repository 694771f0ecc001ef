-------------------------- MODULE PromotionCommit --------------------------
(***************************************************************************)
(* Repair at the master: members that left are removed from the table, and *)
(* the first surviving replica of each partition without an owner is       *)
(* promoted.  The promoted member applies first (PromotionCommit), then    *)
(* the master, then everybody (seed 001 section 1.3).                      *)
(***************************************************************************)
EXTENDS ParallelMigration

\* @type: ($entry) => Int;
FirstSurvivor(e) == e.replicas[Min({i \in Slots : e.replicas[i] # None})]

\* +1 per replica that is not in V
\* @type: ($table, Set(Int)) => $table;
Strip(t, V) ==
    LET gone == {<<p, i>> \in Partitions \X Slots : t[p].replicas[i] \notin V \cup {None}}
    IN  [p \in Partitions |->
            [version  |-> t[p].version + Cardinality({x \in gone : GlobalVersion \/ x[1] = p}),
             replicas |-> [i \in Slots |-> IF <<p, i>> \in gone THEN None ELSE t[p].replicas[i]]]]

\* +2 per promotion: slots 0 and i change
\* @type: ($table, Set(Int)) => $table;
Promote(t, P) ==
    [p \in Partitions |->
        [version  |-> t[p].version + 2 * Cardinality({q \in P : GlobalVersion \/ q = p}),
         replicas |-> IF p \notin P THEN t[p].replicas
                      ELSE [i \in Slots |-> IF i = 1 THEN FirstSurvivor(t[p])
                                            ELSE IF t[p].replicas[i] = FirstSurvivor(t[p]) THEN None
                                            ELSE t[p].replicas[i]]]]

\* @type: ($table) => Set(Int);
Orphans(t) == {p \in Partitions : Owner(t[p]) = None /\ Holders(t[p]) # {}}

(* One destination at a time; what lies between is local to the master, so one
   step strips and starts the first promotion.  Repair waits for what is in
   flight: a table that changes under a migration makes its versions collide. *)
\* @type: (Int) => Bool;
Repair(n) ==
    /\ Leads(n) /\ duty[n] = "ready"
    /\ RepairWaits => NothingInFlight(n)
    /\ NeedsRepair(n)
    /\ LET t1 == Strip(table[n], view[n])
           O  == Orphans(t1)
           d  == FirstSurvivor(t1[Min(O)])
           P  == {p \in O : FirstSurvivor(t1[p]) = d}
           t2 == Promote(t1, P)
       IN  \/ /\ O = {} /\ t1 # table[n]
              /\ Adopt(n, t1, {}, completed[n], n)
              /\ msgs' = Put(msgs, TableToAll(n, t1, completed[n]))
              /\ UNCHANGED <<duty, promo>>
           \/ /\ O # {} /\ d = n
              /\ Adopt(n, t2, {}, completed[n], n)
              /\ msgs' = Put(msgs, IF Orphans(t2) = {} THEN TableToAll(n, t2, completed[n]) ELSE {})
              /\ UNCHANGED <<duty, promo>>
           \/ /\ O # {} /\ d # n
              /\ Adopt(n, t1, {}, completed[n], n)
              /\ duty' = [duty EXCEPT ![n] = "promote"]
              /\ promo' = [promo EXCEPT ![n] = [dst |-> d, parts |-> P]]
              /\ msgs' = Put(msgs, {[Msg("PromotionCommit", n, d) EXCEPT
                                       !.table = t2, !.parts = P, !.done = completed[n]]})
    /\ UNCHANGED <<membershipVars, fetch, inflight, pub, leaving, dataMsgs, clientVars,
                   migCount, spent, decisions>>

(* Equal stamps: nothing to do, it is applied already.  Else rule T, which
   skips what is older than the local entry (seed 001 section 1.3).  The skip
   has no switch: after a fetch from everybody no follower is ahead of its
   master (VersionMonotonic), over FIFO links a promotion that is sent twice
   arrives before anything newer, so nothing that is checked here reaches it. *)
\* @type: (Int, Int) => Bool;
HandlePromotionCommit(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "PromotionCommit"
    /\ LET m    == Head(msgs[s][n])
           same == Versions(table[n]) = Versions(m.table)
           F    == Unknown(n, m.done)
           t    == Newer(n, m.table)
           new  == Obeys(n, s) /\ ~Leads(n) /\ ~same
           ok   == Obeys(n, s) /\ ~Leads(n) /\ (same \/ ~Diverged(n, m.table))
       IN  /\ IF new /\ ok
              THEN Adopt(n, t, F, Retained(n, m.done, F, UntoldByTable(n, m.table)), s)
              ELSE UNCHANGED <<storeVars, replicaVars, tableGhosts>>
           /\ msgs' = Put(Pop(msgs, s, n), {[Msg("PromotionReply", n, s) EXCEPT
                                               !.parts = m.parts, !.ok = ok]})
    /\ UNCHANGED <<membershipVars, masterVars, dataMsgs, clientVars, migCount, spent, decisions>>

\* The master's entries of P move as the promotion ended; published when no owner is missing
\* @type: (Int, Set(Int), Bool, Int -> (Int -> Seq($msg))) => Bool;
EndPromotion(n, P, ok, ch) ==
    LET k == IF PromotionFence THEN 3 ELSE 2
        t == IF ok THEN Promote(table[n], P)
             ELSE [p \in Partitions |-> [table[n][p] EXCEPT
                      !.version = @ + k * Cardinality({q \in P : GlobalVersion \/ q = p})]]
    IN  /\ Adopt(n, t, {}, completed[n], n)
        /\ msgs' = Put(ch, IF Orphans(t) = {} THEN TableToAll(n, t, completed[n]) ELSE {})
        /\ duty' = [duty EXCEPT ![n] = "ready"]
        /\ promo' = [promo EXCEPT ![n] = NoPromo]

\* @type: (Int, Int) => Bool;
HandlePromotionReply(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "PromotionReply"
    /\ LET m == Head(msgs[s][n])
       IN  IF Leads(n) /\ duty[n] = "promote" /\ promo[n].dst = s /\ promo[n].parts = m.parts
           THEN EndPromotion(n, m.parts, m.ok, Pop(msgs, s, n))
           ELSE /\ msgs' = Pop(msgs, s, n)
                /\ UNCHANGED <<storeVars, replicaVars, tableGhosts, duty, promo>>
    /\ UNCHANGED <<membershipVars, fetch, inflight, pub, leaving, dataMsgs, clientVars,
                   migCount, spent, decisions>>

\* The promoted member left: +3, the next repair tries another
\* @type: (Int) => Bool;
AbortPromotion(n) ==
    /\ Leads(n) /\ duty[n] = "promote" /\ promo[n].dst \notin view[n]
    /\ EndPromotion(n, promo[n].parts, FALSE, msgs)
    /\ UNCHANGED <<membershipVars, fetch, inflight, pub, leaving, dataMsgs, clientVars,
                   migCount, spent, decisions>>

\* A promotion call that times out is sent again
\* @type: (Int) => Bool;
ResendPromotion(n) ==
    /\ spent.timeouts < MaxTimeouts
    /\ Leads(n) /\ duty[n] = "promote"
    /\ msgs' = Put(msgs, {[Msg("PromotionCommit", n, promo[n].dst) EXCEPT
                             !.table = Promote(table[n], promo[n].parts),
                             !.parts = promo[n].parts, !.done = completed[n]]})
    /\ spent' = [spent EXCEPT !.timeouts = @ + 1]
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, dataMsgs, replicaVars, clientVars,
                   migCount, tableGhosts, decisions>>

\* All replicas gone: an empty owner, at once and without asking anybody
\* @type: (Int, Int, Int) => Bool;
AssignLost(n, p, d) ==
    /\ Leads(n) /\ duty[n] = "ready" /\ NothingInFlight(n)
    /\ Holders(table[n][p]) = {} /\ d \in view[n] \ leaving[n]
    /\ LET t == [Bump(table[n], p, 1) EXCEPT ![p].replicas = [@ EXCEPT ![1] = d]]
       IN  /\ Adopt(n, t, {}, completed[n], n)
           /\ msgs' = Put(msgs, TableToAll(n, t, completed[n]))
    /\ UNCHANGED <<membershipVars, masterVars, dataMsgs, clientVars, migCount, spent, decisions>>
=============================================================================
