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
(*                                                                         *)
(*                  join   migrate   repair   write                        *)
(*   ACTIVE         yes    yes       yes      yes                          *)
(*   NO_MIGRATION   yes    no        yes      yes                          *)
(*   FROZEN         no     no        no       yes                          *)
(*   PASSIVE        no     no        no       no                           *)
(*   IN_TRANSITION  no     no        no       as before the change         *)
(*                                                                         *)
(* The table is that of the other modules, reduced to what matters here:   *)
(* an owner and a version of each partition, one migration at a time, a    *)
(* claim that fetches in one step (message by message: MasterFailover).    *)
(* Links are reliable and FIFO per ordered pair, as in ClassicState.       *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences, Rules

(*
  @typeAlias: entry = { version: Int, owner: Int };
  @typeAlias: table = Int -> $entry;
  @typeAlias: mig = { id: Int, p: Int, dst: Int, from: Int };
  @typeAlias: tx = { id: Int, by: Int, to: Str, members: Set(Int) };
  @typeAlias: change = { stage: Str, tx: $tx, waiting: Set(Int) };
  @typeAlias: msg = { type: Str, src: Int, dst: Int, tx: $tx, table: $table, mig: $mig, ok: Bool };
*)
ClusterStateChange_aliases == TRUE

CONSTANTS
    \* @type: Set(Int);
    Members,              \* every process that may ever run; age order is number order
    \* @type: Set(Int);
    InitialMembers,
    \* @type: Set(Int);
    Partitions,
    \* @type: Int;
    FirstOwner,           \* of partition 1; the others belong to the youngest member
    \* @type: Set(Int);
    Movable,              \* the partitions of which migrations may start
    \* @type: Set(Str);
    Targets,              \* the states to which a change may lead
    \* @type: Set(Int);
    Initiators,           \* who may start a change
    \* @type: Set(Int);
    Suspecters,           \* who may suspect falsely
    \* @type: Int;
    MaxChanges,
    \* @type: Int;
    MaxMigrations,
    \* @type: Int;
    MaxWrites,
    \* @type: Int;
    MaxCrashes,
    \* @type: Int;
    MaxSuspicions,
    \* @type: Int;
    MaxResends,           \* commits that are sent twice
    \* @type: Bool;
    GlobalVersion,        \* 4.0 and before: one version for the whole table
    \* @type: Bool;
    StampHashesReplicas   \* repair, as in ClassicState: the stamp covers the replicas

VARIABLES
    \* @type: Int -> Str;
    life,       \* "off" | "up" | "crashed"
    \* @type: Int -> Set(Int);
    view,       \* members that n believes to be in the cluster
    \* @type: Int -> Bool;
    leads,      \* n has claimed the mastership
    \* @type: Int -> $table;
    table,
    \* @type: Int -> $mig;
    active,     \* the migration in which n takes part, as master or destination
    \* @type: Int -> Str;
    state,      \* the state that n obeys while it is not locked
    \* @type: Int -> $tx;
    lock,       \* the transaction for which n is IN_TRANSITION
    \* @type: Int -> $change;
    change,     \* of an initiator
    \* @type: Int -> $tx;
    record,     \* the last decision that n has stored for an initiator
    \* @type: Int -> (Int -> Seq($msg));
    msgs,
    \* @type: { changes: Int, migrations: Int, writes: Int, suspicions: Int, resends: Int };
    spent,
    (* Ghosts *)
    \* @type: Int -> $table;
    checked,    \* the initiator's table when its present change began
    \* @type: Str;
    answered    \* the state that the last client was told, if no change has begun since

memberVars == <<life, view, leads>>
tableVars  == <<table, active>>
stateVars  == <<state, lock, change, record>>
ghosts     == <<checked, answered>>
vars == <<memberVars, tableVars, stateVars, msgs, spent, ghosts>>

-----------------------------------------------------------------------------
None     == 0
NoMig    == [id |-> 0, p |-> 0, dst |-> None, from |-> 0]
NoTx     == [id |-> 0, by |-> None, to |-> "-", members |-> {}]
NoChange == [stage |-> "none", tx |-> NoTx, waiting |-> {}]
NoTable  == [p \in Partitions |-> [version |-> 0, owner |-> None]]

\* @type: (Set(Int)) => Int;
Min(S) == CHOOSE x \in S : \A y \in S : x <= y
\* @type: (Set(Int)) => Int;
Max(S) == CHOOSE x \in S : \A y \in S : x >= y
\* @type: (Int) => Bool;
Up(n) == life[n] = "up"
Live == {n \in Members : Up(n)}

\* One record shape for all messages, neutral where unused.
\* @type: (Str, Int, Int) => $msg;
Msg(type, src, dst) ==
    [type |-> type, src |-> src, dst |-> dst, tx |-> NoTx, table |-> NoTable, mig |-> NoMig, ok |-> FALSE]
\* @type: (Str, Int, Int, $tx) => $msg;
TxMsg(type, src, dst, tx) == [Msg(type, src, dst) EXCEPT !.tx = tx]

\* @type: (Int, Int, Str) => Bool;
Next1(s, d, type) == msgs[s][d] # <<>> /\ Head(msgs[s][d]).type = type
\* @type: (Int -> (Int -> Seq($msg)), Int, Int) => (Int -> (Int -> Seq($msg)));
Pop(ch, s, d) == [ch EXCEPT ![s][d] = Tail(@)]
\* @type: (Int -> (Int -> Seq($msg)), Set($msg)) => (Int -> (Int -> Seq($msg)));
Put(ch, M) ==
    [s \in Members |-> [d \in Members |->
        LET X == {m \in M : m.src = s /\ m.dst = d}
        IN  IF X = {} \/ ~Up(d) THEN ch[s][d] ELSE Append(ch[s][d], CHOOSE m \in X : TRUE)]]

\* A stamp has the versions only, or with the repair the replicas too.
\* @type: ($table) => $table;
StampOf(t) == IF StampHashesReplicas THEN t ELSE [p \in Partitions |-> [t[p] EXCEPT !.owner = None]]

\* The version of a table: the greatest, which in the older generation is that of every partition.
\* @type: ($table) => $table;
VersionOf(t) ==
    LET v == Max({t[p].version : p \in Partitions})
    IN  [p \in Partitions |-> [version |-> v, owner |-> None]]

\* What members compare before they are locked
\* @type: ($table) => $table;
Compared(t) == IF GlobalVersion \/ ~ComparesByGeneration THEN VersionOf(t) ELSE StampOf(t)

\* The table with greater versions of the partitions P, in the older generation of all.
\* @type: ($table, Set(Int), Int) => $table;
Raised(t, P, k) ==
    [p \in Partitions |-> [t[p] EXCEPT !.version = @ + k * Cardinality({q \in P : GlobalVersion \/ q = p})]]

-----------------------------------------------------------------------------
(* What a state forbids *)

\* @type: (Int, Set(Str)) => Bool;
Allows(n, S) == lock[n] = NoTx /\ state[n] \in S
\* @type: (Int) => Bool;
MayMigrate(n) == MigrationChecksState => Allows(n, {"ACTIVE"})
\* @type: (Int) => Bool;
MayRepair(n) == RepairChecksState => Allows(n, {"ACTIVE", "NO_MIGRATION"})
\* @type: (Int) => Bool;
MayJoin(n) == JoinChecksState => Allows(n, {"ACTIVE", "NO_MIGRATION"})
\* @type: (Int) => Bool;
MayWrite(n) == WriteChecksState => state[n] # "PASSIVE"

-----------------------------------------------------------------------------
Init ==
    /\ life = [n \in Members |-> IF n \in InitialMembers THEN "up" ELSE "off"]
    /\ view = [n \in Members |-> IF n \in InitialMembers THEN InitialMembers ELSE {}]
    /\ leads = [n \in Members |-> n = Min(InitialMembers)]
    /\ table = [n \in Members |-> IF n \in InitialMembers
                                  THEN [p \in Partitions |->
                                        [version |-> 1, owner |-> IF p = 1 THEN FirstOwner ELSE Max(InitialMembers)]]
                                  ELSE NoTable]
    /\ active = [n \in Members |-> NoMig]
    /\ state = [n \in Members |-> "ACTIVE"]
    /\ lock = [n \in Members |-> NoTx]
    /\ change = [n \in Members |-> NoChange]
    /\ record = [n \in Members |-> NoTx]
    /\ msgs = [s \in Members |-> [d \in Members |-> <<>>]]
    /\ spent = [changes |-> 0, migrations |-> 0, writes |-> 0, suspicions |-> 0, resends |-> 0]
    /\ checked = [n \in Members |-> NoTable]
    /\ answered = "-"

-----------------------------------------------------------------------------
(* The transaction: prepare *)

\* n takes part in a failover that is not over
\* @type: (Int) => Bool;
Claiming(n) == n = Min(view[n]) /\ ~leads[n]

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

\* @type: (Int) => Bool;
Crash(n) ==
    /\ Cardinality({x \in Members : life[x] = "crashed"}) < MaxCrashes
    /\ Up(n) /\ Cardinality(Live) > 1
    /\ life' = [life EXCEPT ![n] = "crashed"]
    /\ view' = [view EXCEPT ![n] = {}]
    /\ leads' = [leads EXCEPT ![n] = FALSE]
    /\ active' = [active EXCEPT ![n] = NoMig]
    /\ lock' = [lock EXCEPT ![n] = NoTx]
    /\ change' = [change EXCEPT ![n] = NoChange]
    /\ record' = [record EXCEPT ![n] = NoTx]
    /\ checked' = [checked EXCEPT ![n] = NoTable]
    /\ msgs' = [s \in Members |-> [msgs[s] EXCEPT ![n] = <<>>]]
    /\ UNCHANGED <<table, state, spent, answered>>

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

\* A newcomer gets table and state of the master.
\* @type: (Int, Int) => Bool;
Join(m, n) ==
    /\ Up(m) /\ leads[m] /\ active[m] = NoMig /\ MayJoin(m)
    /\ life[n] = "off"
    /\ life' = [life EXCEPT ![n] = "up"]
    /\ view' = [x \in Members |-> IF x = n THEN view[m] \cup {n}
                                  ELSE IF x \in view[m] /\ m \in view[x] THEN view[x] \cup {n} ELSE view[x]]
    /\ table' = [table EXCEPT ![n] = table[m]]
    /\ state' = [state EXCEPT ![n] = state[m]]
    /\ UNCHANGED <<leads, active, lock, change, record, msgs, spent, ghosts>>

