--------------------------- MODULE Configuration ---------------------------
(***************************************************************************)
(* The configuration of one partition in the quorum protocol, and what one *)
(* decision may change of it. Pure operators: no constants, no variables.  *)
(*                                                                         *)
(* A configuration is one value and is overwritten whole, so that there is *)
(* no delta that could be applied to the wrong base.                       *)
(*                                                                         *)
(*  primary    serves the partition                                        *)
(*  backups    the other replicas. A set: their order says who is asked    *)
(*             first, which no property below depends on                   *)
(*  inSync     replicas that have every acknowledged write; the primary is *)
(*             always one of them (PacificA, Kafka's in-sync set)          *)
(*  migration  at most one, see seed 001 section 2.2. Its destination is a *)
(*             learner: neither a backup nor in sync. Its source is        *)
(*             None          the destination becomes an additional backup  *)
(*                           (COPY),                                       *)
(*             the primary   the destination becomes the primary and the   *)
(*                           source a backup (SHIFT DOWN; a MOVE is this   *)
(*                           and then DropBackup of the source),           *)
(*             a backup      the destination becomes a backup; the source  *)
(*                           is dropped by a decision of its own, so that  *)
(*                           the number of copies never sinks              *)
(*                           (CopiesNonDecreasing; hazelcast issue 5444).  *)
(*                                                                         *)
(* A member is an incarnation. A process that starts again without its     *)
(* memory is another member at the same home (hazelcast PR 21428,          *)
(* cockroach issue 768), so that a configuration can never mean it.        *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

\* @typeAlias: migration = {source: Str, destination: Str};
\* @typeAlias: configuration = {primary: Str, backups: Set(Str), inSync: Set(Str), migration: $migration};
Configuration_aliases == TRUE

\* Nobody.
None == "-"

\* The address of a member: "a2" is what started at the address of "a" after that had died.
\* @type: Str => Str;
Home(m) == CASE m = "a2" -> "a"
             [] m = "b2" -> "b"
             [] m = "c2" -> "c"
             [] m = "d2" -> "d"
             [] OTHER -> m

\* @type: $migration;
NoMigration == [source |-> None, destination |-> None]

\* @type: $configuration => Set(Str);
Replicas(c) == {c.primary} \cup c.backups

\* @type: $configuration => Bool;
Migrating(c) == c.migration.destination # None

\* Everybody that a configuration gives a part in the data: replicas and the learner.
\* @type: $configuration => Set(Str);
Participants(c) == Replicas(c) \cup (IF Migrating(c) THEN {c.migration.destination} ELSE {})

-----------------------------------------------------------------------------
\* One configuration

\* hazelcast issue 4256: primary and backup were momentarily the same member.
\* @type: $configuration => Bool;
DistinctReplicas(c) ==
  /\ c.primary \notin c.backups
  /\ Migrating(c) => c.migration.destination \notin Replicas(c)

\* @type: $configuration => Bool;
ValidConfiguration(c) ==
  /\ c.primary # None
  /\ None \notin c.backups
  /\ DistinctReplicas(c)
  /\ c.primary \in c.inSync
  /\ c.inSync \subseteq Replicas(c)
  /\ c.migration.source \in Replicas(c) \cup {None}
  /\ ~Migrating(c) => c.migration = NoMigration

\* A configuration with everybody in sync and nothing going on.
\* @type: (Str, Set(Str)) => $configuration;
Settled(primary, backups) ==
  [primary |-> primary, backups |-> backups, inSync |-> {primary} \cup backups, migration |-> NoMigration]

-----------------------------------------------------------------------------
\* What one decision makes of a configuration

\* A migration starts: its destination becomes a learner.
\* @type: ($configuration, Str, Str) => $configuration;
WithMigration(c, source, destination) == [c EXCEPT !.migration = [source |-> source, destination |-> destination]]

\* A migration is given up. This is a decision and no undo: it has a version of its own (redpanda issue 8322).
\* @type: $configuration => $configuration;
WithoutMigration(c) == [c EXCEPT !.migration = NoMigration]

\* A migration succeeds. The source keeps its copy, see above.
\* @type: $configuration => $configuration;
Migrated(c) ==
  LET d == c.migration.destination IN
  IF c.migration.source = c.primary
  THEN [primary |-> d, backups |-> c.backups \cup {c.primary}, inSync |-> c.inSync \cup {d}, migration |-> NoMigration]
  ELSE [primary |-> c.primary, backups |-> c.backups \cup {d}, inSync |-> c.inSync \cup {d}, migration |-> NoMigration]

\* A backup has missed a write: it stays a replica, but is not waited for and cannot be promoted.
\* @type: ($configuration, Str) => $configuration;
WithoutInSync(c, m) == [c EXCEPT !.inSync = @ \ {m}]

\* It is in line again.
\* @type: ($configuration, Str) => $configuration;
WithInSync(c, m) == [c EXCEPT !.inSync = @ \cup {m}]

\* A backup is dropped: because it is dead, or is no longer wanted. A migration away from it ends with it.
\* @type: ($configuration, Str) => $configuration;
WithoutBackup(c, m) ==
  [primary |-> c.primary, backups |-> c.backups \ {m}, inSync |-> c.inSync \ {m},
   migration |-> IF c.migration.source = m THEN NoMigration ELSE c.migration]

\* The primary is dead and gone from the replicas, an in-sync backup takes its place. What a learner has comes from
\* the old primary and is worth nothing under the new one, so that a migration ends with the promotion.
\* @type: ($configuration, Str) => $configuration;
Promoted(c, m) ==
  [primary |-> m, backups |-> c.backups \ {m}, inSync |-> c.inSync \ {c.primary}, migration |-> NoMigration]

\* An in-sync backup and the living primary change places (drain of the primary, balance).
\* @type: ($configuration, Str) => $configuration;
Switched(c, m) ==
  [primary |-> m, backups |-> (c.backups \ {m}) \cup {c.primary}, inSync |-> c.inSync, migration |-> NoMigration]

\* All in-sync members are gone for good, and that is declared: m goes on alone, with what it has (DeclareLost).
\* None of Successors: no failure asks for it. A master decides it by itself only if its configuration says so (on-loss).
\* @type: Str => $configuration;
Declared(m) == Settled(m, {})

\* @type: ($configuration, $configuration) => Bool;
DeclaredStep(old, new) == new = Settled(new.primary, {}) /\ new.primary \notin old.inSync

\* Every configuration that one decision can make of c, with newcomers from the given members. c itself: the re-stamp
\* by a new master.
\* @type: ($configuration, Set(Str)) => Set($configuration);
Successors(c, members) ==
  {c}
  \cup (IF Migrating(c) THEN {WithoutMigration(c), Migrated(c)}
        ELSE {WithMigration(c, s, d) : s \in Replicas(c) \cup {None}, d \in members \ Replicas(c)})
  \cup {WithoutInSync(c, m) : m \in c.inSync \ {c.primary}}
  \cup {WithInSync(c, m) : m \in c.backups \ c.inSync}
  \cup {WithoutBackup(c, m) : m \in c.backups}
  \cup {Promoted(c, m) : m \in c.inSync \ {c.primary}}
  \cup {Switched(c, m) : m \in c.inSync \ {c.primary}}

\* May one decision turn old into new?
\* @type: ($configuration, $configuration) => Bool;
ValidStep(old, new) == new \in Successors(old, {new.migration.destination} \ {None})
=============================================================================
