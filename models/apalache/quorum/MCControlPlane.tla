--------------------------- MODULE MCControlPlane ---------------------------
(***************************************************************************)
(* Constants for Apalache: five voters, five terms, any of them a candidate *)
(* in any term.                                                            *)
(***************************************************************************)
EXTENDS ControlPlane

Sizes ==
  /\ Members = {"a", "b", "c", "d", "e"}
  /\ InitialVoters = {"a", "b", "c", "d", "e"}
  /\ Candidates = {"a", "b", "c", "d", "e"}
  /\ TakeTurns = FALSE
  /\ Partitions = {1}
  /\ Listeners = {"a", "b"}
  /\ MaxTerm = 5
  /\ MaxMigrations = 2
  /\ MaxRepairs = 1
  /\ MaxCrashes = 0
  /\ MaxReboots = 1
  /\ MaxVoterChanges = 0
  /\ Calming = FALSE

GuardsOn ==
  /\ SuspicionKeepsMajority = TRUE
  /\ OwnAcceptIsOneVote = TRUE
  /\ AcceptChecksTerm = TRUE
  /\ AcceptChecksVersion = TRUE
  /\ ActOnCommit = TRUE
  /\ CommitChecksVersion = TRUE
  /\ RestampFirst = TRUE
  /\ RestampAlways = TRUE
  /\ OneOutstanding = TRUE
  /\ AbortTakesNewVersion = TRUE
  /\ ProposeComparesBase = TRUE
  /\ NewcomersOnly = TRUE
  /\ OnlyMasterProposes = TRUE
  /\ LaterTermEndsMastership = TRUE
  /\ StampCoversTerm = TRUE
  /\ StampFollowsRegisters = TRUE
  /\ OneVoterAtATime = TRUE
  /\ VotersOwnTermFirst = TRUE
  /\ VotersInstalledFirst = TRUE
  /\ RegistersDecidedFirst = TRUE
  /\ LearnerFirst = TRUE
  /\ VoteChecksVoters = TRUE
  /\ MergeByTerm = TRUE
  /\ RecoverFromMajority = TRUE
  /\ FreshIdentity = TRUE
  /\ RebootEndsMastership = TRUE

ConstInit == Sizes /\ GuardsOn /\ VoteOncePerTerm = TRUE

\* Mutant.
ConstInitVotesAgain == Sizes /\ GuardsOn /\ VoteOncePerTerm = FALSE

\* Next without the steps that the sizes switch off, and without learning by members.
FewerNext ==
  \/ \E n \in Members : StartElection(n)
  \/ \E n, c \in Members : HandleVoteRequest(n, c)
  \/ \E n \in Members : \E q \in SUBSET Members : BecomeMaster(n, q)
  \/ \E n \in Members, p \in Partitions : \E d \in Members : StartMigration(n, p, d)
  \/ \E n \in Members : HandleAccept(n)
  \/ \E n \in Members, p \in Partitions : CommitProposal(n, p)
=============================================================================