-----------------------------------------------------------------------------
(* How the table changes *)

\* @type: (Int, $table) => Set($msg);
TableToAll(n, t) == {[Msg("PartitionState", n, x) EXCEPT !.table = t] : x \in view[n] \ {n}}

\* @type: (Int, Int, Int) => Bool;
StartMigration(n, p, d) ==
    /\ spent.migrations < MaxMigrations
    /\ Up(n) /\ leads[n] /\ active[n] = NoMig /\ MayMigrate(n)
    /\ p \in Movable /\ d \in view[n] \ {n, table[n][p].owner}
    /\ LET m == [id |-> spent.migrations + 1, p |-> p, dst |-> d, from |-> table[n][p].version]
       IN  /\ active' = [active EXCEPT ![n] = m]
           /\ msgs' = Put(msgs, {[Msg("MigrationRequest", n, d) EXCEPT !.mig = m]})
    /\ spent' = [spent EXCEPT !.migrations = @ + 1]
    /\ UNCHANGED <<memberVars, table, stateVars, ghosts>>

\* @type: (Int, Int) => Bool;
HandleMigrationRequest(s, n) ==
    /\ Next1(s, n, "MigrationRequest")
    /\ LET m == Head(msgs[s][n]).mig
           ok == s = Min(view[n]) /\ active[n] = NoMig /\ MayMigrate(n) /\ table[n][m.p].version = m.from
       IN  /\ active' = [active EXCEPT ![n] = IF ok THEN m ELSE @]
           /\ msgs' = Put(Pop(msgs, s, n), {[Msg("MigrationReply", n, s) EXCEPT !.mig = m, !.ok = ok]})
    /\ UNCHANGED <<memberVars, table, stateVars, spent, ghosts>>

