------------------------- MODULE ClusterStateChange -------------------------
(***************************************************************************)
(* The state of the cluster is changed by a transaction over all members   *)
(* (seed 001, section 3.1; cluster versions change in the same way):       *)
(*                                                                         *)
(*   prepare  the initiator locks its own state, and asks each member of   *)
(*            its view to do so.  A member does if no other change and no  *)
(*            migration is under way and its table has the stamp of the    *)
(*            initiator's, or in the older generation (GlobalVersion) the  *)
(*            version.  A locked member is IN_TRANSITION.                  *)
(*   record   the decision is stored at a second member, so that it        *)
(*            survives the initiator (durability 1 of the transaction).    *)
(*   commit   each member takes over the new state and unlocks.            *)
(*   roll back, if a member refuses or leaves before the decision.         *)
(*                                                                         *)
(* Who finds the initiator gone and itself locked asks the least member    *)
(* that is left, which has the record if there is one.                     *)
(***************************************************************************)
EXTENDS ClusterStateTables

-----------------------------------------------------------------------------
(* What members compare before they are locked *)

\* A stamp has the versions only, or with the repair the replicas too.
\* @type: ($table) => $table;
StampOf(t) == IF StampHashesReplicas THEN t ELSE [p \in Partitions |-> [t[p] EXCEPT !.owner = None]]

\* The version of a table: the greatest, which in the older generation is that of every partition.
\* @type: ($table) => $table;
VersionOf(t) ==
    LET v == Max({t[p].version : p \in Partitions})
    IN  [p \in Partitions |-> [version |-> v, owner |-> None]]

\* @type: ($table) => $table;
Compared(t) == IF GlobalVersion \/ ~ComparesByGeneration THEN VersionOf(t) ELSE StampOf(t)

-----------------------------------------------------------------------------
(* The transaction: prepare *)

\* @type: (Int, Str) => Bool;
StartStateChange(n, to) ==
    /\ spent.changes < MaxChanges /\ n \in Initiators
    /\ Up(n) /\ change[n] = NoChange /\ state[n] # to /\ ~Claiming(n) /\ view[n] # {n}
    /\ LockIsExclusive => lock[n] = NoTx
    /\ LockChecksMigration => active[n] = NoMig
    /\ LET tx == [id |-> spent.changes + 1, by |-> n, to |-> to, members |-> view[n]]
       IN  /\ lock' = [lock EXCEPT ![n] = tx]
           /\ change' = [change EXCEPT ![n] = [stage |-> "prepare", tx |-> tx, waiting |-> view[n] \ {n}]]
           /\ msgs' = Put(msgs, {[TxMsg("StatePrepare", n, x, tx) EXCEPT !.table = Compared(table[n])] :
                                   x \in view[n] \ {n}})
    /\ spent' = [spent EXCEPT !.changes = @ + 1]
    /\ checked' = [checked EXCEPT ![n] = table[n]]
    /\ answered' = "-"
    /\ UNCHANGED <<memberVars, tableVars, state, record>>

\* @type: (Int, $msg) => Bool;
Grants(n, m) ==
    /\ ~Claiming(n)
    /\ LockIsExclusive => lock[n] = NoTx
    /\ LockChecksMigration => active[n] = NoMig
    /\ LockChecksMembers => m.tx.members = view[n]
    /\ LockChecksStamp => m.table = Compared(table[n])

\* @type: (Int, Int) => Bool;
HandleStatePrepare(s, n) ==
    /\ Next1(s, n, "StatePrepare")
    /\ LET m == Head(msgs[s][n])
       IN  /\ lock' = [lock EXCEPT ![n] = IF Grants(n, m) THEN m.tx ELSE @]
           /\ msgs' = Put(Pop(msgs, s, n), {[TxMsg("StatePrepareReply", n, s, m.tx) EXCEPT !.ok = Grants(n, m)]})
    /\ UNCHANGED <<memberVars, tableVars, state, change, record, spent, ghosts>>

-----------------------------------------------------------------------------
(* Decision, commit and rollback.  Each is a function of the initiator n, its
   view v and the channels ch, because an answer and a departure may bring
   them about. *)

\* Where the decision is stored
\* @type: ($tx) => Int;
Keeper(tx) == Min(tx.members \ {tx.by})

\* @type: (Int, Set(Int), Int -> (Int -> Seq($msg))) => Bool;
RollBack(n, v, ch) ==
    LET tx == change[n].tx
    IN  /\ lock' = [lock EXCEPT ![n] = IF @ = tx THEN NoTx ELSE @]
        /\ change' = [change EXCEPT ![n] = NoChange]
        /\ msgs' = Put(ch, {TxMsg("StateRollback", n, x, tx) : x \in (tx.members \cap v) \ {n}})
        /\ checked' = [checked EXCEPT ![n] = NoTable]
        /\ UNCHANGED <<state, answered>>

