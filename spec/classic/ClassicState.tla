---------------------------- MODULE ClassicState ----------------------------
(***************************************************************************)
(* The shared state of the classic protocol: what a member stores, what is *)
(* under way between members, the faults' budgets and the repairs.  Every  *)
(* other classic module extends this one and adds one concern; Classic     *)
(* composes them.                                                          *)
(*                                                                         *)
(* Sources: seed 001 (4.1, a version per partition, parallel migrations),  *)
(* seed 000 (3.12, publish by delta), docs/protocol for the rest.          *)
(*                                                                         *)
(* Members are numbers and age order is number order: the oldest live      *)
(* member is master by convention.  A restarted process is a new member    *)
(* (a greater number); AddressOf in GracefulShutdown says who shares an    *)
(* address with whom.                                                      *)
(*                                                                         *)
(* Links are reliable and FIFO per ordered pair.  There are two channels   *)
(* per pair, because in the product control operations and partition       *)
(* operations run on different threads and do not wait for each other:     *)
(* msgs (control) and dataMsgs (partition data).                           *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences, Rules

(*
  @typeAlias: replicas = Int -> Int;
  @typeAlias: entry = { version: Int, replicas: $replicas };
  @typeAlias: table = Int -> $entry;
  @typeAlias: mig = { id: Int, p: Int, src: Int, dst: Int, feeder: Int, master: Int, srcCurIdx: Int, srcNewIdx: Int, dstCurIdx: Int, dstNewIdx: Int, from: Int, inc: Int, status: Str };
  @typeAlias: msg = { type: Str, src: Int, dst: Int, mig: $mig, done: Set($mig), table: $table, acts: Set($mig), parts: Set(Int), ok: Bool, arg: Int };
  @typeAlias: dataMsg = { type: Str, src: Int, dst: Int, p: Int, mig: $mig, done: Set($mig), at: Int, ver: Int, write: Int, content: Set(Int) };
  @typeAlias: flight = { stage: Str, mig: $mig };
  @typeAlias: fetch = { waiting: Set(Int), table: $table, done: Set($mig), acts: Set($mig) };
  @typeAlias: promo = { dst: Int, parts: Set(Int) };
  @typeAlias: pub = { list: Set($mig), waiting: Set(Int), ok: Bool };
  @typeAlias: serving = { to: Int, ver: Int, content: Set(Int) };
  @typeAlias: pending = { write: Int, waiting: Set(Int) };
  @typeAlias: spent = { losses: Int, suspicions: Int, cuts: Int, timeouts: Int };
*)
ClassicState_aliases == TRUE

-----------------------------------------------------------------------------
(* Sizes *)

CONSTANTS
    \* @type: Set(Int);
    Members,          \* every process that may ever run, 1..N
    \* @type: Set(Int);
    InitialMembers,   \* those that form the cluster at the start
    \* @type: Set(Int);
    Partitions,
    \* @type: Int;
    Copies,           \* replicas of a partition = backupCount + 1
    \* @type: Int;
    FirstOwner        \* owner of the least partition at the start; 0: any

(* Budgets of perturbations and of work.  0 switches the feature off.  Steps
   that repair or finish something have no budget. *)
CONSTANTS
    \* @type: Int;
    MaxCrashes,
    \* @type: Int;
    MaxJoins,
    \* @type: Int;
    MaxLosses,        \* lost table messages (without writes) or backups (with writes)
    \* @type: Int;
    MaxSuspicions,    \* false suspicions
    \* @type: Int;
    MaxCuts,          \* links cut for good, both ways
    \* @type: Int;
    MaxTimeouts,      \* calls that fail or time out with everybody alive
    \* @type: Int;
    MaxMigrations,    \* migrations started, at most 4 (see ApplyCompleted)
    \* @type: Int;
    MaxWrites,
    \* @type: Int;
    MaxLeaves,        \* members that ask to leave
    \* @type: Int;
    MaxParallel,      \* migrations at once per member, as source or destination
    \* @type: Int;
    BatchSize         \* completed migrations that trigger a publication

(* What the model covers *)
CONSTANTS
    \* @type: Set(Int);
    Suspecters,       \* who may suspect falsely
    \* @type: Set(Str);
    Kinds,            \* which steps: "MOVE" (of an owner), "MOVEBACKUP", "COPY", "SHIFTUP", "SHIFTDOWN"
    \* @type: Bool;
    SyncInSteps,      \* serving a replica sync takes two steps at the owner
    \* @type: Bool;
    AntiEntropy,      \* backups are compared with their owner and synchronised
    \* @type: Bool;
    StampChecks,      \* the idle master compares stamps with the others
    \* @type: Int;
    RebornOf,         \* RebornAs starts on the address of RebornOf when that one has left; 0: nobody
    \* @type: Int;
    RebornAs

(* Generations of the protocol: neither value is a mistake *)
CONSTANTS
    \* @type: Bool;
    GlobalVersion,    \* 3.12 and before: one version for the whole table
    \* @type: Bool;
    PublishByDelta,   \* 3.12 and later: completed migrations instead of tables
    \* @type: Bool;
    BatchedPublish,   \* 3.12 and later: in batches instead of one by one
    \* @type: Bool;
    SyncBlocksWrites  \* since 2024: serving a replica sync sets the flag

(* Repairs: TRUE = repaired, FALSE = as published.  The findings are the
   counterexamples without them. *)
CONSTANTS
    \* @type: Bool;
    FetchTakesMax,         \* N1: the fetch never lowers a version
    \* @type: Bool;
    RetainChecksVersion,   \* N2: drop a record only if its sender knows the outcome
    \* @type: Bool;
    RetainChecksScope,     \* N2: a list about one partition drops no record of another
    \* @type: Bool;
    ServeAfterDecision,    \* N6a: the destination serves when the master decided
    \* @type: Bool;
    SelfCommitWaits,       \* N6b: a master as destination waits for the source
    \* @type: Bool;
    BackupChecksSender,    \* N6/N7: backups come from the owner, at its version
    \* @type: Bool;
    FreezeBlocksReads,     \* N10: no reads either
    \* @type: Bool;
    StampHashesReplicas    \* the stamp covers the replicas, not only the versions

-----------------------------------------------------------------------------
VARIABLES
    (* membership *)
    \* @type: Int -> Str;
    life,        \* "off" | "up" | "crashed" | "left"
    \* @type: Int -> Set(Int);
    view,        \* members that n believes to be in the cluster (suspects are not)
    \* @type: Int -> Int;
    master,      \* whom n follows
    \* @type: Set(<<Int, Int>>);
    cut,         \* dead links, ordered pairs
    (* what every member stores *)
    \* @type: Int -> $table;
    table,
    \* @type: Int -> $table;
    stamp,       \* stamp over n's table, cached (see StampOf)
    \* @type: Int -> (Int -> $mig);
    active,      \* the migration of p in which n takes part, or NoMig
    \* @type: Int -> Set($mig);
    completed,   \* decided migrations that n remembers
    \* @type: Int -> (Int -> Bool);
    frozen,      \* the "migrating" flag
    (* what a master stores besides *)
    \* @type: Int -> Str;
    duty,        \* "none" | "fetch" | "ready" | "promote"
    \* @type: Int -> $fetch;
    fetch,
    \* @type: Int -> (Int -> $flight);
    inflight,
    \* @type: Int -> $promo;
    promo,
    \* @type: Int -> $pub;
    pub,         \* the publication under way
    \* @type: Int -> Set(Int);
    leaving,     \* members whose shutdown requests n, as master, has accepted
    (* channels *)
    \* @type: Int -> (Int -> Seq($msg));
    msgs,
    \* @type: Int -> (Int -> Seq($dataMsg));
    dataMsgs,
    (* partition data *)
    \* @type: Int -> (Int -> Set(Int));
    data,        \* the writes that n's copy of p contains
    \* @type: Int -> (Int -> Int);
    ver,         \* replica version: how many writes n believes to have
    \* @type: Int -> (Int -> Bool);
    dirty,       \* a gap was seen: wants a sync
    \* @type: Int -> Set(Int);
    late,        \* partitions with a clean-up queued (only without FinaliseBeforeCopy)
    \* @type: Int -> (Int -> $serving);
    serving,     \* the replica sync that n is serving (only with SyncInSteps)
    \* @type: Int -> (Int -> Set($pending));
    pending,     \* writes that wait for backups
    (* used-up budgets *)
    \* @type: Int;
    migCount,
    \* @type: Int;
    writeCount,
    \* @type: $spent;
    spent

(* Ghosts: nobody reads them in the protocol; they let properties speak of
   the past.  Each is a function of what happened, so that it adds few states. *)
VARIABLES
    \* @type: Int -> Set(<<Int, Int, $replicas>>);
    hist,        \* every <<partition, version, replicas>> that n ever held
    \* @type: Int -> (Int -> Int);
    floor,       \* greatest version that n held or was told of by a fetch
    \* @type: Set(<<Int, Int, Str>>);
    finalised,   \* <<member, migration, outcome>> as carried out
    \* @type: Set(<<Int, Str>>);
    decisions,   \* <<migration, outcome>> as decided by some master
    \* @type: Set(Int);
    dropped,     \* migrations for which the source has dropped its data
    \* @type: Set(<<Int, Int>>);
    strays,      \* <<member, other>>: table changed on the word of a non-master
    \* @type: Int -> Set(Int);
    acked        \* writes acknowledged to clients, per partition

membershipVars == <<life, view, master, cut>>
storeVars      == <<table, active, completed, frozen>>
masterVars     == <<duty, fetch, inflight, promo, pub, leaving>>
replicaVars    == <<data, ver, dirty, late>>
clientVars     == <<serving, pending, writeCount, acked>>
tableGhosts    == <<stamp, hist, floor, finalised, dropped, strays>>   \* what RecordTable and RecordFinal set
vars == <<membershipVars, storeVars, masterVars, msgs, dataMsgs, replicaVars,
          clientVars, migCount, spent, tableGhosts, decisions>>

-----------------------------------------------------------------------------
None  == 0
Slots == 1..Copies

\* @type: (Set(Int)) => Int;
Min(S) == CHOOSE x \in S : \A y \in S : x <= y
\* @type: (Set(Int)) => Int;
Max(S) == CHOOSE x \in S : \A y \in S : x >= y

NoMig == [id |-> 0, p |-> 0, src |-> 0, dst |-> 0, feeder |-> 0, master |-> 0,
          srcCurIdx |-> 0, srcNewIdx |-> 0, dstCurIdx |-> 0, dstNewIdx |-> 0,
          from |-> 0, inc |-> 0, status |-> "-"]
NoEntry   == [version |-> 0, replicas |-> [i \in Slots |-> None]]
NoTable   == [p \in Partitions |-> NoEntry]
NoFlight  == [stage |-> "none", mig |-> NoMig]
NoFetch   == [waiting |-> {}, table |-> NoTable, done |-> {}, acts |-> {}]
NoPromo   == [dst |-> None, parts |-> {}]
NoPub     == [list |-> {}, waiting |-> {}, ok |-> TRUE]
NoServing == [to |-> None, ver |-> 0, content |-> {}]

(* One record shape for all control messages, neutral where unused. *)
\* @type: (Str, Int, Int) => $msg;
Msg(type, src, dst) ==
    [type |-> type, src |-> src, dst |-> dst, mig |-> NoMig, done |-> {},
     table |-> NoTable, acts |-> {}, parts |-> {}, ok |-> FALSE, arg |-> 0]

(* One for all messages of the data plane.  at = the sender's table version. *)
\* @type: (Str, Int, Int, Int) => $dataMsg;
DataMsg(type, src, dst, p) ==
    [type |-> type, src |-> src, dst |-> dst, p |-> p, mig |-> NoMig, done |-> {},
     at |-> 0, ver |-> 0, write |-> 0, content |-> {}]

-----------------------------------------------------------------------------
(* Membership *)

\* @type: (Int) => Bool;
Up(n) == life[n] = "up"
Live == {n \in Members : Up(n)}
Crashed == {n \in Members : life[n] = "crashed"}
\* @type: (Int, Int) => Bool;
Open(s, d) == Up(d) /\ <<s, d>> \notin cut

(* n acts as master: it is its own master and has finished the fetch *)
\* @type: (Int) => Bool;
Leads(n) == Up(n) /\ master[n] = n /\ duty[n] \in {"ready", "promote"}

-----------------------------------------------------------------------------
(* Channels.  The messages that are put in one step have one sender, and at
   most one goes to each receiver.  A channel to a member that is not up is
   empty. *)

\* @type: (Int, Int, Str) => Bool;
Next1(s, d, type) == msgs[s][d] # <<>> /\ Head(msgs[s][d]).type = type

\* @type: (Int -> (Int -> Seq($msg)), Int, Int) => (Int -> (Int -> Seq($msg)));
Pop(ch, s, d) == [ch EXCEPT ![s][d] = Tail(@)]
\* @type: (Int -> (Int -> Seq($dataMsg)), Int, Int) => (Int -> (Int -> Seq($dataMsg)));
PopData(ch, s, d) == [ch EXCEPT ![s][d] = Tail(@)]

\* @type: (Int -> (Int -> Seq($msg)), Set($msg)) => (Int -> (Int -> Seq($msg)));
Put(ch, M) ==
    IF M = {} THEN ch
    ELSE LET s == (CHOOSE m \in M : TRUE).src
         IN  [ch EXCEPT ![s] = [d \in Members |->
                LET X == {m \in M : m.dst = d}
                IN  IF X = {} \/ ~Open(s, d) THEN ch[s][d]
                    ELSE Append(ch[s][d], CHOOSE m \in X : TRUE)]]
\* @type: (Int -> (Int -> Seq($dataMsg)), Set($dataMsg)) => (Int -> (Int -> Seq($dataMsg)));
PutData(ch, M) ==
    IF M = {} THEN ch
    ELSE LET s == (CHOOSE m \in M : TRUE).src
         IN  [ch EXCEPT ![s] = [d \in Members |->
                LET X == {m \in M : m.dst = d}
                IN  IF X = {} \/ ~Open(s, d) THEN ch[s][d]
                    ELSE Append(ch[s][d], CHOOSE m \in X : TRUE)]]

(* The full table to every other member of n's view *)
\* @type: (Int, $table, Set($mig)) => Set($msg);
TableToAll(n, t, done) ==
    {[Msg("PartitionState", n, x) EXCEPT !.table = t, !.done = done] : x \in view[n] \ {n}}
\* @type: (Int, Set(Int), $table, Set($mig)) => Set($msg);
TableTo(n, X, t, done) ==
    {[Msg("PartitionState", n, x) EXCEPT !.table = t, !.done = done] : x \in (X \cap view[n]) \ {n}}

-----------------------------------------------------------------------------
(* Table entries *)

\* @type: ($entry) => Int;
Owner(e) == e.replicas[1]
\* @type: ($entry) => Set(Int);
Holders(e) == {e.replicas[i] : i \in Slots} \ {None}
\* @type: ($entry) => Set(Int);
Backups(e) == {e.replicas[i] : i \in 2..Copies} \ {None}
\* @type: ($table, Int, Int) => $table;
Bump(t, p, k) ==
    [q \in Partitions |-> IF q = p \/ GlobalVersion
                          THEN [t[q] EXCEPT !.version = @ + k] ELSE t[q]]
\* @type: ($table) => (Int -> Int);
Versions(t) == [p \in Partitions |-> t[p].version]

(* One step of a plan applied to a replica list: the destination takes its new
   slot and leaves its old one, the source takes its new slot if it has one.
   MOVE i: srcCurIdx = dstNewIdx = i.  COPY i: src = None, dstNewIdx = i.
   SHIFT UP j->i: dstCurIdx = j, dstNewIdx = i.  SHIFT DOWN i->j: srcCurIdx =
   dstNewIdx = i, srcNewIdx = j.  0 is "no slot". *)
\* @type: ($replicas, $mig) => $replicas;
Shift(r, m) ==
    [i \in Slots |-> IF i = m.dstNewIdx THEN m.dst
                     ELSE IF i = m.srcNewIdx THEN m.src
                     ELSE IF i = m.dstCurIdx THEN None
                     ELSE r[i]]

(* The version after m: success adds the increment of its replica changes, a
   failure one more, so that a destination which did apply the success is
   strictly below the master and has to take its table. *)
\* @type: ($mig) => Int;
Final(m) == m.from + m.inc + (IF m.status = "FAILED" /\ FailureFence THEN 1 ELSE 0)

(* m's outcome at its master: the versions move by the difference *)
\* @type: ($table, $mig) => $table;
Decide(t, m) ==
    IF m.status = "SUCCESS"
    THEN [Bump(t, m.p, m.inc) EXCEPT ![m.p].replicas = Shift(@, m)]
    ELSE Bump(t, m.p, Final(m) - m.from)

(* The stamp is a hash of the versions in partition order (seed 001 section
   1.3). Taken as injective it is the vector itself, so that what fails does
   not fail because of a collision. Replicas are not hashed in the product. *)
\* @type: ($table) => $table;
StampOf(t) ==
    IF StampHashesReplicas THEN t
    ELSE [p \in Partitions |-> [t[p] EXCEPT !.replicas = NoEntry.replicas]]

\* @type: (Set($mig)) => Set(Int);
Ids(C) == {m.id : m \in C}
\* @type: (Int) => Set($mig);
Actives(n) == {active[n][p] : p \in Partitions} \ {NoMig}

(* n serves p: it may change p's data and acknowledge. *)
\* @type: (Int, Int) => Bool;
Serves(n, p) ==
    /\ Up(n) /\ Owner(table[n][p]) = n
    /\ ~frozen[n][p] \/ (~FreezeBlocksWrites /\ active[n][p] # NoMig)

-----------------------------------------------------------------------------
(* A member takes a new table tb, with F the migrations to finalise now and
   keep the records to remember.  by is the master on whose word it happens.
   Finalising is one step with learning: every later step on p at n has to
   wait for it (FinaliseBeforeCopy; hazelcast issues 14809, 15562, 16066 are
   what happens without it). *)

\* @type: (Int, Set($mig)) => (Int -> $mig);
FinalActive(n, F) ==
    [p \in Partitions |-> IF active[n][p].id \in Ids(F) THEN NoMig ELSE active[n][p]]
\* @type: (Int, Set($mig)) => (Int -> Bool);
FinalFrozen(n, F) ==
    [p \in Partitions |-> IF active[n][p] # NoMig /\ active[n][p].id \in Ids(F)
                          THEN FALSE ELSE frozen[n][p]]

(* Clean-up: the source of a success, or the destination of a failure, drops
   what it no longer holds by its own new table. *)
\* @type: (Int, Set($mig), $table) => Set(Int);
Cleanups(n, F, tb) ==
    {p \in Partitions :
        /\ n \notin Holders(tb[p])
        /\ \E m \in F : /\ m.p = p
                        /\ \/ m.status = "SUCCESS" /\ m.src = n
                           \/ m.status = "FAILED" /\ m.dst = n}

\* @type: (Int, $table, Int) => Bool;
RecordTable(n, tb, by) ==
    /\ table' = [table EXCEPT ![n] = tb]
    /\ stamp' = [stamp EXCEPT ![n] = IF StampFollowsTable \/ by = n THEN StampOf(tb) ELSE @]
    /\ hist' = [hist EXCEPT ![n] = @ \cup {<<p, tb[p].version, tb[p].replicas>> : p \in Partitions}]
    /\ floor' = [floor EXCEPT ![n] = [p \in Partitions |->
                    Max({tb[p].version, floor[n][p]})]]
    /\ strays' = IF tb # table[n] /\ by # master[n] THEN strays \cup {<<n, by>>} ELSE strays

\* @type: (Int, Set($mig), $table, Set(Int)) => Bool;
RecordFinal(n, F, tb, shed) ==
    /\ finalised' = finalised \cup {<<n, m.id, m.status>> :
                        m \in {f \in F : n \in {f.src, f.dst, f.feeder}}}
    /\ dropped' = dropped \cup shed \cup {m.id : m \in {f \in F : /\ f.src = n /\ f.status = "SUCCESS"
                                                         /\ f.p \in Cleanups(n, F, tb)}}

(* What is left of data after the clean-ups C *)
\* @type: (Int, Set(Int)) => (Int -> Set(Int));
DataWithout(n, C) == [p \in Partitions |-> IF p \in C THEN {} ELSE data[n][p]]

\* @type: (Int, $table, Set($mig), Set($mig), Int) => Bool;
Adopt(n, tb, F, keep, by) ==
    LET C   == Cleanups(n, F, tb)
        now == IF FinaliseBeforeCopy THEN C ELSE {}
    IN  /\ RecordTable(n, tb, by)
        /\ RecordFinal(n, F, tb, {})
        /\ completed' = [completed EXCEPT ![n] = keep]
        /\ active' = [active EXCEPT ![n] = FinalActive(n, F)]
        /\ frozen' = [frozen EXCEPT ![n] = FinalFrozen(n, F)]
        /\ data' = [data EXCEPT ![n] = DataWithout(n, now)]
        /\ ver' = [ver EXCEPT ![n] = [p \in Partitions |-> IF p \in now THEN 0 ELSE ver[n][p]]]
        /\ dirty' = [dirty EXCEPT ![n] = [p \in Partitions |-> IF p \in now THEN FALSE ELSE dirty[n][p]]]
        /\ late' = [late EXCEPT ![n] = @ \cup (C \ now)]

(* The same, and then n takes part in mig: it freezes p and, as destination,
   loads the copied content.  Without DropAfterDecision the source drops its
   own as soon as it has sent it (hazelcast issues 5444, 6628, 5388). *)
\* @type: (Int, $table, Set($mig), Set($mig), Int, $mig, Set(Int), Int) => Bool;
AdoptAndJoin(n, tb, F, keep, by, mig, content, v) ==
    LET C    == Cleanups(n, F, tb)
        now  == IF FinaliseBeforeCopy THEN C ELSE {}
        load == n = mig.dst
        shed == ~DropAfterDecision /\ n = mig.src /\ mig.srcNewIdx = 0
    IN  /\ RecordTable(n, tb, by)
        /\ RecordFinal(n, F, tb, IF shed THEN {mig.id} ELSE {})
        /\ completed' = [completed EXCEPT ![n] = keep]
        /\ active' = [active EXCEPT ![n] = [FinalActive(n, F) EXCEPT ![mig.p] = mig]]
        /\ frozen' = [frozen EXCEPT ![n] = [FinalFrozen(n, F) EXCEPT ![mig.p] = TRUE]]
        /\ data' = [data EXCEPT ![n] = [p \in Partitions |->
                        IF p = mig.p /\ load THEN content
                        ELSE IF p = mig.p /\ shed THEN {} ELSE DataWithout(n, now)[p]]]
        /\ ver' = [ver EXCEPT ![n] = [p \in Partitions |->
                        IF p = mig.p /\ load THEN v ELSE IF p \in now THEN 0 ELSE ver[n][p]]]
        /\ dirty' = [dirty EXCEPT ![n] = [p \in Partitions |->
                        IF (p = mig.p /\ load) \/ p \in now THEN FALSE ELSE dirty[n][p]]]
        /\ late' = [late EXCEPT ![n] = @ \cup (C \ now)]

