------------------------- MODULE ParallelMigration -------------------------
(***************************************************************************)
(* One migration, seen by master, source and destination; several of them  *)
(* at once, one per partition and at most MaxParallel per member (seed 001 *)
(* section 2.2).                                                           *)
(*                                                                         *)
(*   StartMigration        master -> owner         MigrationRequest        *)
(*   HandleMigrationRequest owner freezes, copies -> dest.  MigrationData  *)
(*   HandleMigrationData   destination loads -> master      MigrationReply *)
(*   HandleMigrationReply  master -> destination            MigrationCommit*)
(*   HandleMigrationCommit destination applies -> master    CommitReply    *)
(*   HandleCommitReply     master decides (-> dest.  MigrationDecision)    *)
(*   HandleMigrationDecision destination serves (with ServeAfterDecision)  *)
(*                                                                         *)
(* Merged steps, each because nothing can come between that another order  *)
(* of the remaining steps does not show as well:                           *)
(* - request and copy at the source: from the freeze on the content is     *)
(*   constant; a source that dies in between is one whose copy is lost;    *)
(* - one fragment instead of many: the destination uses nothing before the *)
(*   commit;                                                               *)
(* - the destination's answer goes straight to the master instead of by    *)
(*   way of the source: a source that dies before passing it on is one     *)
(*   whose death the master sees first.                                    *)
(***************************************************************************)
EXTENDS PartitionVersioning

\* The table of n names nobody who left, and every partition has an owner
\* @type: (Int) => Bool;
NeedsRepair(n) ==
    \E p \in Partitions : \/ Owner(table[n][p]) = None
                          \/ ~(Holders(table[n][p]) \subseteq view[n])

\* How many migrations in flight at master n involve x, as n counts them
\* @type: (Int, Int) => Int;
Load(n, x) ==
    Cardinality({q \in Partitions :
        /\ inflight[n][q].stage # "none"
        /\ \/ CapCountsSource /\ inflight[n][q].mig.feeder = x
           \/ CapCountsDestination /\ inflight[n][q].mig.dst = x})

(* One step of a plan: what happens to slot i (and j) of the list r, with d as
   destination.  Seed 001 keeps the plan's order within a partition; here any
   step may come next, so that every plan in every order is covered, and every
   new plan after a failure.  What the order itself is good for is the matter
   of MigrationPlanner and PlanAndRun. *)
\* @type: (Str, $replicas, Int, Int, Int) => Bool;
StepFits(kind, r, i, j, d) ==
    LET new == DestinationIsNew => \A k \in Slots : r[k] # d
    IN  \/ kind = "MOVE"       /\ i = 1 /\ j = 1 /\ r[i] # None /\ r[i] # d /\ new
        \/ kind = "MOVEBACKUP" /\ i > 1 /\ j = i /\ r[i] # None /\ r[i] # d /\ new
        \/ kind = "COPY"       /\ i > 1 /\ j = i /\ r[i] = None /\ new
        \/ kind = "SHIFTUP"    /\ 1 < i /\ i < j /\ r[i] = None /\ r[j] = d
        \/ kind = "SHIFTDOWN"  /\ i < j /\ r[i] # None /\ r[i] # d /\ r[j] = None /\ new

\* @type: (Int, Int, Str, Int, Int, Int) => $mig;
NewMig(n, p, kind, i, j, d) ==
    LET r     == table[n][p].replicas
        moves == kind \in {"MOVE", "MOVEBACKUP", "SHIFTDOWN"}
    IN  [id |-> migCount + 1, p |-> p, src |-> IF moves THEN r[i] ELSE None, dst |-> d,
         feeder |-> r[1], master |-> n,
         srcCurIdx |-> IF moves THEN i ELSE 0,
         srcNewIdx |-> IF kind = "SHIFTDOWN" THEN j ELSE 0,
         dstCurIdx |-> IF kind = "SHIFTUP" THEN j ELSE 0,
         dstNewIdx |-> i,
         from |-> table[n][p].version,
         inc  |-> IF kind \in {"SHIFTUP", "SHIFTDOWN"} THEN 2 ELSE 1,
         status |-> "ACTIVE"]

\* Of the records C, those of p alone travel with an operation on p (seed 001 section 1.2)
\* @type: (Set($mig), Int) => Set($mig);
CompletedFor(C, p) == IF GlobalVersion THEN C ELSE {m \in C : m.p = p}

\* @type: (Int, Int, Str, Int, Int, Int) => Bool;
StartMigration(n, p, kind, i, j, d) ==
    /\ migCount < MaxMigrations
    /\ Leads(n) /\ duty[n] = "ready" 
    /\ inflight[n][p].stage = "none"
    /\ GlobalVersion /\ GlobalIsSerial => NothingInFlight(n)
    /\ ~NeedsRepair(n)
    /\ d \in view[n] /\ d \notin leaving[n]   \* who is about to leave may only be a source
    /\ StepFits(kind, table[n][p].replicas, i, j, d)
    /\ Load(n, Owner(table[n][p])) < MaxParallel /\ Load(n, d) < MaxParallel
    /\ LET m == NewMig(n, p, kind, i, j, d)
       IN  /\ inflight' = [inflight EXCEPT ![n][p] = [stage |-> "copy", mig |-> m]]
           /\ msgs' = Put(msgs, {[Msg("MigrationRequest", n, m.feeder) EXCEPT
                                    !.mig = m, !.done = CompletedFor(completed[n], p)]})
    /\ migCount' = migCount + 1
    /\ UNCHANGED <<membershipVars, storeVars, duty, fetch, promo, pub, leaving, dataMsgs,
                   replicaVars, clientVars, spent, tableGhosts, decisions>>