\* @type: (Int, Set(Int), Int -> (Int -> Seq($msg))) => Bool;
Commit(n, v, ch) ==
    LET tx == change[n].tx
        others == (tx.members \cap v) \ {n}
    IN  /\ state' = [state EXCEPT ![n] = tx.to]
        /\ lock' = [lock EXCEPT ![n] = NoTx]
        /\ msgs' = Put(ch, {TxMsg("StateCommit", n, x, tx) : x \in others})
        /\ change' = [change EXCEPT ![n] = IF others = {} THEN NoChange
                                           ELSE [stage |-> "commit", tx |-> tx, waiting |-> others]]
        /\ answered' = IF others = {} THEN tx.to ELSE answered
        /\ checked' = [checked EXCEPT ![n] = NoTable]

\* Everybody is locked: store the decision
\* @type: (Int, Set(Int), Int -> (Int -> Seq($msg))) => Bool;
Store(n, v, ch) ==
    LET tx == change[n].tx
    IN  /\ change' = [change EXCEPT ![n] = [stage |-> "record", tx |-> tx, waiting |-> {Keeper(tx)}]]
        /\ msgs' = Put(ch, {TxMsg("StateDecision", n, Keeper(tx), tx)})
        /\ UNCHANGED <<state, lock, checked, answered>>

\* n waits for X less
\* @type: (Int, Set(Int), Set(Int), Int -> (Int -> Seq($msg))) => Bool;
Advance(n, X, v, ch) ==
    LET left == change[n].waiting \ X
    IN  IF left # {}
        THEN /\ change' = [change EXCEPT ![n].waiting = left]
             /\ msgs' = ch
             /\ UNCHANGED <<state, lock, checked, answered>>
        ELSE IF change[n].stage = "prepare" /\ RecordBeforeCommit THEN Store(n, v, ch)
        ELSE IF change[n].stage \in {"prepare", "record"} THEN Commit(n, v, ch)
        ELSE /\ change' = [change EXCEPT ![n] = NoChange]
             /\ msgs' = ch
             /\ answered' = change[n].tx.to
             /\ UNCHANGED <<state, lock, checked>>

\* Is m the answer for which n waits?
\* @type: (Int, $msg, Str) => Bool;
Expected(n, m, stage) == change[n].stage = stage /\ change[n].tx = m.tx /\ m.src \in change[n].waiting

\* @type: (Int, Int) => Bool;
HandleStatePrepareReply(s, n) ==
    /\ Next1(s, n, "StatePrepareReply")
    /\ LET m == Head(msgs[s][n])
           ch == Pop(msgs, s, n)
       IN  IF ~Expected(n, m, "prepare")
           THEN msgs' = ch /\ UNCHANGED <<state, lock, change, checked, answered>>
           ELSE IF m.ok THEN Advance(n, {s}, view[n], ch) ELSE RollBack(n, view[n], ch)
    /\ UNCHANGED <<memberVars, tableVars, record, spent>>

\* @type: (Int, Int) => Bool;
HandleStateDecision(s, n) ==
    /\ Next1(s, n, "StateDecision")
    /\ record' = [record EXCEPT ![n] = Head(msgs[s][n]).tx]
    /\ msgs' = Put(Pop(msgs, s, n), {TxMsg("StateDecisionReply", n, s, Head(msgs[s][n]).tx)})
    /\ UNCHANGED <<memberVars, tableVars, state, lock, change, spent, ghosts>>

\* @type: (Int, Int) => Bool;
HandleStateDecisionReply(s, n) ==
    /\ Next1(s, n, "StateDecisionReply")
    /\ LET m == Head(msgs[s][n])
           ch == Pop(msgs, s, n)
       IN  IF Expected(n, m, "record") THEN Advance(n, {s}, view[n], ch)
           ELSE msgs' = ch /\ UNCHANGED <<state, lock, change, checked, answered>>
    /\ UNCHANGED <<memberVars, tableVars, record, spent>>

\* A commit that comes twice, or late, finds another lock or none.
\* @type: (Int, Int) => Bool;
HandleStateCommit(s, n) ==
    /\ Next1(s, n, "StateCommit")
    /\ LET m == Head(msgs[s][n])
           mine == CommitChecksLock => lock[n] = m.tx
       IN  /\ state' = [state EXCEPT ![n] = IF mine THEN m.tx.to ELSE @]
           /\ lock' = [lock EXCEPT ![n] = IF mine THEN NoTx ELSE @]
           /\ msgs' = Put(Pop(msgs, s, n), {TxMsg("StateCommitReply", n, s, m.tx)})
    /\ UNCHANGED <<memberVars, tableVars, change, record, spent, ghosts>>