\* The outcome, with the numbers of PartitionVersioning: a failure takes one more.
\* @type: ($table, $mig, Bool) => $table;
Outcome(t, m, ok) ==
    [Raised(t, {m.p}, IF ok THEN 1 ELSE 2) EXCEPT ![m.p].owner = IF ok THEN m.dst ELSE @]

\* @type: (Int, Int) => Bool;
HandleMigrationReply(s, n) ==
    /\ Next1(s, n, "MigrationReply")
    /\ LET m == Head(msgs[s][n])
           t == Outcome(table[n], m.mig, m.ok)
       IN  IF active[n] = m.mig
           THEN /\ table' = [table EXCEPT ![n] = t]
                /\ active' = [active EXCEPT ![n] = NoMig]
                /\ msgs' = Put(Pop(msgs, s, n), TableToAll(n, t))
           ELSE msgs' = Pop(msgs, s, n) /\ UNCHANGED tableVars
    /\ UNCHANGED <<memberVars, stateVars, spent, ghosts>>

\* The destination is gone.
\* @type: (Int) => Bool;
AbortMigration(n) ==
    /\ Up(n) /\ leads[n] /\ active[n] # NoMig /\ active[n].dst \notin view[n]
    /\ LET t == Outcome(table[n], active[n], FALSE)
       IN  /\ table' = [table EXCEPT ![n] = t]
           /\ active' = [active EXCEPT ![n] = NoMig]
           /\ msgs' = Put(msgs, TableToAll(n, t))
    /\ UNCHANGED <<memberVars, stateVars, spent, ghosts>>

