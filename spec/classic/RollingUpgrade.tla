--------------------------- MODULE RollingUpgrade ---------------------------
(***************************************************************************)
(* A running cluster passes from one global version of the table to a      *)
(* version per partition (seed 001, section 3.3).  Its members are         *)
(* replaced one by one by members of the newer build, which have both      *)
(* paths and go by the cluster version:                                    *)
(*                                                                         *)
(*            older path                    newer path                     *)
(*   table    one version, taken whole      a version for each partition   *)
(*   moves    one at a time                 in parallel                    *)
(*   disk     older format                  newer format                   *)
(*                                                                         *)
(* The cluster version rises by the transaction of ClusterStateChange,     *)
(* when all members have the newer build: all are locked with equal        *)
(* tables, and then commit one after the other.  Who commits sets all      *)
(* versions to its last global one, and writes its disk anew.  So members  *)
(* of both cluster versions live side by side while this goes on.          *)
(*                                                                         *)
(* Left out: how a transaction survives its initiator                      *)
(* (ClusterStateChange), what a failed migration costs                     *)
(* (PartitionVersioning).  A claim fetches in one step, departures are     *)
(* noticed at once, and what a dead member has sent is lost.               *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences, Rules

(*
  @typeAlias: entry = { version: Int, owner: Int, at: Int };
  @typeAlias: table = Int -> $entry;
  @typeAlias: flight = { p: Int, dst: Int, from: Int };
  @typeAlias: msg = { newer: Bool, global: Int, table: $table };
*)
RollingUpgrade_aliases == TRUE

CONSTANTS
    \* @type: Set(Int);
    Members,          \* every process that may ever run; age order is number order
    \* @type: Set(Int);
    InitialMembers,
    \* @type: Set(Int);
    OldMembers,       \* those of them that still have the older build
    \* @type: Set(Int);
    Partitions,
    \* @type: Int;
    MaxChanges,       \* migrations
    \* @type: Int;
    MaxCrashes

VARIABLES
    \* @type: Int -> Str;
    life,             \* "off" | "up" | "crashed"
    \* @type: Int -> Bool;
    newBuild,
    \* @type: Int -> Bool;
    upgraded,         \* n goes by the newer cluster version
    \* @type: Set(Int);
    locked,           \* by the transaction that raises the cluster version
    \* @type: Bool;
    raised,           \* that transaction is decided
    \* @type: Int -> Bool;
    leads,
    \* @type: Int -> Int;
    global,           \* the version of n's table in the older path
    \* @type: Int -> $table;
    table,            \* versions: newer path.  at: ghost, how often the partition has moved
    \* @type: Int -> Set($flight);
    flights,          \* of a master
    \* @type: Int -> Bool;
    newFormat,        \* of n's disk
    \* @type: Int -> (Int -> Seq($msg));
    msgs,
    \* @type: Int;
    changes

vars == <<life, newBuild, upgraded, locked, raised, leads, global, table, flights, newFormat, msgs, changes>>

-----------------------------------------------------------------------------
\* @type: (Set(Int)) => Int;
Min(S) == CHOOSE x \in S : \A y \in S : x <= y
\* @type: (Set(Int)) => Int;
Max(S) == CHOOSE x \in S : \A y \in S : x >= y
\* @type: (Int) => Bool;
Up(n) == life[n] = "up"
Live == {n \in Members : Up(n)}

Init ==
    /\ life = [n \in Members |-> IF n \in InitialMembers THEN "up" ELSE "off"]
    /\ newBuild = [n \in Members |-> n \in InitialMembers \ OldMembers]
    /\ upgraded = [n \in Members |-> FALSE]
    /\ locked = {} /\ raised = FALSE
    /\ leads = [n \in Members |-> n = Min(InitialMembers)]
    /\ global = [n \in Members |-> 1]
    /\ table = [n \in Members |-> [p \in Partitions |-> [version |-> 0, owner |-> Min(InitialMembers), at |-> 0]]]
    /\ flights = [n \in Members |-> {}]
    /\ newFormat = [n \in Members |-> FALSE]
    /\ msgs = [s \in Members |-> [d \in Members |-> <<>>]]
    /\ changes = 0

\* n's table to everybody
\* @type: (Int, Int, $table) => (Int -> (Int -> Seq($msg)));
Published(n, g, t) ==
    [msgs EXCEPT ![n] = [d \in Members |->
        IF d \in Live \ {n} THEN Append(@[d], [newer |-> upgraded[n], global |-> g, table |-> t]) ELSE @[d]]]

\* What n knows when all versions become the global one
\* @type: ($table, Int) => $table;
WithVersions(t, g) == [p \in Partitions |-> [t[p] EXCEPT !.version = g]]

-----------------------------------------------------------------------------
(* Members are replaced, join and die *)

\* A member stops and comes back with the newer build; it gets the master's table.
\* @type: (Int) => Bool;
Replace(n) ==
    /\ Up(n) /\ ~newBuild[n] /\ ~upgraded[n] /\ locked = {} /\ ~raised /\ ~leads[n]
    /\ \E m \in Live : leads[m] /\ global' = [global EXCEPT ![n] = global[m]]
                               /\ table' = [table EXCEPT ![n] = table[m]]
    /\ newBuild' = [newBuild EXCEPT ![n] = TRUE]
    /\ msgs' = [s \in Members |-> [msgs[s] EXCEPT ![n] = <<>>]]
    /\ UNCHANGED <<life, upgraded, locked, raised, leads, flights, newFormat, changes>>

\* The master lets a process in.
\* @type: (Int, Int, Bool) => Bool;
Join(m, n, build) ==
    /\ Up(m) /\ leads[m] /\ locked = {} /\ flights[m] = {}
    /\ life[n] = "off"
    /\ JoinChecksVersion => (upgraded[m] => build)
    /\ life' = [life EXCEPT ![n] = "up"]
    /\ newBuild' = [newBuild EXCEPT ![n] = build]
    /\ upgraded' = [upgraded EXCEPT ![n] = upgraded[m] /\ build]
    /\ newFormat' = [newFormat EXCEPT ![n] = JoinerWritesFormat /\ upgraded[m] /\ build]
    /\ global' = [global EXCEPT ![n] = global[m]]
    /\ table' = [table EXCEPT ![n] = table[m]]
    /\ UNCHANGED <<locked, raised, leads, flights, msgs, changes>>

\* @type: (Int) => Bool;
Crash(n) ==
    /\ Cardinality({x \in Members : life[x] = "crashed"}) < MaxCrashes
    /\ Up(n) /\ Live # {n}
    /\ life' = [life EXCEPT ![n] = "crashed"]
    /\ leads' = [leads EXCEPT ![n] = FALSE]
    /\ flights' = [flights EXCEPT ![n] = {}]
    /\ locked' = locked \ {n}
    /\ msgs' = [s \in Members |-> IF s = n THEN [d \in Members |-> <<>>] ELSE [msgs[s] EXCEPT ![n] = <<>>]]
    /\ UNCHANGED <<newBuild, upgraded, raised, global, table, newFormat, changes>>

(* The oldest member takes over with the newest table of all, read by its own
   path.  A locked one finishes the transaction first. *)
\* @type: (Int) => Bool;
Claim(n) ==
    /\ n \in Live /\ n = Min(Live) /\ ~leads[n]
    /\ CommitBeforeClaim => n \notin locked
    /\ leads' = [leads EXCEPT ![n] = TRUE]
    /\ LET g == Max({global[x] : x \in Live})
           old == table[CHOOSE x \in Live : global[x] = g]
           \* @type: (Int, Int) => $entry;
           read(x, p) == IF upgraded[x] THEN table[x][p] ELSE [table[x][p] EXCEPT !.version = global[x]]
           \* @type: (Int) => $entry;
           greatest(p) == read(CHOOSE x \in Live : \A y \in Live : read(x, p).version >= read(y, p).version, p)
           t == IF upgraded[n] THEN [p \in Partitions |-> greatest(p)] ELSE old
       IN  /\ table' = [table EXCEPT ![n] = t]
           /\ global' = [global EXCEPT ![n] = IF upgraded[n] THEN @ ELSE g]
           /\ msgs' = Published(n, g, t)
    /\ UNCHANGED <<life, newBuild, upgraded, locked, raised, flights, newFormat, changes>>

-----------------------------------------------------------------------------
(* Both paths *)

\* @type: (Int, Int, Int) => Bool;
StartMigration(n, p, d) ==
    /\ changes < MaxChanges
    /\ Up(n) /\ leads[n] /\ n \notin locked
    /\ \A f \in flights[n] : f.p # p
    /\ SerialBeforeUpgrade => upgraded[n] \/ flights[n] = {}
    /\ d \in Live /\ table[n][p].owner # d
    /\ flights' = [flights EXCEPT ![n] = @ \cup {[p |-> p, dst |-> d,
                                                  from |-> IF upgraded[n] THEN table[n][p].version ELSE global[n]]}]
    /\ changes' = changes + 1
    /\ UNCHANGED <<life, newBuild, upgraded, locked, raised, leads, global, table, newFormat, msgs>>

