------------------------------- MODULE Rules -------------------------------
(***************************************************************************)
(* The rules of classic and of its planner that a model can do without,    *)
(* each with its name. The published design has all of them: Weakened is   *)
(* {}. A mutant lacks one, which shows what it is needed for;              *)
(* `models/manifest.json` says what breaks. With Weakened = {}, read       *)
(* Rule => condition as the condition, and an IF by its THEN.              *)
(*                                                                         *)
(* The repairs are constants of the modules, not rules: the published      *)
(* design lacks them, and the findings are the counterexamples without     *)
(* them. So are the generations of the design and the scope of a model.    *)
(***************************************************************************)

CONSTANT
  \* The names of the rules that do not hold.
  \* @type: Set(Str);
  Weakened

-----------------------------------------------------------------------------
\* PartitionVersioning

\* Rule C stops at a version gap.
GapGuard == "GapGuard" \notin Weakened
\* A failed migration raises the version by one more.
FailureFence == "FailureFence" \notin Weakened
\* Tables and completed lists come from the master only.
TableChecksSender == "TableChecksSender" \notin Weakened

-----------------------------------------------------------------------------
\* ParallelMigration

\* The source drops its data only after the decision.
DropAfterDecision == "DropAfterDecision" \notin Weakened
\* The flag belongs to a sync or to a migration, not to both.
FlagIsExclusive == "FlagIsExclusive" \notin Weakened
\* Older finalisations run before a newer copy.
FinaliseBeforeCopy == "FinaliseBeforeCopy" \notin Weakened
\* Participants take part at the initial version only, ...
ParticipantChecksVersion == "ParticipantChecksVersion" \notin Weakened
\* ... and only for the master they know.
ParticipantChecksMaster == "ParticipantChecksMaster" \notin Weakened
\* A master takes part only in what it has in flight.
MasterChecksFlight == "MasterChecksFlight" \notin Weakened
\* A commit is applied at the initial version only.
CommitChecksVersion == "CommitChecksVersion" \notin Weakened
\* The cap on migrations at once counts those of which a member is the source, ...
CapCountsSource == "CapCountsSource" \notin Weakened
\* ... and those of which it is the destination.
CapCountsDestination == "CapCountsDestination" \notin Weakened
\* With one global version, one migration at a time.
GlobalIsSerial == "GlobalIsSerial" \notin Weakened
\* The destination of a MOVE is not yet a replica.
DestinationIsNew == "DestinationIsNew" \notin Weakened

-----------------------------------------------------------------------------
\* PromotionCommit

\* Repair waits until no migration is in flight.
RepairWaits == "RepairWaits" \notin Weakened
\* A failed promotion raises the version by three.
PromotionFence == "PromotionFence" \notin Weakened

-----------------------------------------------------------------------------
\* MasterFailover

\* A new master fetches before it changes anything.
FetchBeforeUpdate == "FetchBeforeUpdate" \notin Weakened
\* Every member of the view answers the fetch or leaves.
FetchWaitsForAll == "FetchWaitsForAll" \notin Weakened
\* A claim is accepted when all older members are gone.
ClaimChecksView == "ClaimChecksView" \notin Weakened

-----------------------------------------------------------------------------
\* Replication

\* A sync reads the versions before the data.
VersionsBeforeData == "VersionsBeforeData" \notin Weakened
\* A sync response comes from the owner.
SyncChecksSender == "SyncChecksSender" \notin Weakened
\* No success for a write whose backups did not answer.
AckWaitsForBackups == "AckWaitsForBackups" \notin Weakened
\* No writes while a migration is active.
FreezeBlocksWrites == "FreezeBlocksWrites" \notin Weakened

-----------------------------------------------------------------------------
\* StampCheck

\* The stamp is recomputed when a table comes from the master.
StampFollowsTable == "StampFollowsTable" \notin Weakened
\* No stamp check while a migration runs.
StampChecksWhenIdle == "StampChecksWhenIdle" \notin Weakened

-----------------------------------------------------------------------------
\* GracefulShutdown

\* A leaver is released when no entry of the table names it, ...
ReleaseWhenEmpty == "ReleaseWhenEmpty" \notin Weakened
\* ... and everybody has heard of the migrations that emptied it.
ReleaseAfterPublish == "ReleaseAfterPublish" \notin Weakened
\* A member that wants to leave asks again until it is answered.
LeaverRepeats == "LeaverRepeats" \notin Weakened
\* A release is for one incarnation, not for an address.
LeaverChecksIncarnation == "LeaverChecksIncarnation" \notin Weakened

-----------------------------------------------------------------------------
\* ClusterStateChange, ClusterStateTables