\* @type: (Int, $table) => $table;
Newer(n, t) == [p \in Partitions |-> IF t[p].version > table[n][p].version THEN t[p] ELSE table[n][p]]
\* Equal version, other content: nothing of the table is applied (finding N5).
\* @type: (Int, $table) => Bool;
Diverged(n, t) == \E p \in Partitions : t[p].version = table[n][p].version /\ t[p].owner # table[n][p].owner

\* @type: (Int, Int) => Bool;
HandlePartitionState(s, n) ==
    /\ Next1(s, n, "PartitionState")
    /\ LET t == Head(msgs[s][n]).table
           ok == s = Min(view[n]) /\ ~Diverged(n, t)
       IN  /\ table' = [table EXCEPT ![n] = IF ok THEN Newer(n, t) ELSE @]
           /\ active' = [active EXCEPT ![n] = IF ok /\ @ # NoMig /\ t[@.p].version > @.from THEN NoMig ELSE @]
    /\ msgs' = Pop(msgs, s, n)
    /\ UNCHANGED <<memberVars, stateVars, spent, ghosts>>

(* A new master takes the greatest versions of its view, and fails what was
   under way. *)
\* @type: (Int) => Bool;
Claim(n) ==
    /\ Up(n) /\ Claiming(n)
    /\ LET S == {x \in view[n] : Up(x)}
           \* @type: (Int) => $entry;
           Greatest(p) == table[CHOOSE x \in S : \A y \in S : table[x][p].version >= table[y][p].version][p]
           best == [p \in Partitions |-> Greatest(p)]
           open == {active[x] : x \in {y \in S : active[y] # NoMig}}
           t == Raised(best, {p \in Partitions : \E m \in open : m.p = p /\ m.from = best[p].version}, 2)
       IN  /\ table' = [table EXCEPT ![n] = t]
           /\ active' = [active EXCEPT ![n] = NoMig]
           /\ msgs' = Put(msgs, TableToAll(n, t))
    /\ leads' = [leads EXCEPT ![n] = TRUE]
    /\ UNCHANGED <<life, view, stateVars, spent, ghosts>>

\* Partitions of members that are gone pass to the master.
\* @type: (Int) => Bool;
Repair(n) ==
    /\ Up(n) /\ leads[n] /\ active[n] = NoMig /\ MayRepair(n)
    /\ LET gone == {p \in Partitions : table[n][p].owner \notin view[n]}
           raised == Raised(table[n], gone, 2)
           t == [p \in Partitions |-> [raised[p] EXCEPT !.owner = IF p \in gone THEN n ELSE @]]
       IN  /\ gone # {}
           /\ table' = [table EXCEPT ![n] = t]
           /\ msgs' = Put(msgs, TableToAll(n, t))
    /\ UNCHANGED <<memberVars, active, stateVars, spent, ghosts>>

\* A client's write at a member
\* @type: (Int) => Bool;
Write(n) ==
    /\ spent.writes < MaxWrites
    /\ Up(n) /\ MayWrite(n)
    /\ spent' = [spent EXCEPT !.writes = @ + 1]
    /\ UNCHANGED <<memberVars, tableVars, stateVars, msgs, ghosts>>

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
