------------------------------- MODULE Rules -------------------------------
(***************************************************************************)
(* The rules of quorum that a model can do without, each with its name.    *)
(* The protocol has all of them: Weakened is {}. A mutant lacks one, which *)
(* shows what it is needed for; `models/manifest.json` says what breaks.   *)
(*                                                                         *)
(* An action asks for a rule where it applies, as in                       *)
(*                                                                         *)
(*   /\ AcceptChecksTerm => m.term >= term[n]                              *)
(*                                                                         *)
(* With Weakened = {}, read this as m.term >= term[n], an IF by its THEN.  *)
(*                                                                         *)
(* A switch that models of the protocol need in both positions is not a    *)
(* rule but a constant of its module, such as budgets and who restarts.    *)
(***************************************************************************)

CONSTANT
  \* The names of the rules that do not hold.
  \* @type: Set(Str);
  Weakened

-----------------------------------------------------------------------------
\* Registers

\* A suspected member stays in the number that a majority is counted of.
SuspicionKeepsMajority == "SuspicionKeepsMajority" \notin Weakened
\* The master does not commit because it has accepted its own proposal.
OwnAcceptIsOneVote == "OwnAcceptIsOneVote" \notin Weakened
\* Nothing is accepted from a term that is over.
AcceptChecksTerm == "AcceptChecksTerm" \notin Weakened
\* What is accepted never gets older.
AcceptChecksVersion == "AcceptChecksVersion" \notin Weakened
\* A member that accepts something of a later term is in that term.
AcceptRaisesTerm == "AcceptRaisesTerm" \notin Weakened
\* Members act on decided values, not on accepted ones.
ActOnCommit == "ActOnCommit" \notin Weakened
\* What a member acts on never gets older.
CommitChecksVersion == "CommitChecksVersion" \notin Weakened
\* A change is proposed on top of a value decided in the own term, ...
RestampFirst == "RestampFirst" \notin Weakened
\* ... also if everybody asked had accepted the same version.
RestampAlways == "RestampAlways" \notin Weakened
\* The next change is proposed when the one before is decided.
OneOutstanding == "OneOutstanding" \notin Weakened
\* Giving up a migration is a decision after it, not another value for the same version.
AbortTakesNewVersion == "AbortTakesNewVersion" \notin Weakened
\* A plan made for an older configuration is not proposed.
ProposeComparesBase == "ProposeComparesBase" \notin Weakened
\* A migration goes to a member that has no copy yet.
NewcomersOnly == "NewcomersOnly" \notin Weakened
\* Only the master proposes, not a candidate that still waits for votes.
OnlyMasterProposes == "OnlyMasterProposes" \notin Weakened
\* A master that hears of a later term is none any more.
LaterTermEndsMastership == "LaterTermEndsMastership" \notin Weakened
\* The stamp is over (term, number), not over the number alone.
StampCoversTerm == "StampCoversTerm" \notin Weakened
\* Whatever changes a register changes the stamp.
StampFollowsRegisters == "StampFollowsRegisters" \notin Weakened

-----------------------------------------------------------------------------
\* MasterFailover

\* A vote is for a later term than all before, ...
VoteOncePerTerm == "VoteOncePerTerm" \notin Weakened
\* ... and for no candidate whose voter set is older than the own.
VoteChecksVoters == "VoteChecksVoters" \notin Weakened
\* A member that votes in a term is in it from then on.
VoteRaisesTerm == "VoteRaisesTerm" \notin Weakened
\* The newest value is that of the latest term, not that with the greatest number, ...
MergeByTerm == "MergeByTerm" \notin Weakened
\* ... among the registers of a majority, not the own ones.
RecoverFromMajority == "RecoverFromMajority" \notin Weakened
\* A new master accepts what it proposes again before it counts itself among those who have.
MasterStoresRestamp == "MasterStoresRestamp" \notin Weakened
\* A member that has lost its memory is another member, and no voter. Without this rule an address is enough.
FreshIdentity == "FreshIdentity" \notin Weakened
\* A member that starts again is not the master it was.
RebootEndsMastership == "RebootEndsMastership" \notin Weakened

-----------------------------------------------------------------------------
\* Voters