\* @type: (Int, Int) => Bool;
HandleStateCommitReply(s, n) ==
    /\ Next1(s, n, "StateCommitReply")
    /\ LET m == Head(msgs[s][n])
           ch == Pop(msgs, s, n)
       IN  IF Expected(n, m, "commit") THEN Advance(n, {s}, view[n], ch)
           ELSE msgs' = ch /\ UNCHANGED <<state, lock, change, checked, answered>>
    /\ UNCHANGED <<memberVars, tableVars, record, spent>>

\* The call of a commit times out, and is repeated.
\* @type: (Int) => Bool;
ResendStateCommit(n) ==
    /\ spent.resends < MaxResends
    /\ Up(n) /\ change[n].stage = "commit"
    /\ msgs' = Put(msgs, {TxMsg("StateCommit", n, x, change[n].tx) : x \in change[n].waiting})
    /\ spent' = [spent EXCEPT !.resends = @ + 1]
    /\ UNCHANGED <<memberVars, tableVars, stateVars, ghosts>>

\* A rollback also reaches members that had refused.
\* @type: (Int, Int) => Bool;
HandleStateRollback(s, n) ==
    /\ Next1(s, n, "StateRollback")
    /\ LET mine == RollbackChecksLock => lock[n] = Head(msgs[s][n]).tx
       IN  lock' = [lock EXCEPT ![n] = IF mine THEN NoTx ELSE @]
    /\ msgs' = Pop(msgs, s, n)
    /\ UNCHANGED <<memberVars, tableVars, state, change, record, spent, ghosts>>

-----------------------------------------------------------------------------
(* The initiator is gone *)

\* n has the last word about tx: the keeper of the record, or who follows it
\* @type: (Int, $tx, Set(Int)) => Bool;
Resolves(n, tx, v) == n = Min(tx.members \cap v)

(* What n does about its lock when v is left in its view: nothing, decide by
   its own record, or ask. *)
\* @type: (Int, Set(Int), Int -> (Int -> Seq($msg))) => Bool;
Resolve(n, v, ch) ==
    LET tx == lock[n]
        own == Resolves(n, tx, v)
    IN  /\ lock' = [lock EXCEPT ![n] = IF own THEN NoTx ELSE @]
        /\ state' = [state EXCEPT ![n] = IF own /\ record[n] = tx THEN tx.to ELSE @]
        /\ msgs' = Put(ch, IF own THEN {} ELSE {TxMsg("StateResolve", n, Min(tx.members \cap v), tx)})
        /\ UNCHANGED <<change, checked, answered>>

(* The answer, when n has found the initiator gone too: a record that is still
   under way will then not arrive any more. *)
\* @type: (Int, Int) => Bool;
HandleStateResolve(s, n) ==
    /\ Next1(s, n, "StateResolve")
    /\ LET tx == Head(msgs[s][n]).tx
       IN  /\ ResolveWaits => tx.by \notin view[n]
           /\ msgs' = Put(Pop(msgs, s, n),
                          {TxMsg(IF record[n] = tx THEN "StateCommit" ELSE "StateRollback", n, s, tx)})
    /\ UNCHANGED <<memberVars, tableVars, stateVars, spent, ghosts>>

-----------------------------------------------------------------------------
(* Membership *)

\* What n's transactions, or its lock, become when d is gone from its view
\* @type: (Int, Int, Int -> (Int -> Seq($msg))) => Bool;
Forget(n, d, ch) ==
    LET v == view[n] \ {d}
    IN  /\ view' = [view EXCEPT ![n] = v]
        /\ IF LossEndsPrepare /\ d \in change[n].tx.members /\ change[n].stage \in {"prepare", "record"}
           THEN RollBack(n, v, ch)
           ELSE IF d \in change[n].waiting /\ change[n].stage = "commit" THEN Advance(n, {d}, v, ch)
           ELSE IF LockedAsks /\ lock[n] # NoTx /\ lock[n].by \notin v THEN Resolve(n, v, ch)
           ELSE msgs' = ch /\ UNCHANGED <<state, lock, change, checked, answered>>
        /\ UNCHANGED <<life, leads, tableVars, record>>

\* @type: (Int, Int) => Bool;
Detect(n, d) ==
    /\ Up(n) /\ d \in view[n] /\ life[d] = "crashed"
    /\ Forget(n, d, [msgs EXCEPT ![d][n] = <<>>])
    /\ UNCHANGED spent