-----------------------------------------------------------------------------
(* Participants.  A refusal is an answer: the product repeats some refusals
   until a timeout, which only delays the same answer. *)

(* May n take part in mig with table t after rule C?  The product exempts the
   master from the version test.  Then something else has to stop it from
   joining a migration that it has failed meanwhile, or it stays frozen in it
   for ever, since nobody will decide it again (compare finding N3). *)
\* @type: (Int, $table, $mig, Set($mig)) => Bool;
MayJoin(n, t, mig, done) ==
    /\ ParticipantChecksMaster => mig.master = master[n]
    /\ \/ /\ n = mig.master       \* the master is not asked for its version ...
          /\ MasterChecksFlight => inflight[n][mig.p].mig.id = mig.id
       \/ /\ n # mig.master
          /\ Covers(t, done)
          /\ ParticipantChecksVersion => t[mig.p].version = mig.from
    /\ FinalActive(n, FinalisedBy(n, t, done))[mig.p] = NoMig

\* @type: (Int, $mig, Bool) => $msg;
MigrationReply(n, mig, ok) ==
    [Msg("MigrationReply", n, mig.master) EXCEPT !.mig = mig, !.ok = ok]

(* What rule C makes of n's table when it comes with an operation; the master
   is never told by itself *)
\* @type: (Int, $mig, Set($mig)) => $table;
TableFor(n, mig, done) ==
    IF n = master[n] \/ (ParticipantChecksMaster /\ mig.master # master[n])
    THEN table[n] ELSE ReplayAll(table[n], done)
\* @type: (Int, $mig, Set($mig), Set($mig), Set($mig)) => Set($mig);
KeptFor(n, mig, done, F, untold) ==
    IF n = master[n] \/ (ParticipantChecksMaster /\ mig.master # master[n])
    THEN completed[n] ELSE Retained(n, done, F, untold)

\* @type: (Int, Int) => Bool;
HandleMigrationRequest(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "MigrationRequest"
    /\ FlagIsExclusive => serving[n][Head(msgs[s][n]).mig.p] = NoServing   \* it waits
    /\ LET m    == Head(msgs[s][n])
           mig  == m.mig
           p    == mig.p
           t    == TableFor(n, mig, m.done)
           F    == IF n = master[n] THEN {} ELSE FinalisedBy(n, t, m.done)
           keep == KeptFor(n, mig, m.done, F, UntoldByPartition(n, p, mig.from))
           ok   == MayJoin(n, t, mig, m.done) /\ Owner(t[p]) = n
       IN  /\ IF ok
              THEN /\ AdoptAndJoin(n, t, F, keep, mig.master, mig, {}, 0)
                   /\ msgs' = Pop(msgs, s, n)
                   /\ dataMsgs' = PutData(dataMsgs,
                        {[DataMsg("MigrationData", n, mig.dst, p) EXCEPT
                            !.mig = mig, !.done = m.done, !.ver = ver[n][p], !.content = data[n][p]]})
              ELSE /\ Adopt(n, t, F, keep, mig.master)
                   /\ msgs' = Put(Pop(msgs, s, n), {MigrationReply(n, mig, FALSE)})
                   /\ UNCHANGED dataMsgs
    /\ UNCHANGED <<membershipVars, masterVars, clientVars, migCount, spent, decisions>>

\* @type: (Int, Int) => Bool;
HandleMigrationData(s, n) ==
    /\ dataMsgs[s][n] # <<>> /\ Head(dataMsgs[s][n]).type = "MigrationData"
    /\ LET m    == Head(dataMsgs[s][n])
           mig  == m.mig
           t    == TableFor(n, mig, m.done)
           F    == IF n = master[n] THEN {} ELSE FinalisedBy(n, t, m.done)
           keep == KeptFor(n, mig, m.done, F, completed[n])   \* the source tells nothing of the master
           ok   == MayJoin(n, t, mig, m.done)
       IN  /\ IF ok
              THEN AdoptAndJoin(n, t, F, keep, mig.master, mig, m.content, m.ver)
              ELSE Adopt(n, t, F, keep, mig.master)
           /\ msgs' = Put(msgs, {MigrationReply(n, mig, ok)})
    /\ dataMsgs' = PopData(dataMsgs, s, n)
    /\ UNCHANGED <<membershipVars, masterVars, clientVars, migCount, spent, decisions>>

(* The commit.  The destination applies first; everybody else learns later.
   Without ServeAfterDecision it also serves at once (finding N6a); with it
   the partition stays frozen here until the master's decision arrives. *)
\* @type: (Int, Int) => Bool;
HandleMigrationCommit(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "MigrationCommit"
    /\ LET m   == Head(msgs[s][n]).mig
           v   == table[n][m.p].version
           yes == ParticipantChecksMaster => s = master[n]
           new == yes /\ (IF CommitChecksVersion THEN v = m.from ELSE v # Final(m))
           t   == Replay(table[n], m)
       IN  /\ IF new
              THEN Adopt(n, t, IF ServeAfterDecision THEN {} ELSE {m},
                         {x \in completed[n] : x.id # m.id} \cup {m}, s)
              ELSE UNCHANGED <<storeVars, replicaVars, tableGhosts>>
           /\ msgs' = Put(Pop(msgs, s, n),
                          {[Msg("CommitReply", n, s) EXCEPT
                              !.mig = m, !.ok = (new \/ (yes /\ v = Final(m)))]})
    /\ UNCHANGED <<membershipVars, masterVars, dataMsgs, clientVars, migCount, spent, decisions>>

-----------------------------------------------------------------------------
(* The master's decision *)

(* Success: the destination has it, so the table changes.  The source is not
   told now but with the next publication.  With ServeAfterDecision the
   destination is, by what is completed of this partition; in the older
   generation, by the table. *)
\* @type: (Int, Int, Int -> (Int -> Seq($msg))) => Bool;
DecideSuccess(n, p, ch) ==
    LET m    == [inflight[n][p].mig EXCEPT !.status = "SUCCESS"]
        t    == Decide(table[n], m)
        keep == completed[n] \cup {m}
        wait == SelfCommitWaits /\ m.dst = n /\ m.feeder \in view[n]
        told == IF PublishByDelta
                THEN {[Msg("MigrationDecision", n, x) EXCEPT
                         !.mig = m, !.done = CompletedFor(keep, p)] : x \in ({m.dst} \cap view[n]) \ {n}}
                ELSE TableTo(n, {m.dst}, t, keep)
    IN  /\ Adopt(n, t, IF wait THEN {} ELSE {m}, keep, n)
        /\ inflight' = [inflight EXCEPT ![n][p] = NoFlight]
        /\ decisions' = decisions \cup {<<m.id, "SUCCESS">>}
        /\ msgs' = Put(ch, IF ServeAfterDecision THEN told ELSE {})
        /\ UNCHANGED dataMsgs

(* Failure, at any stage: version above everything that the destination may
   have, the table to owner and destination.  The product then starts nothing
   until the rest is decided, and plans anew; here any step may follow any
   other anyway, and no property needs the pause. *)
\* @type: (Int, Int, Int -> (Int -> Seq($msg))) => Bool;
DecideFailure(n, p, ch) ==
    LET m    == [inflight[n][p].mig EXCEPT !.status = "FAILED"]
        t    == Decide(table[n], m)
        keep == completed[n] \cup {m}
    IN  /\ Adopt(n, t, {m}, keep, n)
        /\ inflight' = [inflight EXCEPT ![n][p] = NoFlight]
        /\ decisions' = decisions \cup {<<m.id, "FAILED">>}
        /\ msgs' = Put(ch, TableTo(n, {m.feeder, m.dst}, t, keep))
        /\ UNCHANGED dataMsgs

\* @type: (Int, $mig, Str) => Bool;
Awaits(n, mig, stage) ==
    Leads(n) /\ inflight[n][mig.p].stage = stage /\ inflight[n][mig.p].mig.id = mig.id

\* @type: (Int, Int) => Bool;
HandleMigrationReply(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "MigrationReply"
    /\ LET m   == Head(msgs[s][n])
           mig == m.mig
           p   == mig.p
           ch  == Pop(msgs, s, n)
       IN  IF ~Awaits(n, mig, "copy")
           THEN /\ msgs' = ch
                /\ UNCHANGED <<storeVars, replicaVars, tableGhosts, inflight, decisions, dataMsgs>>
           ELSE IF ~m.ok \/ mig.dst \notin view[n] THEN DecideFailure(n, p, ch)
           ELSE IF mig.dst = n THEN DecideSuccess(n, p, ch)  \* no commit call to oneself (finding N6b)
           ELSE /\ inflight' = [inflight EXCEPT ![n][p].stage = "commit"]
                /\ msgs' = Put(ch, {[Msg("MigrationCommit", n, mig.dst) EXCEPT
                                       !.mig = [mig EXCEPT !.status = "SUCCESS"]]})
                /\ UNCHANGED <<storeVars, replicaVars, tableGhosts, decisions, dataMsgs>>
    /\ UNCHANGED <<membershipVars, duty, fetch, promo, pub, leaving, clientVars, migCount, spent>>

\* @type: (Int, Int) => Bool;
HandleCommitReply(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "CommitReply"
    /\ LET m  == Head(msgs[s][n])
           ch == Pop(msgs, s, n)
       IN  IF ~Awaits(n, m.mig, "commit")
           THEN /\ msgs' = ch
                /\ UNCHANGED <<storeVars, replicaVars, tableGhosts, inflight, decisions, dataMsgs>>
           ELSE IF m.ok THEN DecideSuccess(n, m.mig.p, ch) ELSE DecideFailure(n, m.mig.p, ch)
    /\ UNCHANGED <<membershipVars, duty, fetch, promo, pub, leaving, clientVars, migCount, spent>>

(* With ServeAfterDecision: the destination has waited for this.  Nobody
   answers; a destination that misses it hears of it with the next
   publication. *)
\* @type: (Int, Int) => Bool;
HandleMigrationDecision(s, n) ==
    /\ Next1(s, n, "MigrationDecision")
    /\ LET m == Head(msgs[s][n])
           t == ReplayAll(table[n], m.done)
           F == FinalisedBy(n, t, m.done)
           U == UntoldByPartition(n, m.mig.p, Final(m.mig))
       IN  IF Obeys(n, s) /\ ~Leads(n)
           THEN Adopt(n, t, F, Retained(n, m.done, F, U), s)
           ELSE UNCHANGED <<storeVars, replicaVars, tableGhosts>>
    /\ msgs' = Pop(msgs, s, n)
    /\ UNCHANGED <<membershipVars, masterVars, dataMsgs, clientVars, migCount, spent, decisions>>

(* A participant left: presumed abort, also in the commit stage, where the
   destination may have applied it (findings N6a, N6b). *)
\* @type: (Int, Int) => Bool;
AbortMigration(n, p) ==
    /\ Leads(n)
    /\ LET f == inflight[n][p]
       IN  \/ f.stage = "copy" /\ ~({f.mig.feeder, f.mig.dst} \subseteq view[n])
           \/ f.stage = "commit" /\ f.mig.dst \notin view[n]
    /\ DecideFailure(n, p, msgs)
    /\ UNCHANGED <<membershipVars, duty, fetch, promo, pub, leaving, clientVars, migCount, spent>>

\* The request's call timeout (300 s) with everybody alive
\* @type: (Int, Int) => Bool;
TimeoutMigration(n, p) ==
    /\ spent.timeouts < MaxTimeouts
    /\ Leads(n) /\ inflight[n][p].stage = "copy"
    /\ DecideFailure(n, p, msgs)
    /\ spent' = [spent EXCEPT !.timeouts = @ + 1]
    /\ UNCHANGED <<membershipVars, duty, fetch, promo, pub, leaving, clientVars, migCount>>

(* A commit call that times out is sent again, for ever: the destination may
   get it twice *)
\* @type: (Int, Int) => Bool;
ResendCommit(n, p) ==
    /\ spent.timeouts < MaxTimeouts
    /\ Leads(n) /\ inflight[n][p].stage = "commit"
    /\ LET m == inflight[n][p].mig
       IN  msgs' = Put(msgs, {[Msg("MigrationCommit", n, m.dst) EXCEPT
                                 !.mig = [m EXCEPT !.status = "SUCCESS"]]})
    /\ spent' = [spent EXCEPT !.timeouts = @ + 1]
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, dataMsgs, replicaVars, clientVars,
                   migCount, tableGhosts, decisions>>

-----------------------------------------------------------------------------
(* Properties *)

(* No migration is both carried out and taken back by members that live *)
Agreement ==
    \A x, y \in finalised :
        Up(x[1]) /\ Up(y[1]) /\ x[2] = y[2] => x[3] = y[3]

SourceDropsOnlyAfterDecision ==
    \A id \in dropped : <<id, "SUCCESS">> \in decisions

ParallelCap ==
    \A n, x \in Members :
        Up(n) => Cardinality({q \in Partitions : /\ inflight[n][q].stage # "none"
                                                 /\ x \in {inflight[n][q].mig.feeder, inflight[n][q].mig.dst}})
                    <= MaxParallel

(* A migration never lowers the number of replicas in the table *)
CopiesNonDecreasing ==
    [][\A n \in Members, p \in Partitions :
          Leads(n) /\ inflight[n][p].stage # "none" /\ inflight'[n][p].stage = "none" /\ life'[n] = "up"
            => Cardinality(Holders(table'[n][p])) >= Cardinality(Holders(table[n][p]))]_vars
=============================================================================
