package io.godwit.protocol.quorum;

import io.godwit.protocol.Guard;

/**
 * The rules of the quorum protocol, control and data. Those with a name in {@code spec/quorum} are switches there, and each has a
 * mutant that lacks it. A rule that no action requires is part of what an action does.
 */
public enum QuorumRule implements Guard {
    // The table (Registers).
    /** A suspected member stays in the number that a majority is counted of. */
    SUSPICION_KEEPS_MAJORITY("SuspicionKeepsMajority"),
    /** The master does not commit by having accepted its own proposal. */
    OWN_ACCEPT_IS_ONE_VOTE("OwnAcceptIsOneVote"),
    /** Nothing is accepted from a term that is over. */
    ACCEPT_CHECKS_TERM("AcceptChecksTerm"),
    /** What is accepted never gets older. */
    ACCEPT_CHECKS_VERSION("AcceptChecksVersion"),
    /** A member that accepts something of a later term is in that term. */
    ACCEPT_RAISES_TERM("AcceptRaisesTerm"),
    /** Members act on decided values, not on accepted ones. */
    ACT_ON_COMMIT("ActOnCommit"),
    /** What a member acts on never gets older. */
    COMMIT_CHECKS_VERSION("CommitChecksVersion"),
    /** A change is proposed on top of a value decided in the own term. */
    RESTAMP_FIRST("RestampFirst"),
    /** ... also if everybody asked had accepted the same version. */
    RESTAMP_ALWAYS("RestampAlways"),
    /** The next change is proposed when the one before is decided. */
    ONE_OUTSTANDING("OneOutstanding"),
    /** Giving up a migration is a decision after it, not another value for the same version. */
    ABORT_TAKES_NEW_VERSION("AbortTakesNewVersion"),
    /** A plan made for an older configuration is not proposed. */
    PROPOSE_COMPARES_BASE("ProposeComparesBase"),
    /** A migration goes to a member that has no copy yet. */
    NEWCOMERS_ONLY("NewcomersOnly"),
    /** Only the master proposes, not a candidate that still waits for votes. */
    ONLY_MASTER_PROPOSES("OnlyMasterProposes"),
    /** A master that hears of a later term is none any more. */
    LATER_TERM_ENDS_MASTERSHIP("LaterTermEndsMastership"),
    /** The stamp is over term and number, not over the number alone. */
    STAMP_COVERS_TERM("StampCoversTerm"),
    /** Whatever changes a register changes the stamp. */
    STAMP_FOLLOWS_REGISTERS("StampFollowsRegisters"),

    // Elections and restarts (MasterFailover).
    /** A vote is for a later term than all before. */
    VOTE_ONCE_PER_TERM("VoteOncePerTerm"),
    /** ... and for no candidate whose voter set is older than the own. */
    VOTE_CHECKS_VOTERS("VoteChecksVoters"),
    /** A member that votes in a term is in that term. */
    VOTE_RAISES_TERM("VoteRaisesTerm"),
    /** The newest value is that of the latest term, not that with the greatest number. */
    MERGE_BY_TERM("MergeByTerm"),
    /** ... among the registers of a majority, not the own ones. */
    RECOVER_FROM_MAJORITY("RecoverFromMajority"),
    /** A new master accepts its own re-stamps before it counts itself among those that have accepted them. */
    MASTER_STORES_RESTAMP("MasterStoresRestamp"),
    /** A member that has lost its memory is another member, and no voter. */
    FRESH_IDENTITY("FreshIdentity"),
    /** A member that starts again is no longer master. */
    REBOOT_ENDS_MASTERSHIP("RebootEndsMastership"),

    // Changes of the voters (Voters).
    /** Majorities before and after a change share a member. */
    ONE_VOTER_AT_A_TIME("OneVoterAtATime"),
    /** The voter set is given a version of the own term before it is changed, */
    VOTERS_OWN_TERM_FIRST("VotersOwnTermFirst"),
    /** ... a majority of it goes by it, */
    VOTERS_INSTALLED_FIRST("VotersInstalledFirst"),
    /** ... and has accepted the registers in the own term, */
    REGISTERS_DECIDED_FIRST("RegistersDecidedFirst"),
    /** ... all of them. */
    ALL_REGISTERS_DECIDED("AllRegistersDecided"),
    /** A newcomer holds the registers before it becomes a voter, */
    LEARNER_FIRST("LearnerFirst"),
    /** ... all of them. */
    ALL_REGISTERS_HELD("AllRegistersHeld"),
    /** A master does not vote itself out. */
    MASTER_STAYS_VOTER("MasterStaysVoter"),