\* A false suspicion: n gives d up although it is alive, and d does not know.
\* @type: (Int, Int) => Bool;
Suspect(n, d) ==
    /\ spent.suspicions < MaxSuspicions /\ n \in Suspecters
    /\ Up(n) /\ Up(d) /\ n # d /\ d \in view[n]
    /\ Forget(n, d, msgs)
    /\ spent' = [spent EXCEPT !.suspicions = @ + 1]

-----------------------------------------------------------------------------
(* What members do by themselves *)
Protocol ==
    \/ \E s, n \in Members : HandleStatePrepare(s, n)
    \/ \E s, n \in Members : HandleStatePrepareReply(s, n)
    \/ \E s, n \in Members : HandleStateDecision(s, n)
    \/ \E s, n \in Members : HandleStateDecisionReply(s, n)
    \/ \E s, n \in Members : HandleStateCommit(s, n)
    \/ \E s, n \in Members : HandleStateCommitReply(s, n)
    \/ \E s, n \in Members : HandleStateRollback(s, n)
    \/ \E s, n \in Members : HandleStateResolve(s, n)
    \/ \E n, d \in Members : Detect(n, d)
    \/ \E s, n \in Members : HandleMigrationRequest(s, n)
    \/ \E s, n \in Members : HandleMigrationReply(s, n)
    \/ \E n \in Members : AbortMigration(n)
    \/ \E s, n \in Members : HandlePartitionState(s, n)
    \/ \E n \in Members : Claim(n)
    \/ \E n \in Members : Repair(n)

(* What is asked for, and what goes wrong *)
Environment ==
    \/ \E n \in Members, to \in Targets : StartStateChange(n, to)
    \/ \E n \in Members : ResendStateCommit(n)
    \/ \E n \in Members, p \in Partitions, d \in Members : StartMigration(n, p, d)
    \/ \E m, n \in Members : Join(m, n)
    \/ \E n \in Members : Write(n)
    \/ \E n \in Members : Crash(n)
    \/ \E n, d \in Members : Suspect(n, d)

Next == Protocol \/ Environment
Spec == Init /\ [][Next]_vars
FairSpec == Spec /\ WF_vars(Protocol)

-----------------------------------------------------------------------------
(* Properties *)

TypeOK ==
    /\ life \in [Members -> {"off", "up", "crashed"}]
    /\ view \in [Members -> SUBSET Members]
    /\ leads \in [Members -> BOOLEAN]
    /\ state \in [Members -> {"ACTIVE", "NO_MIGRATION", "FROZEN", "PASSIVE"}]
    /\ \A n \in Members :
        /\ lock[n].id \in 0..MaxChanges /\ record[n].id \in 0..MaxChanges
        /\ change[n].stage \in {"none", "prepare", "record", "commit"}
        /\ change[n].waiting \subseteq Members \ {n}
        /\ \A p \in Partitions : table[n][p].version \in Nat /\ table[n][p].owner \in Members \cup {None}

(* No change is under way, as far as the members that live can tell *)
Quiet == \A n \in Live : lock[n] = NoTx /\ change[n] = NoChange

(* When no change is under way, all obey the same state.  With EveryChangeEnds:
   no two members obey different states for ever. *)
AgreedState == Quiet => \A a, b \in Live : state[a] = state[b]

(* Between the check and the first commit no table changes: whatever the
   members' tables were compared with is still their table. *)
\* @type: (Int) => Bool;
Decided(n) ==
    /\ Up(n) /\ change[n].stage = "record"
    /\ \A x \in change[n].tx.members : Up(x) => lock[x] = change[n].tx
NothingSlipsThrough ==
    \A n \in Members : Decided(n) => \A x \in change[n].tx.members : Up(x) => table[x] = checked[n]

(* After a client was told the new state, nothing happens any more that this
   state forbids, until the next change begins. *)
StateObeyed ==
    [][ /\ answered \in {"FROZEN", "PASSIVE"} => table' = table
        /\ answered = "NO_MIGRATION" => spent'.migrations = spent.migrations
        /\ answered = "PASSIVE" => spent'.writes = spent.writes ]_vars

(* Nobody stays in transition, and no client waits for ever. *)
EveryChangeEnds ==
    \A n \in Members : (Up(n) /\ (lock[n] # NoTx \/ change[n] # NoChange))
                           ~> (~Up(n) \/ (lock[n] = NoTx /\ change[n] = NoChange))

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []AgreedState
THEOREM Spec => []NothingSlipsThrough
THEOREM Spec => StateObeyed
THEOREM FairSpec => EveryChangeEnds
=============================================================================
