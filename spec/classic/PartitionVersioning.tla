------------------------ MODULE PartitionVersioning ------------------------
(***************************************************************************)
(* How a table travels: rule T (a full table), rule C (a list of completed *)
(* migrations, seed 000: publish the change, not the table), publication   *)
(* in batches and the pruning of what everybody knows.                     *)
(*                                                                         *)
(* 4.1 (seed 001, section 1.2) has a version per partition: a receiver     *)
(* applies a table partially.  GlobalVersion = TRUE is the generation      *)
(* before it: every change bumps the versions of all partitions, so that   *)
(* they are always equal and the same rules become the old global ones.    *)
(***************************************************************************)
EXTENDS ClassicState

-----------------------------------------------------------------------------
(* Rule C *)

\* @type: ($table, $mig) => Bool;
Applicable(t, m) ==
    IF GapGuard THEN m.from = t[m.p].version
    ELSE Final(m) > t[m.p].version

\* @type: ($table, $mig) => $table;
Replay(t, m) ==
    [q \in Partitions |->
        IF q = m.p
        THEN [version  |-> Final(m),
              replicas |-> IF m.status = "SUCCESS" THEN Shift(t[q].replicas, m) ELSE t[q].replicas]
        ELSE IF GlobalVersion THEN [t[q] EXCEPT !.version = Final(m)] ELSE t[q]]

\* @type: ($table, Set($mig)) => $table;
ReplayOne(t, C) ==
    LET A == {m \in C : Applicable(t, m)}
    IN  IF A = {} THEN t
        ELSE Replay(t, CHOOSE m \in A : \A x \in A : m.from < x.from \/ (m.from = x.from /\ m.id <= x.id))

(* A receiver walks through the list in order.  Four steps are enough, since
   no model starts more than four migrations; written out because it must not
   need recursion. *)
\* @type: ($table, Set($mig)) => $table;
ReplayAll(t, C) == ReplayOne(ReplayOne(ReplayOne(ReplayOne(t, C), C), C), C)

\* Everything in C is contained in t, applied now or earlier
\* @type: ($table, Set($mig)) => Bool;
Covers(t, C) == \A m \in C : Final(m) <= t[m.p].version

\* Those of C that the step from t0 to t1 has applied
\* @type: ($table, $table, Set($mig)) => Set($mig);
AppliedOf(t0, t1, C) ==
    {m \in C : Final(m) > t0[m.p].version /\ Final(m) <= t1[m.p].version}

(* What n finalises when it hears of C by rule C and so moves from its table
   to t1.  A member that took part and was told to wait for the decision
   (ServeAfterDecision) is at the final version already, and finalises now. *)
\* @type: (Int, $table, Set($mig)) => Set($mig);
FinalisedBy(n, t1, C) ==
    AppliedOf(table[n], t1, C)
        \cup {m \in C : ServeAfterDecision /\ active[n][m.p].id = m.id
                         /\ Final(m) <= t1[m.p].version}

(* What n remembers afterwards.  The product keeps exactly the records of the
   message (finding N2).  The fix keeps a record until its sender is known to
   have it in its table and to have forgotten it all the same, which it does
   when everybody has confirmed it.  untold = the records of n of which the
   message does not tell that. *)
\* @type: (Int, Set($mig), Set($mig), Set($mig)) => Set($mig);
Retained(n, C, fresh, untold) ==
    LET known == completed[n] \cup {m \in fresh : m.id \notin Ids(completed[n])}
    IN  {m \in known : \/ m.id \in Ids(C)
                       \/ RetainChecksVersion /\ m.id \in Ids(untold)}

\* A table has the sender's versions.
\* @type: (Int, $table) => Set($mig);
UntoldByTable(n, t) == {m \in completed[n] : t[m.p].version < Final(m)}

(* A list of all that the sender remembers comes with the migrations that it
   has in flight.  Each of them starts at the sender's version of its partition.
   The sender has every other record of n: it got it from n in its fetch, or it
   was itself the master of that migration and has decided it. *)
\* @type: (Int, Set($mig)) => Set($mig);
UntoldByList(n, flights) ==
    {m \in completed[n] : \E f \in flights : f.p = m.p /\ f.from < Final(m)}

(* A list of what the sender remembers of one partition, which has version v
   there, tells nothing of the others (RetainChecksScope): if their records were
   dropped and the master died, a source that does not know the outcome yet
   would be told to undo what the destination has done. *)
\* @type: (Int, Int, Int) => Set($mig);
UntoldByPartition(n, p, v) ==
    {m \in completed[n] : IF m.p = p THEN v < Final(m) ELSE RetainChecksScope}