\* @type: (Int, Int) => Bool;
FinishMigration(n, p) ==
    /\ Up(n)
    /\ \E f \in flights[n] :
        /\ f.p = p
        /\ LET e == [version |-> IF upgraded[n] THEN f.from + 1 ELSE 0, owner |-> f.dst, at |-> table[n][p].at + 1]
               t == [table[n] EXCEPT ![p] = e]
               g == IF upgraded[n] THEN global[n] ELSE f.from + 1
           IN  /\ table' = [table EXCEPT ![n] = t]
               /\ global' = [global EXCEPT ![n] = g]
               /\ msgs' = Published(n, g, t)
        /\ flights' = [flights EXCEPT ![n] = @ \ {f}]
    /\ UNCHANGED <<life, newBuild, upgraded, locked, raised, leads, newFormat, changes>>

(* A table arrives.  The receiver goes by its own path; a table of the older
   path is understood in the newer one, where all versions are the global one.
   The reverse is not possible: such a table waits for the commit. *)
\* @type: (Int, Int) => Bool;
HandleTable(s, n) ==
    /\ Up(n) /\ msgs[s][n] # <<>>
    /\ LET m == Head(msgs[s][n])
           t == IF m.newer THEN m.table ELSE WithVersions(m.table, m.global)
           g == IF m.newer THEN Max({m.table[p].version : p \in Partitions}) ELSE m.global
       IN  /\ NewerTableWaits => (m.newer => upgraded[n])
           /\ IF upgraded[n]
              THEN /\ table' = [table EXCEPT ![n] = [p \in Partitions |->
                                    IF t[p].version > @[p].version THEN t[p] ELSE @[p]]]
                   /\ UNCHANGED global
              ELSE /\ table' = [table EXCEPT ![n] = IF g > global[n] THEN WithVersions(m.table, 0) ELSE @]
                   /\ global' = [global EXCEPT ![n] = IF g > @ THEN g ELSE @]
    /\ msgs' = [msgs EXCEPT ![s][n] = Tail(@)]
    /\ UNCHANGED <<life, newBuild, upgraded, locked, raised, leads, flights, newFormat, changes>>

