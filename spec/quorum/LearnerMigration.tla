-------------------------- MODULE LearnerMigration --------------------------
(***************************************************************************)
(* Migration without a freeze, of a primary, of a backup, or from nowhere  *)
(* (a copy that restores redundancy).                                      *)
(*                                                                         *)
(* 1. A decided configuration names the destination as learner. The        *)
(*    primary sends it everything, while writes go on.                     *)
(* 2. When the learner holds all that the in-sync set holds, the primary   *)
(*    tells the master so, and from this moment every answer waits for the *)
(*    learner as for a backup.                                             *)
(* 3. The switch is one decided configuration. It counts only when nothing *)
(*    was decided since the primary spoke (AsyncIsr, KIP-320).             *)
(* 4. Nobody needs to be told. Until the primary has activated something   *)
(*    newer it waits for the learner, which does not answer for the old    *)
(*    version any more once it has moved on: the outcome may be unknown    *)
(*    for any time, and only the answers of this partition wait.           *)
(*                                                                         *)
(* An abort is a decided configuration too. It is never "forget it": the   *)
(* switch may be on its way. It is never "undo": it replaces the           *)
(* configuration that has the migration, or it comes too late              *)
(* (redpanda 8322, scylladb 27413).                                        *)
(*                                                                         *)
(* A replica that was evicted, or that comes back, joins in the same way:  *)
(* it is named already, so step 1 is done.                                 *)
(***************************************************************************)
EXTENDS FencedReplication

\* The master plans. source None: a copy in addition.
StartMigration(p, source, destination, base) ==
  /\ OnTop(p, base)
  /\ LET c == history[p][base]
     IN /\ OneMigration => ~Migrating(c)
        /\ Up(destination)
        /\ DestinationIsNew => destination \notin Replicas(c)
        /\ source \in Replicas(c) \cup {None}
        /\ source # destination
        /\ LeaverGetsNothing => destination \notin leaving
        /\ Decide(p, WithMigration(c, source, destination))
        /\ IF MovesLeavers /\ source \in leaving /\ Cardinality(c.inSync \ {source}) < Copies
           THEN UNCHANGED spent
           ELSE /\ spent.migrations < MaxMigrations
                /\ spent' = [spent EXCEPT !.migrations = spent.migrations + 1]
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, ghosts>>

\* m holds what the primary had when it activated this version (without that, the answers of earlier versions would not
\* count: the hole of KIP-320's first high watermark), and whatever everyone for whom n waits has acknowledged since.
CaughtUp(n, p, m) ==
  /\ ProposesInLine => Acked(n, p, m, 0)
  /\ ProposesCaughtUp => \A k \in DOMAIN log[n][p] : Held(n, p, k) => Acked(n, p, m, k)

\* The primary asserts that m, the learner or a replica that is not in sync, is caught up. From now on it waits for m.
ProposeMember(n, p, m) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ m \in Participants(view[n][p].config) \ view[n][p].config.inSync
  /\ m \notin waits[n][p]
  /\ CaughtUp(n, p, m)
  /\ waits' = [waits EXCEPT ![n][p] = waits[n][p] \cup {m}]
  /\ msgs' = msgs \cup {Message("CaughtUp", n, None, p, Epoch(n, p), 0, <<>>, m)}
  /\ log' = [log EXCEPT ![n][p] = IF ~DropsAfterDecision /\ n = view[n][p].config.migration.source THEN <<>>
                                  ELSE log[n][p]]
  /\ UNCHANGED <<history, status, view, writes, reads, leaving, voters, spent, ghosts>>

\* m may be added on top of base: somebody who knows said so, of that very version.
Vouched(p, m, base) ==
  \E k \in msgs :
    /\ k.type = "CaughtUp" /\ k.part = p /\ k.subject = m
    /\ IF GrowComparesBase THEN k.epoch = base ELSE k.epoch <= base

\* A replica joins the in-sync set.
AdmitBackup(p, m, base) ==
  /\ OnTop(p, base)
  /\ m \in history[p][base].backups \ history[p][base].inSync
  /\ Vouched(p, m, base)
  /\ Decide(p, WithInSync(history[p][base], m))
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, spent, ghosts>>

\* The switch.
FinishMigration(p, base) ==
  /\ OnTop(p, base)
  /\ LET c == history[p][base]
     IN /\ Migrating(c)
        /\ Vouched(p, c.migration.destination, base)
        /\ Decide(p, Migrated(c))
        /\ Outcome(p, base, "done")
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, spent, contents, seen>>

\* @type: $configuration => Bool;
Orphan(c) == AbortsOrphans /\ \E m \in {c.primary, c.migration.source, c.migration.destination} \ {None} : Dead(m)

AbortMigration(p, base) ==
  /\ IF AbortComparesBase THEN OnTop(p, base) ELSE base \in DOMAIN history[p]
  /\ LET c == history[p][base]
     IN /\ Migrating(c)
        /\ Blame(Orphan(c))
        /\ IF AbortIsDecision
           THEN /\ Decide(p, WithoutMigration(c))
                /\ waits' = waits
           ELSE /\ waits' = [waits EXCEPT ![c.primary][p] = {}]
                /\ history' = history
        /\ Outcome(p, base, "undone")
  /\ UNCHANGED <<status, view, log, msgs, writes, reads, leaving, voters, contents, seen>>
=============================================================================