\* The voter set changes by one voter at a time.
OneVoterAtATime == "OneVoterAtATime" \notin Weakened
\* Before the voter set is changed, it is given a version of the own term, ...
VotersOwnTermFirst == "VotersOwnTermFirst" \notin Weakened
\* ... a majority of it goes by it, ...
VotersInstalledFirst == "VotersInstalledFirst" \notin Weakened
\* ... and has accepted the registers in the own term, ...
RegistersDecidedFirst == "RegistersDecidedFirst" \notin Weakened
\* ... all of them, not one.
AllRegistersDecided == "AllRegistersDecided" \notin Weakened
\* A newcomer holds the registers before it becomes a voter, ...
LearnerFirst == "LearnerFirst" \notin Weakened
\* ... all of them, not one.
AllRegistersHeld == "AllRegistersHeld" \notin Weakened
\* A master does not vote itself out.
MasterStaysVoter == "MasterStaysVoter" \notin Weakened

-----------------------------------------------------------------------------
\* DurableControlPlane

\* A candidate asks for votes when its term is synced.
VoteRequestWaitsForTerm == "VoteRequestWaitsForTerm" \notin Weakened
\* A voter votes when the term is synced.
VoteWaitsForTerm == "VoteWaitsForTerm" \notin Weakened
\* A voter, the master included, says that it has accepted an entry when it has synced the entry.
AcceptedWaitsForEntry == "AcceptedWaitsForEntry" \notin Weakened
\* A member says that it goes by a voter set when it has synced the voter set.
InstalledWaitsForVoters == "InstalledWaitsForVoters" \notin Weakened

-----------------------------------------------------------------------------
\* DataState. (FreshIdentity, see MasterFailover, holds here, too.)

\* A decision replaces the configuration from which it was computed. Without this rule it replaces any later one, too.
DecisionComparesBase == "DecisionComparesBase" \notin Weakened

-----------------------------------------------------------------------------
\* FencedReplication

\* A member activates only what is newer than what it has.
ActivatesNewer == "ActivatesNewer" \notin Weakened
\* What a primary may do without a backup waits for the decision that removes it, not for the proposal only.
ShrinksAfterDecision == "ShrinksAfterDecision" \notin Weakened
\* A destination becomes primary when the switch is decided, not when it is proposed.
ServesAfterDecision == "ServesAfterDecision" \notin Weakened
\* A member that is in no replica set any more keeps its data until the in-sync set is complete without it.
DropsWhenComplete == "DropsWhenComplete" \notin Weakened
\* A replica is brought in line under a version before it takes entries under that version (reconciliation).
ReconcilesFirst == "ReconcilesFirst" \notin Weakened
\* A member refuses messages of versions before the one that it has activated.
RefusesOlderEpoch == "RefusesOlderEpoch" \notin Weakened
\* A member refuses messages of versions that it has not activated yet.
RefusesNewerEpoch == "RefusesNewerEpoch" \notin Weakened
\* An entry is taken only right behind the last one.
RefusesGap == "RefusesGap" \notin Weakened
\* An entry that the log has is not taken again.
RefusesDuplicate == "RefusesDuplicate" \notin Weakened
\* A replica takes one full copy under a version; a later one of that version is older than its log.
KeepsNewer == "KeepsNewer" \notin Weakened
\* Two logs count as equal, so that the transfer is skipped, when length and version of the last entry agree. Without this
\* rule equal lengths are enough.
PositionNamesEpoch == "PositionNamesEpoch" \notin Weakened
\* A primary counts only acknowledgements of the version that it has activated.
AckNamesEpoch == "AckNamesEpoch" \notin Weakened
\* An answer waits for the in-sync set. Without this rule it waits only until a timeout, which is any time.
WaitsForInSync == "WaitsForInSync" \notin Weakened
\* An answer waits for the members that the primary proposed to add. Without this rule only until a timeout.
WaitsForPending == "WaitsForPending" \notin Weakened
\* A repeated write that is in the log is not executed again. The log is the table of executed writes and travels with the data.
Deduplicates == "Deduplicates" \notin Weakened
\* A read asks all for whom a write would wait whether they have moved on.
ReadConfirms == "ReadConfirms" \notin Weakened
\* A read waits until what it saw is as durable as an answered write.
ReadWaitsForPrefix == "ReadWaitsForPrefix" \notin Weakened
\* A read is answered under the version that it began under, or never.
ReadKeepsEpoch == "ReadKeepsEpoch" \notin Weakened
\* A configuration is told to those, too, whom it does without.
TellsRetired == "TellsRetired" \notin Weakened
\* Of two replicas too many the one that is leaving goes first; otherwise the other is dropped and copied again, for ever.
RetiresLeaversFirst == "RetiresLeaversFirst" \notin Weakened
\* A dead backup is evicted from the in-sync set without delay: answers wait for it.
EvictsDead == "EvictsDead" \notin Weakened

