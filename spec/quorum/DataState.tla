----------------------------- MODULE DataState -----------------------------
(***************************************************************************)
(* State, messages and vocabulary of the quorum data plane. The concerns   *)
(* (FencedReplication, PromotionCommit, LearnerMigration, Drain) extend    *)
(* this module and own the actions; DataPlane composes them.               *)
(*                                                                         *)
(* The table is abstract here: history[p] is the sequence of the decided   *)
(* configurations of p and an index into it is a version. Terms, votes and *)
(* accepts are the business of Registers, which refines Table.             *)
(*                                                                         *)
(* A member is an incarnation: after a restart the address comes back as   *)
(* another member (see Home in Configuration), so a configuration names    *)
(* incarnations by construction.                                           *)
(*                                                                         *)
(* Messages are a set that only grows. Whatever was sent may arrive at any *)
(* later time, in any order, more than once, or never, so loss,            *)
(* duplication, delay, reordering, retransmission, cut links in one or in  *)
(* both directions and false suspicion need no action of their own.        *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, Configuration, Rules

CONSTANTS
  \* @type: Set(Str);
  Members,
  \* Members that run from the start; the others are later incarnations of crashed ones, and the budget of restarts.
  \* @type: Set(Str);
  Founders,
  \* @type: Set(Int);
  Partitions,
  \* @type: Str;
  FirstPrimary,
  \* @type: Set(Str);
  FirstBackups,
  \* Copies of each partition that the cluster wants; see Complete.
  \* @type: Int;
  Copies,
  \* At most this many decisions a partition after its first configuration.
  \* @type: Int;
  MaxDecisions,
  \* @type: Int;
  MaxWrites,
  \* @type: Int;
  MaxReads,
  \* @type: Int;
  MaxCrashes,
  \* Decisions that no failure asked for: evictions, promotions and aborts on false suspicion.
  \* @type: Int;
  MaxSuspicions,
  \* A new master decides the last configuration again, in its own term.
  \* @type: Int;
  MaxRestamps,
  \* @type: Int;
  MaxMigrations,
  \* @type: Int;
  MaxLeavers

VARIABLES
  \* Abstract table: the decided configurations of each partition, oldest first.
  \* @type: Int -> Seq($configuration);
  history,
  \* "unborn", "up", "down" (for ever) or "left" (drained and stopped).
  \* @type: Str -> Str;
  status,
  \* The activated configuration and its version; version 0 when none was. A replica has the log of the version's primary.
  \* @type: Str -> (Int -> {version: Int, config: $configuration});
  view,
  \* @type: Str -> (Int -> Seq($entry));
  log,
  \* At a primary: members that it proposed to add, and waits for until the outcome is known.
  \* @type: Str -> (Int -> Set(Str));
  waits,
  \* @type: Set($message);
  msgs,
  \* @type: Int -> {state: Str, part: Int};
  writes,
  \* A read runs at one primary, under one version, for the first `num` entries of its log.
  \* @type: Int -> {state: Str, part: Int, value: Int, at: Str, epoch: Int, num: Int};
  reads,
  \* Members that asked to leave. Part of the table's registers, so that no master forgets it.
  \* @type: Set(Str);
  leaving,
  \* Voters of the table, as far as the drain needs them.
  \* @type: Set(Str);
  voters,
  \* What the budgets have paid for so far.
  \* @type: {suspicions: Int, restamps: Int, migrations: Int};
  spent,
  (*************************************************************************)
  (* Specification only; no member can read these.                         *)
  (*************************************************************************)
  \* The entries of p that took effect: those that an answer to a client depends on.
  \* @type: Int -> Seq($entry);
  contents,
  \* Values that were current while the read ran.
  \* @type: Int -> Set(Int);
  seen,
  \* What became of each migration, as <<the version that started it, "done" or "undone">>.
  \* @type: Int -> Set(<<Int, Str>>);
  outcomes

\* @typeAlias: entry = {epoch: Int, op: Int};
\* @typeAlias: message = {type: Str, src: Str, dst: Str, part: Int, epoch: Int, num: Int, log: Seq($entry), subject: Str};
DataState_aliases == TRUE

vars == <<history, status, view, log, waits, msgs, writes, reads, leaving, voters, spent,
          contents, seen, outcomes>>
ghosts == <<contents, seen, outcomes>>

Writes == 1..MaxWrites
Reads == 1..MaxReads
Versions == 1..(MaxDecisions + 1)

\* x acts as the member that a configuration or a message names y.
\* @type: (Str, Str) => Bool;
Same(x, y) == IF FreshIdentity THEN x = y ELSE Home(x) = Home(y)
\* @type: (Str, Set(Str)) => Bool;
Among(x, S) == \E y \in S : Same(x, y)

(***************************************************************************)
(* Vocabulary                                                              *)
(***************************************************************************)
Latest(p) == history[p][Len(history[p])]
NoConfiguration == [primary |-> None, backups |-> {}, inSync |-> {}, migration |-> NoMigration]
FirstConfiguration == Settled(FirstPrimary, FirstBackups)
\* @type: ($configuration) => Bool;
Complete(c) == Cardinality(c.inSync) >= Copies

Up(n) == status[n] = "up"
Dead(n) == status[n] \in {"down", "left"}
IsPrimary(n, p) == view[n][p].version > 0 /\ Same(n, view[n][p].config.primary)
Epoch(n, p) == view[n][p].version

\* @type: (Seq($entry), Seq($entry)) => Bool;
IsPrefix(s, t) == Len(s) <= Len(t) /\ \A i \in DOMAIN s : s[i] = t[i]
\* The operation at position i as a sequence, empty beyond the end.
\* @type: (Seq($entry), Int) => Seq(Int);
OpAt(s, i) == IF i \in DOMAIN s THEN <<s[i].op>> ELSE <<>>
\* Three writes are more than any model has. (A comprehension would be a function and not a sequence to Apalache.)
\* @type: (Seq($entry)) => Seq(Int);
Ops(s) == OpAt(s, 1) \o OpAt(s, 2) \o OpAt(s, 3)
\* @type: (Seq($entry)) => Set(Int);
OpsIn(s) == {s[i].op : i \in DOMAIN s}
\* @type: (Seq($entry), Int) => Int;
ValueAt(s, i) == IF i = 0 THEN 0 ELSE s[i].op

(***************************************************************************)
(* Messages have one shape; the fields that a type does not need are       *)
(* neutral.                                                                *)
(*   Sync     the primary's whole log, once per version and target         *)
(*   Append   entry number num                                             *)
(*   Ack      the sender holds the first num entries under that version    *)
(*   Probe    read num asks: am I still your primary?                      *)
(*   Confirm  to read num: yes                                             *)
(*   CaughtUp primary to master: subject holds what the in-sync set holds  *)
(*   Released master to leaver: nothing depends on you                     *)
(*   LeaseRequest, Lease  see ReadLeases                                   *)
(*   Passive  see ClusterStates                                            *)
(***************************************************************************)
\* @type: (Str, Str, Str, Int, Int, Int, Seq($entry), Str) => $message;
Message(type, src, dst, part, epoch, num, entries, subject) ==
  [type |-> type, src |-> src, dst |-> dst, part |-> part, epoch |-> epoch, num |-> num, log |-> entries,
   subject |-> subject]

\* m, of the type that is asked for, reaches n.
\* @type: ($message, Str, Str) => Bool;
Arrives(m, type, n) == m.type = type /\ Same(n, m.dst) /\ Up(n)

(***************************************************************************)
(* Decisions. Proposals that are never decided leave no trace in the data  *)
(* plane, and what a decided one was computed from is its base, so propose *)
(* and decide are one step here. A master can decide at any time, on the   *)
(* word of nobody: suspicion needs no message. Only what makes the in-sync *)
(* set grow needs the word of the primary (LearnerMigration, Vouched).     *)
(* Table does not know of this: the registers would decide such a step     *)
(* without it, so it is a duty of whoever proposes. It is what the data    *)
(* plane asks of the control plane's user; that its changes are steps of   *)
(* Table is checked (DataPlane, RefinesTable).                             *)
(***************************************************************************)
\* @type: (Int, Int) => Bool;
OnTop(p, base) == IF DecisionComparesBase THEN base = Len(history[p]) ELSE base \in DOMAIN history[p]

\* @type: (Int, $configuration) => Bool;
Decide(p, c) ==
  /\ Len(history[p]) <= MaxDecisions
  /\ history' = [history EXCEPT ![p] = Append(history[p], c)]

\* A decision that is due because of a failure is never counted; on false suspicion it can be made at any time.
\* @type: (Bool) => Bool;
Blame(due) ==
  IF due THEN UNCHANGED spent
  ELSE spent.suspicions < MaxSuspicions /\ spent' = [spent EXCEPT !.suspicions = spent.suspicions + 1]

\* The version that started the migration which is under way at base.
\* @type: (Int, Int) => Int;
StartOf(p, base) ==
  CHOOSE v \in DOMAIN history[p] :
    /\ v <= base
    /\ \A u \in DOMAIN history[p] : v <= u /\ u <= base => history[p][u].migration = history[p][base].migration
    /\ v > 1 => history[p][v - 1].migration # history[p][base].migration

\* The outcome of the migration at base, recorded when it is decided.
\* @type: (Int, Int, Str) => Bool;
Outcome(p, base, what) ==
  outcomes' = IF Migrating(history[p][base])
              THEN [outcomes EXCEPT ![p] = outcomes[p] \cup {<<StartOf(p, base), what>>}] ELSE outcomes

(***************************************************************************)
(* Taking effect. An answer to a client depends on the first k entries of  *)
(* the log of the member that answers; they take effect at that moment at  *)
(* the latest. An old primary that answers for something which its         *)
(* successors already carried further adds nothing.                        *)
(***************************************************************************)
\* @type: (Int, Seq($entry)) => Bool;
TakeEffect(p, entries) ==
  LET longer == Len(entries) > Len(contents[p])
      fresh == {entries[i].op : i \in {j \in DOMAIN entries : j > Len(contents[p])}}
  IN /\ contents' = IF longer THEN [contents EXCEPT ![p] = entries] ELSE contents
     /\ seen' = [r \in Reads |-> IF longer /\ reads[r].state = "pending" /\ reads[r].part = p
                                 THEN seen[r] \cup fresh ELSE seen[r]]

(***************************************************************************)
(* Initial states and types                                                *)
(***************************************************************************)
NoView == [version |-> 0, config |-> NoConfiguration]

Init ==
  /\ history = [p \in Partitions |-> <<FirstConfiguration>>]
  /\ status = [n \in Members |-> IF n \in Founders THEN "up" ELSE "unborn"]
  /\ view = [n \in Members |-> [p \in Partitions |->
               IF n \in Participants(FirstConfiguration) THEN [version |-> 1, config |-> FirstConfiguration] ELSE NoView]]
  /\ log = [n \in Members |-> [p \in Partitions |-> <<>>]]
  /\ waits = [n \in Members |-> [p \in Partitions |-> {}]]
  /\ msgs = {Message("Ack", b, FirstPrimary, p, 1, 0, <<>>, None) : b \in FirstBackups, p \in Partitions}
  /\ writes = [w \in Writes |-> [state |-> "idle", part |-> 0]]
  /\ reads = [r \in Reads |-> [state |-> "idle", part |-> 0, value |-> 0, at |-> None, epoch |-> 0, num |-> 0]]
  /\ leaving = {}
  /\ voters = Founders
  /\ spent = [suspicions |-> 0, restamps |-> 0, migrations |-> 0]
  /\ contents = [p \in Partitions |-> <<>>]
  /\ seen = [r \in Reads |-> {}]
  /\ outcomes = [p \in Partitions |-> {}]

\* @type: ($configuration) => Bool;
ConfigurationOK(c) ==
  /\ c.primary \in Members /\ c.backups \subseteq Members /\ c.inSync \subseteq Members
  /\ c.migration.source \in Members \cup {None} /\ c.migration.destination \in Members \cup {None}
\* @type: (Seq($entry)) => Bool;
LogOK(s) == \A i \in DOMAIN s : s[i].epoch \in Versions /\ s[i].op \in Writes

MessageTypes == {"Sync", "Append", "Ack", "Probe", "Confirm", "CaughtUp", "Released", "LeaseRequest", "Lease", "Passive"}

StateOK ==
  /\ \A p \in Partitions : Len(history[p]) \in Versions /\ \A v \in DOMAIN history[p] : ConfigurationOK(history[p][v])
  /\ \A n \in Members : status[n] \in {"unborn", "up", "down", "left"}
  /\ \A n \in Members, p \in Partitions :
       /\ view[n][p].version \in 0..(MaxDecisions + 1)
       /\ view[n][p].version > 0 => ConfigurationOK(view[n][p].config)
       /\ LogOK(log[n][p])
       /\ waits[n][p] \subseteq Members
  /\ \A m \in msgs : /\ m.type \in MessageTypes /\ m.src \in Members \cup {None} /\ m.dst \in Members \cup {None}
                     /\ m.part \in Partitions \cup {0} /\ m.epoch \in 0..(MaxDecisions + 1) /\ LogOK(m.log)
  /\ \A w \in Writes : writes[w].state \in {"idle", "pending", "done"} /\ writes[w].part \in Partitions \cup {0}
  /\ \A r \in Reads : /\ reads[r].state \in {"idle", "pending", "done"} /\ reads[r].part \in Partitions \cup {0}
                      /\ reads[r].value \in 0..MaxWrites
  /\ leaving \subseteq Members /\ voters \subseteq Members
  /\ \A p \in Partitions : LogOK(contents[p])
  /\ \A r \in Reads : seen[r] \subseteq 0..MaxWrites
=============================================================================
