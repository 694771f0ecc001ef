------------------------------ MODULE Classic ------------------------------
(***************************************************************************)
(* The classic protocol, composed.  Budgets and scope (ClassicState)       *)
(* decide which concerns a model exercises; there is one Next.             *)
(*                                                                         *)
(* The modules extend each other in reading order: ClassicState,           *)
(* PartitionVersioning, ParallelMigration, PromotionCommit,                *)
(* MasterFailover, Membership, Replication; StampCheck and                 *)
(* GracefulShutdown stand beside.                                          *)
(***************************************************************************)
EXTENDS Replication, StampCheck, GracefulShutdown

(* Features that a model switches off cost nothing: TLC sees the empty set
   when it takes Next apart. *)
\* @type: (Bool) => Set(Int);
If(on) == IF on THEN Members ELSE {}

(* What members do by themselves: never limited by a budget *)
Protocol ==
    \/ \E s, n \in Members : HandlePartitionState(s, n)
    \/ \E n \in Members : PublishCompleted(n)
    \/ \E s, n \in Members : HandlePublishCompleted(s, n)
    \/ \E s, n \in Members : HandlePublishReply(s, n)
    \/ \E s, n \in Members : HandleMigrationRequest(s, n)
    \/ \E s, n \in Members : HandleMigrationData(s, n)
    \/ \E s, n \in Members : HandleMigrationReply(s, n)
    \/ \E s, n \in Members : HandleMigrationCommit(s, n)
    \/ \E s, n \in Members : HandleCommitReply(s, n)
    \/ \E s, n \in If(ServeAfterDecision) : HandleMigrationDecision(s, n)
    \/ \E n \in Members, p \in Partitions : AbortMigration(n, p)
    \/ \E n \in Members : Repair(n)
    \/ \E s, n \in Members : HandlePromotionCommit(s, n)
    \/ \E s, n \in Members : HandlePromotionReply(s, n)
    \/ \E n \in Members : AbortPromotion(n)
    \/ \E n, d \in Members, p \in Partitions : AssignLost(n, p, d)
    \/ \E n \in Members : Claim(n)
    \/ \E s, n \in Members : HandleFetchRequest(s, n)
    \/ \E s, n \in Members : HandleFetchReply(s, n)
    \/ \E n \in Members : FinishFetch(n)
    \/ \E n, d \in Members : Detect(n, d)
    \/ \E s, n \in If(MaxWrites > 0) : HandleBackup(s, n)
    \/ \E n, b \in If(AntiEntropy), p \in Partitions : StartSync(n, b, p)
    \/ \E n \in If(SyncInSteps), p \in Partitions : FinishSync(n, p)
    \/ \E s, n \in If(AntiEntropy) : HandleSyncResponse(s, n)
    \/ \E n \in If(~FinaliseBeforeCopy), p \in Partitions : CleanUpLate(n, p)

(* What clients and operators ask for, and what goes wrong: limited *)
Environment ==
    \/ \E n, d \in Members, p \in Partitions, k \in Kinds, i, j \in Slots : StartMigration(n, p, k, i, j, d)
    \/ \E n \in If(MaxTimeouts > 0), p \in Partitions : TimeoutMigration(n, p)
    \/ \E n \in If(MaxTimeouts > 0), p \in Partitions : ResendCommit(n, p)
    \/ \E n \in If(MaxTimeouts > 0) : ResendPromotion(n)
    \/ \E s, n \in If(MaxLosses > 0 /\ MaxWrites = 0) : LoseTable(s, n)
    \/ \E s, n \in If(MaxLosses > 0 /\ MaxWrites > 0) : LoseBackup(s, n)
    \/ \E n \in If(MaxCrashes > 0) : Crash(n)
    \/ \E n, d \in If(MaxSuspicions > 0) : Suspect(n, d)
    \/ \E a, b \in If(MaxCuts > 0) : CutLink(a, b)
    \/ \E m, n \in If(MaxJoins > 0) : Join(m, n)
    \/ \E n \in If(MaxWrites > 0), p \in Partitions : Write(n, p)
    \/ \E n \in If(~AckWaitsForBackups), p \in Partitions : AckWithoutBackups(n, p)

