------------------------- MODULE TraceControlPlane -------------------------
(***************************************************************************)
(* What `godwit trace check` holds the control plane of a real run         *)
(* against: the actions of ControlPlane, and what a run has beyond them.   *)
(*                                                                         *)
(* A run is checked for one partition at a time (Partitions = {1}), which  *)
(* is enough: every guard is a conjunction of conditions on single         *)
(* partitions and on what belongs to no partition, and every effect is     *)
(* one on each of them. What a run chooses (the message, the quorum, the   *)
(* term) stands in its log, so that the steps of one partition fit those   *)
(* of the others.                                                          *)
(*                                                                         *)
(* The log gives the initial state. Nothing crashes: a member that is      *)
(* gone is one that takes no more steps, and who starts in its place is    *)
(* another, which has taken none before.                                   *)
(***************************************************************************)
EXTENDS ControlPlane

\* Any change that is a step of Table: what the data plane asks for beside migrations of the primary and repairs. The
\* registers do not look at what a configuration says; whether the change is allowed is checked with the data plane.
ProposeChange(n, p) ==
  \E base \in Bases(n, p) : \E c \in Successors(base.configuration, Members) :
    /\ Propose(n, p, base, c)
    /\ UNCHANGED used

\* Another state or version of the cluster: a new version of the register with the same voters (ClusterStates, ClusterVersion).
\* @type: Str => Bool;
ChangeState(n) ==
  /\ n \in alive
  /\ role[n] = "master"
  /\ voting[n].term = term[n]
  /\ IsMajority(GoingBy(voting[n]), voting[n].voters)
  /\ InstallAtMaster(n, [term |-> term[n], number |-> voting[n].number + 1, voters |-> voting[n].voters])
  /\ UNCHANGED used

\* A message about another partition has told of a later term.
HearElsewhere(n, t) ==
  /\ t > term[n]
  /\ HearTerm(n, t)
  /\ UNCHANGED <<accepted, committed, stamp, voting, alive, msgs, calm, used, ghosts>>

\* TLC is asked for single actions; a behaviour is put together by who asks.
TraceInit == Init
TraceNext == UNCHANGED vars
=============================================================================