    // Decisions on top of their base (Table, DataState).
    /** A proposal is decided only on top of what it was proposed for. The registers give this: it needs no test of its own. */
    DECIDE_COMPARES_BASE("DecideComparesBase"),
    /** A decision replaces the configuration from which it was computed. */
    DECISION_COMPARES_BASE("DecisionComparesBase"),

    // Replication (FencedReplication).
    /** A member activates only what is newer than what it has. */
    ACTIVATES_NEWER("ActivatesNewer"),
    /** What a primary may do without a backup waits for the decision that removes it. */
    SHRINKS_AFTER_DECISION("ShrinksAfterDecision"),
    /** A destination becomes primary when the switch is decided. */
    SERVES_AFTER_DECISION("ServesAfterDecision"),
    /** A member that is in no replica set any more keeps its data until the in-sync set is complete without it. */
    DROPS_WHEN_COMPLETE("DropsWhenComplete"),
    /** A replica is brought in line under a version before it takes entries under that version. */
    RECONCILES_FIRST("ReconcilesFirst"),
    /** Messages of versions before the activated one are refused. */
    REFUSES_OLDER_EPOCH("RefusesOlderEpoch"),
    /** Messages of versions that are not activated yet are refused. */
    REFUSES_NEWER_EPOCH("RefusesNewerEpoch"),
    /** An entry is taken only right behind the last one. */
    REFUSES_GAP("RefusesGap"),
    /** An entry that the log has is not taken again. */
    REFUSES_DUPLICATE("RefusesDuplicate"),
    /** A replica takes one full copy under a version; a later one of that version is older than its log. */
    KEEPS_NEWER("KeepsNewer"),
    /** Two logs count as equal, so that the transfer is skipped, when length and version of the last entry agree. */
    POSITION_NAMES_EPOCH("PositionNamesEpoch"),
    /** A primary counts only acknowledgements of the version that it has activated. */
    ACK_NAMES_EPOCH("AckNamesEpoch"),
    /** An answer waits for the in-sync set, */
    WAITS_FOR_IN_SYNC("WaitsForInSync"),
    /** ... and for the members that the primary proposed to add. */
    WAITS_FOR_PENDING("WaitsForPending"),
    /** A repeated write that is in the log is not executed again. */
    DEDUPLICATES("Deduplicates"),
    /** A read asks all for whom a write would wait whether they have moved on. */
    READ_CONFIRMS("ReadConfirms"),
    /** A read waits until what it saw is as durable as an answered write. */
    READ_WAITS_FOR_PREFIX("ReadWaitsForPrefix"),
    /** A read is answered under the version that it began under, or never. */
    READ_KEEPS_EPOCH("ReadKeepsEpoch"),
    /** A configuration is told to those too whom it does without. */
    TELLS_RETIRED("TellsRetired"),
    /** Of two replicas too many the one that is leaving goes first. */
    RETIRES_LEAVERS_FIRST("RetiresLeaversFirst"),
    /** A dead backup is evicted from the in-sync set without delay. */
    EVICTS_DEAD("EvictsDead"),

    // Migration (LearnerMigration).
    /** The destination is not yet in the configuration. */
    DESTINATION_IS_NEW("DestinationIsNew"),
    /** A partition has one migration at a time. */
    ONE_MIGRATION("OneMigration"),
    /** Only a member that is in line under this version is proposed. */
    PROPOSES_IN_LINE("ProposesInLine"),
    /** Only a member that holds all that the in-sync set has acknowledged under this version is proposed. */
    PROPOSES_CAUGHT_UP("ProposesCaughtUp"),
    /** "Caught up" counts only on top of the version under which it was said. */
    GROW_COMPARES_BASE("GrowComparesBase"),
    /** An abort is decided. */
    ABORT_IS_DECISION("AbortIsDecision"),
    /** An abort replaces the configuration that has the migration. */
    ABORT_COMPARES_BASE("AbortComparesBase"),
    /** The source drops its data when a configuration without it was decided. */
    DROPS_AFTER_DECISION("DropsAfterDecision"),
    /** A member that is leaving gets no more data. */
    LEAVER_GETS_NOTHING("LeaverGetsNothing"),
    /** Replicas of a member that is leaving are moved without being asked for. */
    MOVES_LEAVERS("MovesLeavers"),
    /** A migration is aborted when somebody that it needs is dead. */
    ABORTS_ORPHANS("AbortsOrphans"),

    // Restarts with a disk (DurableDataPlane).
    /** A primary of others that has started again leads again when it has activated a new version. */
    NEW_VERSION_AFTER_RESTART("NewVersionAfterRestart"),
    /** The master decides the configuration again whose primary waits for a new version. */
    RESTAMPS_RESUMED("RestampsResumed"),

