------------------------- MODULE ClusterStateTables -------------------------
(***************************************************************************)
(* Members that obey a state of the cluster, and how their tables change   *)
(* beside ClusterStateChange, which changes that state:                    *)
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
ClusterStateTables_aliases == TRUE

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

\* The table with greater versions of the partitions P, in the older generation of all.
\* @type: ($table, Set(Int), Int) => $table;
Raised(t, P, k) ==
    [p \in Partitions |-> [t[p] EXCEPT !.version = @ + k * Cardinality({q \in P : GlobalVersion \/ q = p})]]

\* n takes part in a failover that is not over
\* @type: (Int) => Bool;
Claiming(n) == n = Min(view[n]) /\ ~leads[n]

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
(* Who comes and goes *)

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
=============================================================================