\* Whether n listens to s at all
\* @type: (Int, Int) => Bool;
Obeys(n, s) == TableChecksSender => s = master[n]

-----------------------------------------------------------------------------
(* Rule T *)

\* @type: (Int, $table) => $table;
Newer(n, t) ==
    [p \in Partitions |-> IF t[p].version > table[n][p].version THEN t[p] ELSE table[n][p]]

(* Equal version, other content: the product throws, and nothing of the table
   is applied (finding N5: one diverged partition stops all) *)
\* @type: (Int, $table) => Bool;
Diverged(n, t) ==
    \E p \in Partitions : /\ t[p].version = table[n][p].version
                          /\ t[p].replicas # table[n][p].replicas

\* Records of C that n has not carried out yet
\* @type: (Int, Set($mig)) => Set($mig);
Unknown(n, C) ==
    {m \in C : \/ m.id \notin Ids(completed[n])
               \/ ServeAfterDecision /\ active[n][m.p].id = m.id}

\* @type: (Int, Int) => Bool;
HandlePartitionState(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "PartitionState"
    /\ LET m == Head(msgs[s][n])
           t == Newer(n, m.table)
           F == Unknown(n, m.done)
       IN  IF Obeys(n, s) /\ ~Leads(n) /\ ~Diverged(n, m.table)
           THEN Adopt(n, t, F, Retained(n, m.done, F, UntoldByTable(n, m.table)), s)
           ELSE UNCHANGED <<storeVars, replicaVars, tableGhosts>>
    /\ msgs' = Pop(msgs, s, n)
    /\ UNCHANGED <<membershipVars, masterVars, dataMsgs, clientVars, migCount, spent, decisions>>

-----------------------------------------------------------------------------
(* Publication.  At any time when a batch is full, and always when there is
   nothing else to do; one publication at a time.  The older generation sends
   the table where 3.12 sends the list.  With RetainChecksVersion the list goes
   with what is in flight. *)

\* @type: (Int) => Bool;
NothingInFlight(n) == \A p \in Partitions : inflight[n][p].stage = "none"

\* @type: (Int) => Set($mig);
Flights(n) == {inflight[n][p].mig : p \in Partitions} \ {NoMig}

\* @type: (Int) => Bool;
PublishCompleted(n) ==
    /\ Leads(n) /\ duty[n] = "ready"
    /\ completed[n] # {} /\ pub[n] = NoPub
    /\ \/ ~BatchedPublish
       \/ Cardinality(completed[n]) >= BatchSize
       \/ NothingInFlight(n)
    /\ IF view[n] = {n}
       THEN /\ completed' = [completed EXCEPT ![n] = {}]
            /\ UNCHANGED <<pub, msgs>>
       ELSE /\ pub' = [pub EXCEPT ![n] = [list |-> completed[n], waiting |-> view[n] \ {n}, ok |-> TRUE]]
            /\ msgs' = Put(msgs, {[Msg("PublishCompleted", n, x) EXCEPT
                                     !.done = completed[n],
                                     !.acts = IF PublishByDelta /\ RetainChecksVersion THEN Flights(n) ELSE {},
                                     !.table = IF PublishByDelta THEN NoTable ELSE table[n]] : x \in view[n] \ {n}})
            /\ UNCHANGED completed
    /\ UNCHANGED <<membershipVars, table, active, frozen, duty, fetch, inflight, promo, leaving,
                   dataMsgs, replicaVars, clientVars, migCount, spent, tableGhosts, decisions>>

\* @type: (Int, Int) => Bool;
HandlePublishCompleted(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "PublishCompleted"
    /\ LET m  == Head(msgs[s][n])
           t  == IF PublishByDelta THEN ReplayAll(table[n], m.done) ELSE Newer(n, m.table)
           F  == IF PublishByDelta THEN FinalisedBy(n, t, m.done) ELSE Unknown(n, m.done)
           U  == IF PublishByDelta THEN UntoldByList(n, m.acts) ELSE UntoldByTable(n, m.table)
           ok == Covers(t, m.done)
       IN  IF Obeys(n, s) /\ ~Leads(n)
           THEN /\ Adopt(n, t, F, Retained(n, m.done, F, U), s)
                /\ msgs' = Put(Pop(msgs, s, n),
                               {[Msg("PublishReply", n, s) EXCEPT !.ok = ok, !.done = m.done]})
           ELSE /\ msgs' = Put(Pop(msgs, s, n),
                               {[Msg("PublishReply", n, s) EXCEPT !.ok = (n = master[n]), !.done = m.done]})
                /\ UNCHANGED <<storeVars, replicaVars, tableGhosts>>
    /\ UNCHANGED <<membershipVars, masterVars, dataMsgs, clientVars, migCount, spent, decisions>>