-----------------------------------------------------------------------------
(* The cluster version rises *)

\* All are locked, with equal tables by their global version, and it is decided.
Raise ==
    /\ ~raised /\ locked = {}
    /\ RaiseChecksBuilds => \A n \in Live : newBuild[n]
    /\ \A n \in Live : flights[n] = {} /\ (n = Min(Live) => leads[n])
    /\ \A a, b \in Live : global[a] = global[b]
    /\ locked' = Live
    /\ raised' = TRUE
    /\ UNCHANGED <<life, newBuild, upgraded, leads, global, table, flights, newFormat, msgs, changes>>

\* @type: (Int) => Bool;
CommitVersion(n) ==
    /\ Up(n) /\ n \in locked /\ newBuild[n]
    /\ upgraded' = [upgraded EXCEPT ![n] = TRUE]
    /\ table' = [table EXCEPT ![n] = WithVersions(@, IF VersionsStartAtGlobal THEN global[n] ELSE 1)]
    /\ newFormat' = [newFormat EXCEPT ![n] = UpgradeRewritesDisk]
    /\ locked' = locked \ {n}
    /\ UNCHANGED <<life, newBuild, raised, leads, global, flights, msgs, changes>>

-----------------------------------------------------------------------------
Protocol ==
    \/ \E n \in Members : Claim(n)
    \/ \E n \in Members, p \in Partitions : FinishMigration(n, p)
    \/ \E s, n \in Members : HandleTable(s, n)
    \/ \E n \in Members : CommitVersion(n)

Environment ==
    \/ \E n \in Members : Replace(n)
    \/ \E m, n \in Members, build \in BOOLEAN : Join(m, n, build)
    \/ \E n \in Members : Crash(n)
    \/ \E n \in Members, p \in Partitions, d \in Members : StartMigration(n, p, d)
    \/ Raise

Next == Protocol \/ Environment
Spec == Init /\ [][Next]_vars
FairSpec == Spec /\ WF_vars(Protocol)

-----------------------------------------------------------------------------
(* Properties *)

TypeOK ==
    /\ life \in [Members -> {"off", "up", "crashed"}]
    /\ locked \subseteq Live /\ (locked # {} => raised)
    /\ changes \in 0..MaxChanges
    /\ \A n \in Members, p \in Partitions : global[n] \in Nat /\ table[n][p].version \in Nat /\ table[n][p].at \in Nat

\* The version of p at n, by n's own path
\* @type: (Int, Int) => Int;
VersionOf(n, p) == IF upgraded[n] THEN table[n][p].version ELSE global[n]

\* A version names one owner, in either path and across them.
VersionNamesOwner ==
    \A a, b \in Live, p \in Partitions :
        VersionOf(a, p) = VersionOf(b, p) => table[a][p].owner = table[b][p].owner /\ table[a][p].at = table[b][p].at

\* A disk can be read by the path that its member goes by.
FormatFollows == \A n \in Live : newFormat[n] = upgraded[n]

\* Once the cluster version has risen, all go by it in the end.
EveryoneUpgraded == raised ~> (\A n \in Live : upgraded[n])

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []VersionNamesOwner
THEOREM Spec => []FormatFollows
THEOREM FairSpec => EveryoneUpgraded
=============================================================================