    // Read leases (ReadLeases).
    /** A lease ends earlier than the promise that it rests on, by as much as clocks may differ. */
    LEASE_HAS_MARGIN("LeaseHasMargin"),
    /** A lease counts from when the primary asked for it. */
    LEASE_COUNTS_FROM_REQUEST("LeaseCountsFromRequest"),
    /** A primary counts only leases for the version that it has activated. */
    LEASE_NAMES_EPOCH("LeaseNamesEpoch"),
    /** A member gives a lease for the version that it has activated, and for no other. */
    GRANTS_OWN_VERSION("GrantsOwnVersion"),
    /** A new primary answers no write that a promise of its own forbids, */
    PROMISE_DELAYS_WRITE("PromiseDelaysWrite"),
    /** ... and no read, */
    PROMISE_DELAYS_READ("PromiseDelaysRead"),
    /** ... and proposes no member, who has promised nothing. */
    PROMISE_DELAYS_PROPOSAL("PromiseDelaysProposal"),
    /** A promise ends early only when the primary that it was made to has moved on, or is dead. */
    RELEASES_WHEN_OVER("ReleasesWhenOver"),
    /** A primary that has started again counts on no lease that it had. */
    RESTART_ENDS_LEASES("RestartEndsLeases"),
    /** A member that has started again waits as if it had made a promise just now. */
    RESTART_RENEWS_PROMISES("RestartRenewsPromises"),

    // The state of the cluster (ClusterStates).
    /** A member goes by the newest voters and state that it has heard of. */
    OBEYS_NEWER("ObeysNewer"),
    /** A primary that goes by PASSIVE or STOPPING takes no writes. */
    PASSIVE_REFUSES_WRITES("PassiveRefusesWrites"),
    /** A primary reports that it obeys PASSIVE when everyone it waits for holds its whole log. */
    REPORTS_WHEN_HELD("ReportsWhenHeld"),
    /** A report counts for the version of the state that it names, */
    REPORT_NAMES_STATE("ReportNamesState"),
    /** ... and for the version of the partition that it names. */
    REPORT_NAMES_VERSION("ReportNamesVersion"),
    /** PASSIVE is acknowledged when a majority goes by it, */
    PASSIVE_NEEDS_MAJORITY("PassiveNeedsMajority"),
    /** ... when all is decided that was proposed before, */
    PASSIVE_NEEDS_PROPOSALS("PassiveNeedsProposals"),
    /** ... and when the primaries of all partitions have reported. */
    PASSIVE_NEEDS_PRIMARIES("PassiveNeedsPrimaries"),
    /** A member is made primary only when it goes by the master's version of the state. */
    PRIMARY_OBEYS("PrimaryObeys"),
    /** With NO_MIGRATION, no migration starts that moves a replica. */
    NO_MIGRATION_MOVES_NOTHING("NoMigrationMovesNothing"),
    /** With FROZEN, PASSIVE or STOPPING, no replica is made, either. */
    FROZEN_PLACES_NOTHING("FrozenPlacesNothing"),
    /** In STOPPING, dead members are neither evicted nor replaced, */
    STOP_IGNORES_DEATHS("StopIgnoresDeaths"),
    /** ... and no replica is admitted or removed. */
    STOP_FINISHES_NOTHING("StopFinishesNothing"),

    // The cluster version (ClusterVersion).
    /** The cluster version rises when all members have told the master that they can go by it. */
    RAISE_NEEDS_ALL("RaiseNeedsAll"),

    // Promotion and drain (PromotionCommit, Drain).
    /** Only a member of the in-sync set is promoted. */
    PROMOTES_IN_SYNC_ONLY("PromotesInSyncOnly"),
    /** A leaver is released only when no decided configuration names it. */
    RELEASES_WHEN_EMPTY("ReleasesWhenEmpty"),
    /** ... and when it is no voter. */
    RELEASES_AFTER_VOTERS("ReleasesAfterVoters"),

    // The declaration that a partition is lost (DeclareLost).
    /** A partition is declared lost only when no in-sync member is left. */
    DECLARES_WHEN_GONE("DeclaresWhenGone"),

    // Readers of changes (ChangeStream).
    /** A primary shows a change when everyone for whom an answer waits holds it. */
    SHOWS_HELD("ShowsHeld"),
    /** It shows what comes behind the reader's position, not all that it has. */
    SHOWS_FROM_POSITION("ShowsFromPosition"),
    /** A reader whose position is forgotten is told so. */
    TELLS_FORGOTTEN("TellsForgotten"),
    /** A position names the version under which its entry was taken. */
    POSITION_NAMES_TAKEN("PositionNamesTaken"),
    /** A primary of an older version than that which showed the position answers nothing. */
    REFUSES_NEWER_READER("RefusesNewerReader"),