(* With SelfCommitWaits: a master that has moved a partition to itself serves
   it when the old owner has confirmed, or is gone; released(n, X) are the
   migrations that the answers or departures in X set free. *)
\* @type: (Int, Int, Set($mig)) => Set($mig);
Released(n, x, list) ==
    {m \in list : active[n][m.p].id = m.id /\ m.dst = n /\ m.feeder = x}

(* Everybody has the list: forget exactly that list.  A negative answer is a
   version gap: that member gets the table, and nothing is forgotten. *)
\* @type: (Int, Int) => Bool;
HandlePublishReply(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "PublishReply"
    /\ LET m    == Head(msgs[s][n])
           mine == pub[n] # NoPub /\ pub[n].list = m.done /\ s \in pub[n].waiting
           left == pub[n].waiting \ {s}
           good == pub[n].ok /\ m.ok
           free == IF m.ok THEN Released(n, s, m.done) ELSE {}
       IN  IF mine
           THEN /\ pub' = [pub EXCEPT ![n] = IF left = {} THEN NoPub
                                             ELSE [@ EXCEPT !.waiting = left, !.ok = good]]
                /\ Adopt(n, table[n], free,
                         IF left = {} /\ good THEN completed[n] \ pub[n].list ELSE completed[n], n)
                /\ msgs' = Put(Pop(msgs, s, n),
                               IF m.ok THEN {} ELSE TableTo(n, {s}, table[n], completed[n]))
           ELSE /\ msgs' = Pop(msgs, s, n)
                /\ UNCHANGED <<pub, storeVars, replicaVars, tableGhosts>>
    /\ UNCHANGED <<membershipVars, duty, fetch, inflight, promo, leaving,
                   dataMsgs, clientVars, migCount, spent, decisions>>

(* A plain table message is not acknowledged, nor is a decision that goes to the
   destination alone: they may be lost (a broken connection drops what is queued,
   hazelcast PRs 12535, 12536).  Everything else is a call that is answered,
   repeated, or fails when the member leaves. *)
\* @type: (Int, Int) => Bool;
LoseTable(s, n) ==
    /\ spent.losses < MaxLosses
    /\ Next1(s, n, "PartitionState") \/ Next1(s, n, "MigrationDecision")
    /\ msgs' = Pop(msgs, s, n)
    /\ spent' = [spent EXCEPT !.losses = @ + 1]
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, dataMsgs, replicaVars, clientVars,
                   migCount, tableGhosts, decisions>>

-----------------------------------------------------------------------------
(* Properties *)

(* A version names one configuration in the whole history of all members that
   live.  A number that only the dead knew may be used again: a master that
   fails a migration and dies before anybody hears of it has used one, and the
   next master, which cannot know, uses it for something else.  That is
   harmless as long as the dead do not come back with their tables, which is
   why a returning process is a new member here. *)
\* @type: (Set(Int)) => Bool;
UniqueAmong(S) ==
    LET H == UNION {hist[n] : n \in S}
    IN  \A x, y \in H : x[1] = y[1] /\ x[2] = y[2] => x[3] = y[3]
VersionUnique == UniqueAmong(Live)

(* The same over the dead too: classic does not have it (see above) *)
VersionUniqueEver == UniqueAmong(Members)

(* No member goes back; a new master does not come out of its fetch below a
   version that it was told of; and nobody is ahead of the master that he
   follows, except by a commit or a promotion that this master has under way. *)
\* @type: (Int, Int) => Int;
Granted(n, p) ==
    table[n][p].version
        + (IF inflight[n][p].stage = "commit" THEN inflight[n][p].mig.inc ELSE 0)
        + (IF p \in promo[n].parts THEN 2 ELSE 0)
VersionMonotonic ==
    \A n \in Members, p \in Partitions :
        /\ Up(n) /\ duty[n] # "fetch" => table[n][p].version >= floor[n][p]
        /\ Leads(n) /\ ~GlobalVersion =>
              \A x \in view[n] : Up(x) /\ master[x] = n => table[x][p].version <= Granted(n, p)

ReplicasDistinct ==
    \A n \in Members, p \in Partitions : \A i, j \in Slots :
        Up(n) /\ i # j /\ table[n][p].replicas[i] # None
            => table[n][p].replicas[i] # table[n][p].replicas[j]

(* A table changes on the word of the member's own master only *)
OnlyMasterMutates == strays = {}
=============================================================================