-----------------------------------------------------------------------------
\* LearnerMigration

\* The destination is not yet in the configuration.
DestinationIsNew == "DestinationIsNew" \notin Weakened
\* A partition has one migration at a time.
OneMigration == "OneMigration" \notin Weakened
\* Only a member that is in line under this version is proposed.
ProposesInLine == "ProposesInLine" \notin Weakened
\* Only a member that holds all that the in-sync set has acknowledged under this version is proposed.
ProposesCaughtUp == "ProposesCaughtUp" \notin Weakened
\* "Caught up" counts only on top of the version under which it was said.
GrowComparesBase == "GrowComparesBase" \notin Weakened
\* An abort is decided. Without this rule the primary is told to forget the migration.
AbortIsDecision == "AbortIsDecision" \notin Weakened
\* An abort replaces the configuration that has the migration, not whatever came after it.
AbortComparesBase == "AbortComparesBase" \notin Weakened
\* The source drops its data when a configuration without it was decided, not when the copy is done.
DropsAfterDecision == "DropsAfterDecision" \notin Weakened
\* A member that is leaving gets no more data.
LeaverGetsNothing == "LeaverGetsNothing" \notin Weakened
\* Replicas of a member that is leaving are moved without being asked for.
MovesLeavers == "MovesLeavers" \notin Weakened
\* A migration is aborted when somebody that it needs is dead.
AbortsOrphans == "AbortsOrphans" \notin Weakened

-----------------------------------------------------------------------------
\* PromotionCommit, Drain

\* Only a member of the in-sync set is promoted. Without this rule any replica may be (elasticsearch 16658, Kafka's unclean
\* election).
PromotesInSyncOnly == "PromotesInSyncOnly" \notin Weakened
\* A leaver is released only when no decided configuration names it, ...
ReleasesWhenEmpty == "ReleasesWhenEmpty" \notin Weakened
\* ... and when it is no voter.
ReleasesAfterVoters == "ReleasesAfterVoters" \notin Weakened

-----------------------------------------------------------------------------
\* CallsAgain

\* A confirmation names the call for which it was asked. Without this rule it names only the client, and counts for the
\* client's next read.
ConfirmNamesCall == "ConfirmNamesCall" \notin Weakened
\* A member that answers again makes sure that the answer is as durable as the first one.
AnswersAgainWhenHeld == "AnswersAgainWhenHeld" \notin Weakened

-----------------------------------------------------------------------------
\* DeclareLost

\* A partition is declared lost only when no in-sync member is left.
DeclaresWhenGone == "DeclaresWhenGone" \notin Weakened

-----------------------------------------------------------------------------
\* DurableDataPlane. (Whether an entry waits for the log is a constant there.)

