---------------------------- MODULE MCDataPlane -----------------------------
(***************************************************************************)
(* Constants for Apalache: four members, three copies, three writes, up to *)
(* five versions.                                                          *)
(***************************************************************************)
EXTENDS DataPlane

Sizes ==
  /\ Members = {"a", "b", "c", "d"}
  /\ Founders = {"a", "b", "c", "d"}
  /\ Partitions = {1}
  /\ FirstPrimary = "a"
  /\ FirstBackups = {"b", "c"}
  /\ Copies = 3
  /\ MaxDecisions = 4
  /\ MaxWrites = 3
  /\ MaxReads = 0
  /\ MaxCrashes = 1
  /\ MaxSuspicions = 2
  /\ MaxRestamps = 1
  /\ MaxMigrations = 1
  /\ MaxLeavers = 0

GuardsOn ==
  /\ FreshIdentity = TRUE
  /\ DecisionComparesBase = TRUE
  /\ ActivatesNewer = TRUE
  /\ ShrinksAfterDecision = TRUE
  /\ ServesAfterDecision = TRUE
  /\ DropsWhenComplete = TRUE
  /\ ReconcilesFirst = TRUE
  /\ RefusesOlderEpoch = TRUE
  /\ RefusesNewerEpoch = TRUE
  /\ RefusesGap = TRUE
  /\ RefusesDuplicate = TRUE
  /\ KeepsNewer = TRUE
  /\ PositionNamesEpoch = TRUE
  /\ AckNamesEpoch = TRUE
  /\ WaitsForPending = TRUE
  /\ Deduplicates = TRUE
  /\ ReadConfirms = TRUE
  /\ ReadWaitsForPrefix = TRUE
  /\ TellsRetired = TRUE
  /\ RetiresLeaversFirst = TRUE
  /\ EvictsDead = TRUE
  /\ DestinationIsNew = TRUE
  /\ OneMigration = TRUE
  /\ ProposesInLine = TRUE
  /\ ProposesCaughtUp = TRUE
  /\ GrowComparesBase = TRUE
  /\ AbortIsDecision = TRUE
  /\ AbortComparesBase = TRUE
  /\ DropsAfterDecision = TRUE
  /\ LeaverGetsNothing = TRUE
  /\ MovesLeavers = TRUE
  /\ AbortsOrphans = TRUE
  /\ PromotesInSyncOnly = TRUE
  /\ ReleasesWhenEmpty = TRUE
  /\ ReleasesAfterVoters = TRUE

ConstInit == Sizes /\ GuardsOn /\ WaitsForInSync = TRUE

\* Mutant.
ConstInitNoInSync == Sizes /\ GuardsOn /\ WaitsForInSync = FALSE
=============================================================================
