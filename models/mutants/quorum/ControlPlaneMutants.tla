------------------------ MODULE ControlPlaneMutants ------------------------
(* Defects of ControlPlane, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS ControlPlane

\* Exchange: the old contribution of a partition stays in the stamp.
\* @type: (Set(<<Int, Int, Int>>), Int, $entry, $entry) => Set(<<Int, Int, Int>>);
ExchangeKeepsOld(s, p, e, f) == s \cup {Contribution(p, f)}

\* RestampVoters: a member that has not been elected announces the voter set under its term.
\* @type: Str => Bool;
RestampVotersUnelected(n) ==
  /\ MaxVoterChanges > 0
  /\ n \in alive
  /\ voting[n].term # term[n]
  /\ InstallAtMaster(n, [term |-> term[n], number |-> voting[n].number + 1, voters |-> voting[n].voters])
  /\ UNCHANGED used

\* Migrated: the destination becomes primary and a backup.
\* @type: $configuration => $configuration;
MigratedTwice(c) ==
  [primary |-> c.migration.destination, backups |-> c.backups \cup {c.primary, c.migration.destination},
   inSync |-> c.inSync \cup {c.migration.destination}, migration |-> NoMigration]

\* Fairness: nobody needs to accept.
FairnessWithoutAccept ==
  /\ WF_vars(BecomeCalm)
  /\ \A n \in Members :
       /\ WF_vars(calm /\ IsPreferred(n) /\ StartElection(n))
       /\ \A c \in Members : WF_vars(HandleVoteRequest(n, c))
       /\ WF_vars(\E q \in SUBSET Members : BecomeMaster(n, q))
       /\ \A p \in Partitions :
            /\ WF_vars(CommitProposal(n, p))
            /\ WF_vars(HandleCommit(n, p))
            /\ WF_vars(FinishMigration(n, p) \/ AbandonMigration(n, p))
=============================================================================
