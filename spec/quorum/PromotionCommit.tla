-------------------------- MODULE PromotionCommit --------------------------
(***************************************************************************)
(* A new primary. In classic this is a protocol of its own (the master     *)
(* commits a promotion at the promoted member); here it is one decided     *)
(* configuration, and what is left is who may be promoted and what the     *)
(* promoted member does before it serves.                                  *)
(*                                                                         *)
(* Who: a member of the in-sync set of the configuration that the decision *)
(* replaces, for only these are known to hold every answered write. When   *)
(* none of them lives, the partition is unavailable, and nobody invents an *)
(* empty one, unless that is declared (DeclareLost).                       *)
(*                                                                         *)
(* What: when it activates the configuration it sends its log to everyone  *)
(* named (FencedReplication, Activate); nobody takes an entry under the    *)
(* new version before that copy, and no answer is given before the in-sync *)
(* set has acknowledged it. Several in-sync members may have gone beyond   *)
(* what was answered, in different ways; the new primary's log replaces    *)
(* them all. When it dies meanwhile, the next one does the same under its  *)
(* own version, whatever mixture it finds.                                 *)
(***************************************************************************)
EXTENDS DataState

\* The master makes b primary in place of one that is dead, or suspected. A migration in flight ends with it.
Promote(p, b, base) ==
  /\ OnTop(p, base)
  /\ LET c == history[p][base]
     IN /\ b \in (IF PromotesInSyncOnly THEN c.inSync ELSE Replicas(c)) \ {c.primary}
        /\ Decide(p, Promoted(c, b))
        /\ Blame(Dead(c.primary))
        /\ Outcome(p, base, "undone")
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, contents, seen>>

\* The living primary and an in-sync backup change places: balance, or a primary that wants to leave.
SwitchPrimary(p, b, base) ==
  /\ OnTop(p, base)
  /\ spent.migrations < MaxMigrations
  /\ LET c == history[p][base]
     IN /\ b \in c.inSync \ {c.primary}
        /\ ~Migrating(c)
        /\ Decide(p, Switched(c, b))
  /\ spent' = [spent EXCEPT !.migrations = spent.migrations + 1]
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, ghosts>>
=============================================================================