-----------------------------------------------------------------------------
(* Start: a formed cluster with an arranged table.  Partition p is held by the
   members first + (p - least), and so on round. *)

\* @type: (Int, Int) => $entry;
Arranged(first, p) ==
    LET k == Cardinality(InitialMembers)
    IN  [version  |-> Min({k, Copies}),     \* +1 per assigned replica
         replicas |-> [i \in Slots |->
             IF i > k THEN None ELSE ((first - 1 + (p - Min(Partitions)) + (i - 1)) % k) + 1]]

Init ==
    \E first \in (IF FirstOwner = 0 THEN InitialMembers ELSE {FirstOwner}) :
    LET start == [p \in Partitions |-> Arranged(first, p)]
        In(n) == n \in InitialMembers
        old   == Min(InitialMembers)
    IN
    /\ life = [n \in Members |-> IF In(n) THEN "up" ELSE "off"]
    /\ view = [n \in Members |-> IF In(n) THEN InitialMembers ELSE {}]
    /\ master = [n \in Members |-> IF In(n) THEN old ELSE None]
    /\ cut = {}
    /\ table = [n \in Members |-> IF In(n) THEN start ELSE NoTable]
    /\ stamp = [n \in Members |-> StampOf(IF In(n) THEN start ELSE NoTable)]
    /\ active = [n \in Members |-> [p \in Partitions |-> NoMig]]
    /\ completed = [n \in Members |-> {}]
    /\ frozen = [n \in Members |-> [p \in Partitions |-> FALSE]]
    /\ duty = [n \in Members |-> IF n = old THEN "ready" ELSE "none"]
    /\ fetch = [n \in Members |-> NoFetch]
    /\ inflight = [n \in Members |-> [p \in Partitions |-> NoFlight]]
    /\ promo = [n \in Members |-> NoPromo]
    /\ pub = [n \in Members |-> NoPub]
    /\ leaving = [n \in Members |-> {}]
    /\ msgs = [s \in Members |-> [d \in Members |-> <<>>]]
    /\ dataMsgs = [s \in Members |-> [d \in Members |-> <<>>]]
    /\ data = [n \in Members |-> [p \in Partitions |-> {}]]
    /\ ver = [n \in Members |-> [p \in Partitions |-> 0]]
    /\ dirty = [n \in Members |-> [p \in Partitions |-> FALSE]]
    /\ late = [n \in Members |-> {}]
    /\ serving = [n \in Members |-> [p \in Partitions |-> NoServing]]
    /\ pending = [n \in Members |-> [p \in Partitions |-> {}]]
    /\ migCount = 0
    /\ writeCount = 0
    /\ spent = [losses |-> 0, suspicions |-> 0, cuts |-> 0, timeouts |-> 0]
    /\ hist = [n \in Members |-> IF In(n) THEN {<<p, start[p].version, start[p].replicas>> : p \in Partitions} ELSE {}]
    /\ floor = [n \in Members |-> [p \in Partitions |-> IF In(n) THEN start[p].version ELSE 0]]
    /\ finalised = {}
    /\ decisions = {}
    /\ dropped = {}
    /\ strays = {}
    /\ acked = [p \in Partitions |-> {}]
=============================================================================