\* An acknowledgement waits until the entries are synced, ...
AckWaitsForLog == "AckWaitsForLog" \notin Weakened
\* ... and until it is synced that the sender has activated the version under which it acknowledges.
AckWaitsForVersion == "AckWaitsForVersion" \notin Weakened
\* The log of a new version is sent when it is synced that the sender has activated that version.
SyncWaitsForVersion == "SyncWaitsForVersion" \notin Weakened
\* An entry is sent when it is synced that the sender has activated the version under which it sends the entry.
AppendWaitsForVersion == "AppendWaitsForVersion" \notin Weakened
\* The master decides the configuration again whose primary waits for a new version. Not needed for safety.
RestampsResumed == "RestampsResumed" \notin Weakened
\* A primary proposes to add a member when it is synced that it waits for that member.
CaughtUpWaitsForProposal == "CaughtUpWaitsForProposal" \notin Weakened
\* A client is answered when the primary has synced the entries that the answer depends on.
AnswerWaitsForLog == "AnswerWaitsForLog" \notin Weakened
\* A client is answered when it is synced that the primary has activated the version under which it answers. Otherwise
\* it may, after a restart under an older version, take a log from the primary of a version in between.
AnswerWaitsForVersion == "AnswerWaitsForVersion" \notin Weakened
\* A member that has started again sends what it holds and acknowledges what it has. Not needed for safety.
SendsAgain == "SendsAgain" \notin Weakened
\* A restart finds the version that was activated before what was written under it.
StoresVersion == "StoresVersion" \notin Weakened
\* A log that replaces another is one write with the version under which it does so. Without this rule the version is
\* written first.
ReplacesInOneWrite == "ReplacesInOneWrite" \notin Weakened
\* A log that is replaced is removed with the write that replaces it, not before.
RemovesWhenReplaced == "RemovesWhenReplaced" \notin Weakened

-----------------------------------------------------------------------------
\* ReadLeases

\* A lease ends earlier than the promise that it rests on, by as much as clocks may differ. Without this rule both last equally
\* long, each by its own clock.
LeaseHasMargin == "LeaseHasMargin" \notin Weakened
\* A lease counts from when the primary asked for it, not from when it came.
LeaseCountsFromRequest == "LeaseCountsFromRequest" \notin Weakened
\* A primary counts only leases for the version that it has activated.
LeaseNamesEpoch == "LeaseNamesEpoch" \notin Weakened
\* A member gives a lease for the version that it has activated, and for no other.
GrantsOwnVersion == "GrantsOwnVersion" \notin Weakened
\* A new primary answers no write that a promise of its own forbids, ...
PromiseDelaysWrite == "PromiseDelaysWrite" \notin Weakened
\* ... and no read, ...
PromiseDelaysRead == "PromiseDelaysRead" \notin Weakened
\* ... and proposes no member, who has promised nothing.
PromiseDelaysProposal == "PromiseDelaysProposal" \notin Weakened
\* A promise ends early only when the primary that it was made to has moved on, or is dead.
ReleasesWhenOver == "ReleasesWhenOver" \notin Weakened
\* A primary that has started again counts on no lease that it had.
RestartEndsLeases == "RestartEndsLeases" \notin Weakened
\* A primary that has started again uses no number again under which it has asked for leases.
RequestsNumberOn == "RequestsNumberOn" \notin Weakened
\* A member that has started again waits as if it had made a promise just now.
RestartRenewsPromises == "RestartRenewsPromises" \notin Weakened
\* The assumption about clocks: their rates differ by no more than the margin covers. Without it a clock may stand still.
ClocksKeepRate == "ClocksKeepRate" \notin Weakened

-----------------------------------------------------------------------------
\* ClusterStates. (VoteChecksVoters, see MasterFailover, holds here, too.)

\* A member that goes by a state does not go back to an older one.
ObeysNewer == "ObeysNewer" \notin Weakened
\* A primary that goes by PASSIVE or STOPPING takes no writes.
PassiveRefusesWrites == "PassiveRefusesWrites" \notin Weakened
\* A primary reports that it obeys PASSIVE when everyone it waits for holds its whole log.
ReportsWhenHeld == "ReportsWhenHeld" \notin Weakened
\* A report counts for the version of the state that it names, ...
ReportNamesState == "ReportNamesState" \notin Weakened
\* ... and for the version of the partition that it names.
ReportNamesVersion == "ReportNamesVersion" \notin Weakened
\* PASSIVE is acknowledged when a majority goes by it, ...
PassiveNeedsMajority == "PassiveNeedsMajority" \notin Weakened
\* ... when all is decided that was proposed before, ...
PassiveNeedsProposals == "PassiveNeedsProposals" \notin Weakened
\* ... and when the primaries of all partitions have reported.
PassiveNeedsPrimaries == "PassiveNeedsPrimaries" \notin Weakened
\* A member is made primary only when it goes by the master's version of the state.
PrimaryObeys == "PrimaryObeys" \notin Weakened
\* With NO_MIGRATION, no migration starts that moves a replica.
NoMigrationMovesNothing == "NoMigrationMovesNothing" \notin Weakened
\* With FROZEN, PASSIVE or STOPPING, no replica is made, either.
FrozenPlacesNothing == "FrozenPlacesNothing" \notin Weakened
\* In STOPPING, dead members are neither evicted nor replaced, ...
StopIgnoresDeaths == "StopIgnoresDeaths" \notin Weakened
\* ... and no replica is admitted or removed.
StopFinishesNothing == "StopFinishesNothing" \notin Weakened

