---------------------------- MODULE ControlPlane ----------------------------
(***************************************************************************)
(* The control plane of the quorum protocol: registers, elections and      *)
(* changes of the voter set, as one state machine; its properties; and the *)
(* proof by TLC that what it does to the data plane is what Table says.    *)
(***************************************************************************)
EXTENDS MasterFailover, Voters

Init == RegistersInit

\* Registers and elections with a fixed set of voters: what the inductive invariant is about (RegistersInd).
CoreNext ==
  \/ \E n \in Members : StartElection(n)
  \/ \E n, c \in Members : HandleVoteRequest(n, c)
  \/ \E n \in Members : \E q \in SUBSET Members : BecomeMaster(n, q)
  \/ \E n \in Members, p \in Partitions : \E d \in Members : StartMigration(n, p, d)
  \/ \E n \in Members, p \in Partitions : FinishMigration(n, p)
  \/ \E n \in Members, p \in Partitions : AbandonMigration(n, p)
  \/ \E n \in Members, p \in Partitions : \E m \in Members : Repair(n, p, m)
  \/ \E n \in Members : HandleAccept(n)
  \/ \E n \in Members, p \in Partitions : CommitProposal(n, p)
  \/ \E n \in Members, p \in Partitions : HandleCommit(n, p)

Next ==
  \/ CoreNext
  \/ \E n \in Members : Crash(n)
  \/ \E n \in Members : Reboot(n)
  \/ BecomeCalm
  \/ \E n \in Members : RestampVoters(n)
  \/ \E n, m \in Members : AddVoter(n, m)
  \/ \E n, m \in Members : RemoveVoter(n, m)
  \/ \E n \in Members : HandleVoters(n)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
\* Fairness, for models with Calming. Once calm, no member dies, and every message that is still of use is received some
\* time; a member that can go on does so, and one candidate stays at it.
Fairness ==
  /\ WF_vars(BecomeCalm)
  /\ \A n \in Members :
       /\ WF_vars(calm /\ IsPreferred(n) /\ StartElection(n))
       /\ \A c \in Members : WF_vars(HandleVoteRequest(n, c))
       /\ WF_vars(\E q \in SUBSET Members : BecomeMaster(n, q))
       /\ WF_vars(HandleAccept(n))
       /\ \A p \in Partitions :
            /\ WF_vars(CommitProposal(n, p))
            /\ WF_vars(HandleCommit(n, p))
            /\ WF_vars(FinishMigration(n, p) \/ AbandonMigration(n, p))

FairSpec == Spec /\ Fairness

-----------------------------------------------------------------------------
\* Invariants

EntryOK(e) == e = NoEntry \/ (e.term \in 0..MaxTerm /\ e.number >= 1 /\ ValidConfiguration(e.configuration))

TypeOK ==
  /\ \A n \in Members :
       /\ term[n] \in 0..MaxTerm
       /\ role[n] \in {"follower", "candidate", "master"}
       /\ voting[n].voters \subseteq Members
       /\ \A p \in Partitions : EntryOK(accepted[n][p]) /\ EntryOK(committed[n][p]) /\ EntryOK(outstanding[n][p])
  /\ alive \subseteq Members
  /\ \A m \in msgs :
       /\ m.type \in {"VoteRequest", "Vote", "Accept", "Accepted", "Commit", "Voters", "VotersInstalled"}
       /\ m.src \in Members
       /\ m.dst \in Members \cup {None}
       /\ m.term \in 0..MaxTerm

\* Who proposes in a term, and who commits in it, is one member.
OneMasterPerTerm ==
  \A m, k \in {x \in msgs : x.type \in {"Accept", "Commit", "Voters"}} : m.term = k.term => m.src = k.src

\* A version names one configuration in all history, decided or not.
VersionUnique == \A p \in Partitions : \A e, f \in Proposed(p) : SameVersion(e, f) => e = f