\* A member is locked for one change at a time.
LockIsExclusive == "LockIsExclusive" \notin Weakened
\* A member with a migration under way is not locked, ...
LockChecksMigration == "LockChecksMigration" \notin Weakened
\* ... nor one whose view is not the initiator's, ...
LockChecksMembers == "LockChecksMembers" \notin Weakened
\* ... nor one whose table has another stamp, or in the older generation another version.
LockChecksStamp == "LockChecksStamp" \notin Weakened
\* With a version per partition the stamps are compared, not the greatest versions.
ComparesByGeneration == "ComparesByGeneration" \notin Weakened
\* The decision is stored at a second member before the first commit.
RecordBeforeCommit == "RecordBeforeCommit" \notin Weakened
\* A commit is for the change for which the member is locked.
CommitChecksLock == "CommitChecksLock" \notin Weakened
\* So is a rollback.
RollbackChecksLock == "RollbackChecksLock" \notin Weakened
\* A change in which a member is lost before the first commit is rolled back.
LossEndsPrepare == "LossEndsPrepare" \notin Weakened
\* A locked member whose initiator is gone asks what was decided.
LockedAsks == "LockedAsks" \notin Weakened
\* Nobody answers that before it has found the initiator gone itself.
ResolveWaits == "ResolveWaits" \notin Weakened
\* Migrations need ACTIVE, ...
MigrationChecksState == "MigrationChecksState" \notin Weakened
\* ... repair needs ACTIVE or NO_MIGRATION, ...
RepairChecksState == "RepairChecksState" \notin Weakened
\* ... so does joining, ...
JoinChecksState == "JoinChecksState" \notin Weakened
\* ... and writes need anything but PASSIVE.
WriteChecksState == "WriteChecksState" \notin Weakened

-----------------------------------------------------------------------------
\* PartialRestart

\* MOST_RECENT compares the sums of versions, ...
RecentBySum == "RecentBySum" \notin Weakened
\* ... over all partitions.
RecentSumsAll == "RecentSumsAll" \notin Weakened
\* MOST_COMPLETE compares the sizes of groups.
CompleteBySize == "CompleteBySize" \notin Weakened
\* Another address is another entry of the table, ...
MoveReplaces == "MoveReplaces" \notin Weakened
\* ... which needs a greater version, ...
MoveRaisesVersion == "MoveRaisesVersion" \notin Weakened
\* ... and the other partitions keep theirs.
MoveRaisesTouchedOnly == "MoveRaisesTouchedOnly" \notin Weakened

-----------------------------------------------------------------------------
\* RollingUpgrade

\* Without a version per partition, one migration at a time.
SerialBeforeUpgrade == "SerialBeforeUpgrade" \notin Weakened
\* The cluster version rises when all members have the newer build, ...
RaiseChecksBuilds == "RaiseChecksBuilds" \notin Weakened
\* ... and from then on nobody else joins.
JoinChecksVersion == "JoinChecksVersion" \notin Weakened
\* The versions of partitions start at the last global one.
VersionsStartAtGlobal == "VersionsStartAtGlobal" \notin Weakened
\* The disk is written anew, ...
UpgradeRewritesDisk == "UpgradeRewritesDisk" \notin Weakened
\* ... and who joins writes it by the cluster version.
JoinerWritesFormat == "JoinerWritesFormat" \notin Weakened
\* A table with a version per partition waits until its receiver goes by these.
NewerTableWaits == "NewerTableWaits" \notin Weakened
\* A member in the middle of an upgrade finishes it before it becomes master.
CommitBeforeClaim == "CommitBeforeClaim" \notin Weakened

-----------------------------------------------------------------------------
\* MigrationPlanner, PlanAndRun

\* Permutations of replicas that are there already are not carried out.
CutCycles == "CutCycles" \notin Weakened
\* A chain is cut only if it closes.
CutOnlyCycles == "CutOnlyCycles" \notin Weakened
\* An empty slot wanted for a colder replica is filled by moving that one up.
ShiftUpWhenPresent == "ShiftUpWhenPresent" \notin Weakened
\* Where the wanted member is elsewhere, the end of the chain is changed first.
ResolveConflicts == "ResolveConflicts" \notin Weakened
\* SHIFT DOWN goes only to an empty slot.
ShiftDownChecksSlot == "ShiftDownChecksSlot" \notin Weakened
\* An urgent step does not overtake one that shares its member, ...
OvertakeChecksMembers == "OvertakeChecksMembers" \notin Weakened
\* ... nor a SHIFT DOWN that fills a hotter slot.
OvertakeChecksSlot == "OvertakeChecksSlot" \notin Weakened
\* COPY and SHIFT UP are pulled forward.
PrioritiseCopies == "PrioritiseCopies" \notin Weakened
=============================================================================