-----------------------------------------------------------------------------
\* ClusterVersion. (VoteChecksVoters, see MasterFailover, holds here, too.)

\* The cluster version rises when all members have told the master that they can speak it.
RaiseNeedsAll == "RaiseNeedsAll" \notin Weakened
\* A member has no connection with a process that does not speak its cluster version.
ConnectionChecksVersion == "ConnectionChecksVersion" \notin Weakened
\* A store is given the format of the cluster version by which its member goes, before the member says so.
StoreFollowsVersion == "StoreFollowsVersion" \notin Weakened
\* A store keeps its format until then.
FormatWaitsForVersion == "FormatWaitsForVersion" \notin Weakened
\* A build refuses a store of a newer format.
StoreRefusesNewer == "StoreRefusesNewer" \notin Weakened
\* What a version adds is used by members that know that the version is decided, ...
FeatureWaitsForMajority == "FeatureWaitsForMajority" \notin Weakened
\* ... and taken by members that know it, too.
TakesWhenDecided == "TakesWhenDecided" \notin Weakened

-----------------------------------------------------------------------------
\* Expiry

\* A read finds an entry that is due by the primary's clock, until it is removed.
ReadFindsDue == "ReadFindsDue" \notin Weakened
\* An entry is removed by a write, not by each member for itself.
RemovalIsAWrite == "RemovalIsAWrite" \notin Weakened
\* The primary removes an entry when its clock has reached the time at which the entry is due, not earlier.
ExpiresWhenDue == "ExpiresWhenDue" \notin Weakened
\* A put without a lifetime does not take on the due time of what it replaces.
PutReplacesDue == "PutReplacesDue" \notin Weakened
\* A new primary looks for entries with a due time in what it has, beside those that it takes.
NewPrimaryLooks == "NewPrimaryLooks" \notin Weakened
\* A removal that has not taken effect is taken again.
TakesRemovalAgain == "TakesRemovalAgain" \notin Weakened
\* A touch moves the due time on by a write, not by what the primary remembers.
TouchIsAWrite == "TouchIsAWrite" \notin Weakened
\* A read that needs a touch is answered when that has taken effect.
ReadWaitsForTouch == "ReadWaitsForTouch" \notin Weakened
\* A read touches an entry that is due earlier than in the idle time.
TouchesInTime == "TouchesInTime" \notin Weakened
\* An entry is removed at the time that the last touch has given it, not at that of its put.
RemovalCountsTouches == "RemovalCountsTouches" \notin Weakened
\* A touch does not move on the end of a lifetime.
TouchKeepsLifetime == "TouchKeepsLifetime" \notin Weakened

-----------------------------------------------------------------------------
\* ChangeStream

\* A primary shows a change when everyone for whom an answer waits holds it.
ShowsHeld == "ShowsHeld" \notin Weakened
\* It shows what comes behind the reader's position. Without this rule it shows all that it has.
ShowsFromPosition == "ShowsFromPosition" \notin Weakened
\* A reader whose position is forgotten is told so. Without this rule it is shown what is left.
TellsForgotten == "TellsForgotten" \notin Weakened
\* A position names the version under which its entry was taken. Without this rule it is a number.
PositionNamesTaken == "PositionNamesTaken" \notin Weakened
\* A primary of an older version than that which showed the position answers nothing: it may lack what was shown.
RefusesNewerReader == "RefusesNewerReader" \notin Weakened
=============================================================================