(* The idle master's question; its rounds repeat for ever *)
StampRounds ==
    \/ \E n \in If(StampChecks) : SendStampCheck(n)
    \/ \E s, n \in If(StampChecks) : HandlePartitionStateCheck(s, n)
    \/ \E s, n \in If(StampChecks) : HandlePartitionStateCheckReply(s, n)

(* Leaving *)
ShutdownRequests ==
    \/ \E n \in If(MaxLeaves > 0) : RepeatShutdownRequest(n)
    \/ \E s, n \in If(MaxLeaves > 0) : HandleShutdownRequest(s, n)
Drains == \E n, d \in If(MaxLeaves > 0), p \in Partitions, i \in Slots : DrainMove(n, p, i, d)
Releases ==
    \/ \E n, x \in If(MaxLeaves > 0) : Release(n, x)
    \/ \E s, n \in If(MaxLeaves > 0) : HandleShutdownResponse(s, n)

Next ==
    \/ Protocol
    \/ Environment
    \/ StampRounds
    \/ \E n \in If(MaxLeaves > 0) : AskToLeave(n)
    \/ \E s, n \in If(MaxLeaves > 0 /\ MaxLosses > 0) : LoseShutdownMessage(s, n)
    \/ ShutdownRequests
    \/ Drains
    \/ Releases

Spec == Init /\ [][Next]_vars

(* Every member keeps working and every message arrives; nothing is promised
   about the environment. *)
FairSpec == Spec /\ WF_vars(Protocol)
FairStampSpec == FairSpec /\ WF_vars(StampRounds)
FairDrainSpec == FairSpec /\ WF_vars(ShutdownRequests) /\ WF_vars(Drains) /\ WF_vars(Releases)

-----------------------------------------------------------------------------
TypeOK ==
    /\ life \in [Members -> {"off", "up", "crashed", "left"}]
    /\ view \in [Members -> SUBSET Members]
    /\ master \in [Members -> Members \cup {None}]
    /\ cut \subseteq Members \X Members
    /\ \A n \in Members, p \in Partitions :
        /\ table[n][p].version \in Nat
        /\ \A i \in Slots : table[n][p].replicas[i] \in Members \cup {None}
        /\ active[n][p] # NoMig => active[n][p].status = "ACTIVE" /\ frozen[n][p] \in BOOLEAN
        /\ inflight[n][p].stage \in {"none", "copy", "commit"}
        /\ data[n][p] \subseteq 1..MaxWrites
        /\ ver[n][p] \in 0..MaxWrites
    /\ \A n \in Members :
        /\ duty[n] \in {"none", "fetch", "ready", "promote"}
        /\ (duty[n] = "fetch") = (Up(n) /\ fetch[n] # NoFetch)
        /\ \A m \in completed[n] : m.status \in {"SUCCESS", "FAILED"} /\ m.p \in Partitions
    /\ migCount \in 0..MaxMigrations
    /\ writeCount \in 0..MaxWrites
    /\ \A p \in Partitions : acked[p] \subseteq 1..writeCount

-----------------------------------------------------------------------------
(* Liveness, under FairSpec.  Faults are limited by their budgets, so they
   stop by themselves. *)

\* Nobody who lives stays in a migration, and no master waits for one for ever
EveryMigrationDecided ==
    \A n \in Members, p \in Partitions, id \in 1..MaxMigrations :
        (Up(n) /\ id \in {active[n][p].id, inflight[n][p].mig.id})
            ~> (~Up(n) \/ id \notin {active[n][p].id, inflight[n][p].mig.id})

\* Who claims becomes master, or dies.  One formula over all members: TLC looks for one kind of cycle instead of one for
\* each member, and as claims are finitely many nothing is lost.
NewMasterProgress ==
    (\E n \in Members : duty[n] = "fetch") ~> (\A n \in Members : duty[n] # "fetch")

\* In the end every partition has a live owner that knows it and serves
OwnerEventuallyPresent ==
    \A p \in Partitions : <>[](\E n \in Members : Serves(n, p) \/ Live = {})

\* In the end all live members have the same versions, hence the same stamp
Converge ==
    <>[](\A n, x \in Live : Versions(table[n]) = Versions(table[x]))

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []VersionUnique
THEOREM Spec => []VersionMonotonic
THEOREM Spec => []Agreement
THEOREM Spec => []OnlyMasterMutates
THEOREM Spec => []ReplicasDistinct
THEOREM Spec => []SourceDropsOnlyAfterDecision
THEOREM Spec => []ParallelCap
THEOREM Spec => []FetchEnds
THEOREM Spec => []OneServer
THEOREM Spec => []AckedDurable
THEOREM Spec => []ReadFresh
THEOREM Spec => []VersionImpliesContent
THEOREM Spec => []StampConsistent
THEOREM Spec => []StampSound
THEOREM Spec => CopiesNonDecreasing
THEOREM Spec => BackupMonotonic
THEOREM Spec => ShutdownOnlyWhenEmpty
THEOREM FairSpec => EveryMigrationDecided
THEOREM FairSpec => NewMasterProgress
THEOREM FairSpec => OwnerEventuallyPresent
THEOREM FairSpec => Converge
THEOREM FairStampSpec => Converge
THEOREM FairDrainSpec => DrainCompletes
=============================================================================