    // No switch: conditions without which an action has no meaning.
    /** Only a voter stands for election. */
    IS_VOTER,
    /** A master does not stand for election. */
    NOT_MASTER,
    /** Only a candidate takes votes. */
    IS_CANDIDATE,
    /** Only the master commits, and changes the voters. */
    IS_MASTER,
    /** The message is from another member. */
    OTHER_MEMBER,
    /** The message is not from an earlier term. */
    TERM_NOT_OVER,
    /** All members whose votes are to be counted have voted. */
    VOTED,
    /** A majority of the voters agrees. */
    MAJORITY,
    /** The partition has a migration. */
    MIGRATING,
    /** The partition has no migration. */
    NOT_MIGRATING,
    /** The member is not the primary. */
    NOT_PRIMARY,
    /** The member is in sync. */
    IN_SYNC,
    /** There is something to commit. */
    HAS_OUTSTANDING,
    /** The voter set has no version of the own term yet. */
    VOTERS_FROM_EARLIER_TERM,
    /** The state is another one than that of the cluster. */
    STATE_IS_OTHER,
    /** The state is asked for as a change of the version by which the master goes. */
    STATE_COMPARES_BASE,
    /** The cluster version is higher than that of the cluster. */
    VERSION_IS_HIGHER,
    /** Members that go by the cluster version know the state. */
    STATE_KNOWN,
    /** The cluster is to be PASSIVE or STOPPING. */
    IS_PASSIVE,
    /** PASSIVE is not acknowledged yet. */
    NOT_ACKNOWLEDGED,
    /** The member that is to become a voter is none yet. */
    NOT_VOTER,
    /** The member to be removed is a voter. */
    VOTER_KNOWN,
    /** The answer is to something that the receiver still asks for. */
    ANSWERS_PROPOSAL,
    /** A candidate stands in a later term than all that it has heard of. */
    TERM_IS_NEW,
    /** What is durable belongs to the member that starts. */
    SAME_MEMBER,
    /** One decision can make this of the configuration. */
    VALID_STEP,

    // No switch, data plane.
    /** The member runs: it has started, and has not been released. */
    MEMBER_UP,
    /** A process starts once. */
    MEMBER_UNBORN,
    /** The member is the primary, by the configuration that it has activated. */
    IS_PRIMARY,
    /** Another version than the activated one. */
    OTHER_VERSION,
    /** The configuration makes the member primary, or retires it: all others wait for the primary's copy. */
    CONCERNS_MEMBER,
    /** The message is from the primary of the version that it names. */
    FROM_PRIMARY,
    /** The message is from a member that the configuration gives a part in the data. */
    FROM_PARTICIPANT,
    /** The message is of the activated version. */
    OF_THIS_VERSION,
    /** The client waits for an answer to this very call. */
    CALL_PENDING,
    /** The client is not waiting for an answer to this very call already. */
    CALL_IS_NEW,
    /** The write is in the log. */
    EXECUTED,
    /** All members for which an answer has to wait hold what it depends on. */
    HELD,
    /** The member has a part in the configuration, */
    IS_PARTICIPANT,
    /** ... as a replica, */
    IS_REPLICA,
    /** ... as a backup. */
    IS_BACKUP,
    /** The member is not in sync. */
    NOT_IN_SYNC,
    /** The primary does not wait for the member yet. */
    NOT_PROPOSED,
    /** The primary has said that the member is caught up. */
    VOUCHED,
    /** A migration goes from one member to another. */
    SOURCE_IS_OTHER,
    /** The destination is up, as far as the master knows. */
    DESTINATION_UP,
    /** The event says what time it is, and the member makes promises. */
    TIME_KNOWN,
    /** The promise is to run no longer than the member remembers it after a restart. */
    PROMISES_NO_LONGER,
    /** The answer is to a request for leases that the primary remembers. */
    ANSWERS_REQUEST,
    /** The member owes a promise to the primary of an older version. */
    PROMISED,
    /** The member has asked to leave. */
    IS_LEAVING,
    /** The member has not asked to leave. */
    NOT_LEAVING,

    // No part of the specification, which has no pace.
    /** A member that lacks entries is sent more as soon as it has taken the last ones, not only at the next retransmission. */
    SENDS_MORE_AT_ONCE;

    private final String spec;

    QuorumRule() {
        this("");
    }

    QuorumRule(String spec) {
        this.spec = spec;
    }

    @Override
    public String spec() {
        return spec;
    }
}