\* What a member acts on has been decided, and what is decided is a change of what was decided before it, or its repetition.
\* So no migration is done for one member and undone for another.
Agreement ==
  \A p \in Partitions :
    /\ \A n \in Members : committed[n][p] # NoEntry => IsDecided(p, committed[n][p])
    /\ \A i \in 2..Len(decided[p]) :
         LET e == decided[p][i]
             f == decided[p][i - 1]
         IN Newer(e, f) /\ (Twins(e, f) \/ BasedOn(e, f))

\* Any two majorities that could still decide something share a member. A voter set can do so if a majority of it would
\* vote for a candidate that goes by it.
CanElect(v) ==
  \E q \in SUBSET (v.voters \cap alive) :
    /\ IsMajority(q, v.voters)
    /\ VoteChecksVoters => \A n \in q : ~NewerVoting(voting[n], v)

QuorumsIntersect ==
  \A v, w \in {voting[n] : n \in alive} :
    CanElect(v) /\ CanElect(w) =>
      \A q \in SUBSET v.voters : IsMajority(q, v.voters) => ~IsMajority(w.voters \ q, w.voters)

\* Whoever is a voter has something to say about every register.
VotersHoldRegisters ==
  \A n \in alive : \A m \in voting[n].voters \cap alive : \A p \in Partitions : accepted[m][p] # NoEntry

ReplicasDistinct == \A p \in Partitions : \A e \in Proposed(p) : DistinctReplicas(e.configuration)

\* The stamp says what the registers say ...
StampConsistent == \A n \in Members : stamp[n] = StampOf(accepted[n])
\* ... and two members with equal stamps have equal registers, so that they need not send them to each other.
StampSound == \A n, m \in alive : stamp[n] = stamp[m] => accepted[n] = accepted[m]

-----------------------------------------------------------------------------
\* Properties of steps

\* What a member acts on never gets older, unless the member dies.
VersionMonotonic ==
  [][\A n \in alive \cap alive' : \A p \in Partitions :
       committed'[n][p] = committed[n][p] \/ Newer(committed'[n][p], committed[n][p])]_vars

\* Proposals come from the master of their term.
OnlyMasterMutates ==
  [][\A m \in msgs' \ msgs : m.type \in {"Accept", "Voters"} => role'[m.src] = "master" /\ term'[m.src] = m.term]_vars

-----------------------------------------------------------------------------
\* Liveness

\* After the faults there is a master that has decided every register in its own term, and it stays.
NewMasterProgress ==
  <>[](\E n \in alive : role[n] = "master" /\ \A p \in Partitions : committed[n][p].term = term[n])

EveryMigrationDecided ==
  \A p \in Partitions : Migrating(LastDecided(p).configuration) ~> ~Migrating(LastDecided(p).configuration)

\* All living members end up with the same registers, the same stamp, and act on the same values.
Converge ==
  <>[](\A n, m \in alive \cap Listeners : accepted[n] = accepted[m] /\ stamp[n] = stamp[m] /\ committed[n] = committed[m])

-----------------------------------------------------------------------------
\* Refinement: the decided values are a Table.

\* Proposals that are a change of the last decided value.
Pending(p) ==
  {[base |-> Len(decided[p]), configuration |-> e.configuration] : e \in {f \in Proposed(p) : BasedOn(f, LastDecided(p))}}

Abstract == INSTANCE Table WITH
  Start <- [p \in Partitions |-> FirstEntry.configuration],
  MaxDecisions <- 0,
  MaxRestamps <- 0,
  Weakened <- {},
  proposals <- [p \in Partitions |-> Pending(p)],
  restamps <- [p \in Partitions |-> 0]

RefinesTable == Abstract!RefinedSpec

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []OneMasterPerTerm
THEOREM Spec => []VersionUnique
THEOREM Spec => []Agreement
THEOREM Spec => []QuorumsIntersect
THEOREM Spec => []VotersHoldRegisters
THEOREM Spec => []ReplicasDistinct
THEOREM Spec => []StampConsistent
THEOREM Spec => []StampSound
THEOREM Spec => VersionMonotonic
THEOREM Spec => OnlyMasterMutates
THEOREM Spec => RefinesTable
THEOREM FairSpec => NewMasterProgress
THEOREM FairSpec => EveryMigrationDecided
THEOREM FairSpec => Converge
=============================================================================
