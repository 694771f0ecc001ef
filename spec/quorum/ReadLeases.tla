----------------------------- MODULE ReadLeases -----------------------------
(***************************************************************************)
(* Reads without a round trip. A primary answers a read alone while it     *)
(* holds leases of all for whom a write would have to wait. A lease is a   *)
(* promise of a member to the primary of one version: while the promise    *)
(* runs, the member does not serve as the primary of a later version.      *)
(*                                                                         *)
(* Whoever becomes primary comes from the in-sync set, and so has made     *)
(* that promise itself. So neither a decision nor a replica waits for      *)
(* leases, and nobody asks who holds them: a new primary activates,        *)
(* reconciles, takes writes, and waits with its answers until its own      *)
(* promises have run out (MayAnswer). It does not wait                     *)
(*                                                                         *)
(*  - for an old primary that has acknowledged the new version, such as    *)
(*    the source of a migration, or that is known to be dead;              *)
(*  - with answers for what the old primary has, too.                      *)
(*                                                                         *)
(* The one way into the in-sync set that does not lead through a promise   *)
(* is the word of a primary. So a new primary proposes no member, either,  *)
(* before its promises have run out.                                       *)
(*                                                                         *)
(* Clocks need not show the same time. Their rates must not differ by more *)
(* than a bound, and may change within it. The primary counts a lease from *)
(* when it asked, the member its promise from when it promised, each by    *)
(* its own clock, and the lease is shorter than the promise by as much as  *)
(* the clocks may differ.                                                  *)
(*                                                                         *)
(* Time passes in ticks. In each one every clock advances by a number of   *)
(* units between SlowestRate and FastestRate. Times are kept as what is    *)
(* left, so that time may pass for ever, and there is a finite number of   *)
(* states.                                                                 *)
(*                                                                         *)
(* Drain is left out: who is released has nothing that anybody needs. What *)
(* is synced when is the subject of DurableDataPlane; a restart with the   *)
(* disk finds everything here, except for times, which no disk can tell.   *)
(*                                                                         *)
(* The models replace Confirmed, of FencedReplication, by                  *)
(* ConfirmedOrLeased. The question that a read asks (Probe) need not be    *)
(* sent where leases suffice: here it may never arrive.                    *)
(***************************************************************************)
EXTENDS DataPlane

CONSTANTS
  \* Members that ask for leases. Fewer than all make a model smaller.
  \* @type: Set(Str);
  Holders,
  \* Members are asked to confirm reads, too. Otherwise no such question arrives.
  \* @type: Bool;
  Confirming,
  \* Requests for leases; their numbers.
  \* @type: Int;
  MaxRequests,
  \* Restarts with the disk.
  \* @type: Int;
  MaxRestarts,
  \* Units by which a clock advances in a tick, at least and at most.
  \* @type: Int;
  SlowestRate,
  \* @type: Int;
  FastestRate,
  \* How long a promise runs, by the clock of who made it.
  \* @type: Int;
  PromiseTime

VARIABLES
  \* Requests for leases: by whom, and how long their leases still run by its clock.
  \* @type: Int -> {at: Str, left: Int};
  requests,
  \* How long the promises of a member to the primary of each version still run by its clock. It has promised to that of
  \* version 0 what it may have promised to anybody.
  \* @type: Str -> (Int -> (Int -> Int));
  promised,
  \* Budget spent.
  \* @type: Int;
  restarts

leases == <<requests, promised, restarts>>
leaseVars == <<history, status, view, log, waits, msgs, writes, reads, leaving, voters, spent,
               contents, seen, outcomes, requests, promised, restarts>>

Requests == 1..MaxRequests
PromisedVersions == 0..(MaxDecisions + 1)
NoRequest == [at |-> None, left |-> 0]
NoPromise == [v \in PromisedVersions |-> 0]

\* The margin: a lease by the slowest clock ends no later than the promise by the fastest.
LeaseTime == IF LeaseHasMargin THEN (PromiseTime * SlowestRate) \div FastestRate ELSE PromiseTime

ASSUME 0 < SlowestRate /\ SlowestRate <= FastestRate /\ FastestRate <= PromiseTime

(***************************************************************************)
(* Leases and promises                                                     *)
(***************************************************************************)
\* n asks everyone for a lease, before or after the last one has ended.
RequestLeases(n, p, r) ==
  /\ n \in Holders /\ Up(n) /\ IsPrimary(n, p)
  /\ requests[r] = NoRequest /\ \A x \in Requests : x < r => requests[x] # NoRequest
  /\ requests' = [requests EXCEPT ![r] = [at |-> n, left |-> LeaseTime]]
  /\ msgs' = msgs \cup {Message("LeaseRequest", n, d, p, Epoch(n, p), r, <<>>, None) :
                          d \in Participants(view[n][p].config) \ {n}}
  /\ UNCHANGED <<history, status, view, log, waits, writes, reads, leaving, voters, spent, ghosts, promised, restarts>>

\* A promise to the primary of the version that n has activated. A request that comes twice only prolongs it.
HandleLeaseRequest(n, p) ==
  \E m \in msgs :
    /\ Arrives(m, "LeaseRequest", n)
    /\ m.part = p
    /\ IF GrantsOwnVersion THEN m.epoch = Epoch(n, p) ELSE Epoch(n, p) > 0
    /\ Same(m.src, Sent(m, p).primary) /\ m.src # n
    /\ promised' = [promised EXCEPT ![n][p][m.epoch] = PromiseTime]
    /\ msgs' = msgs \cup {Message("Lease", n, m.src, p, m.epoch, m.num, <<>>, None)}
    /\ UNCHANGED <<history, status, view, log, waits, writes, reads, leaving, voters, spent, ghosts, requests, restarts>>

\* m has given n a lease for its version, which still runs.
\* @type: (Str, Int, Str) => Bool;
Leased(n, p, m) ==
  \E a \in msgs :
    /\ Arrives(a, "Lease", n) /\ Same(a.src, m) /\ a.part = p
    /\ LeaseNamesEpoch => a.epoch = Epoch(n, p)
    /\ requests[a.num].at = n /\ requests[a.num].left > 0

\* In place of Confirmed: a lease says that m has not moved on, and will not serve.
\* @type: (Str, Int, Str, Int) => Bool;
ConfirmedOrLeased(n, p, m, r) ==
  \/ Leased(n, p, m)
  \/ \E a \in msgs :
       /\ Arrives(a, "Confirm", n) /\ Same(a.src, m) /\ a.part = p /\ a.num = r /\ a.epoch = Epoch(n, p)

\* No promise keeps n from an answer that depends on the first k entries of its log. The primary to which n has promised has
\* those of its own version and of older ones, too: n had them from it.
\* @type: (Str, Int, Int) => Bool;
MayAnswer(n, p, k) ==
  LET newest == IF k = 0 THEN 0 ELSE log[n][p][k].epoch
  IN \A v \in PromisedVersions : promised[n][p][v] > 0 => newest <= v

\* n leads a later version than that which it has promised something to, and the primary of that one holds no lease any more:
\* it has acknowledged the later version, or it is dead. How n knows of a death is left open; suspicion is not enough.
ReleasePromise(n, p, v) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ v \in 1..(Epoch(n, p) - 1)
  /\ promised[n][p][v] > 0
  /\ LET old == history[p][v].primary
     IN ReleasesWhenOver => Acked(n, p, old, 0) \/ Dead(old)
  /\ promised' = [promised EXCEPT ![n][p][v] = 0]
  /\ UNCHANGED <<vars, requests, restarts>>

(***************************************************************************)
(* Time                                                                    *)
(***************************************************************************)
\* Without the rule a clock may stand still.
Rates == (IF ClocksKeepRate THEN SlowestRate ELSE 0)..FastestRate

\* @type: (Int, Int) => Int;
Minus(left, units) == IF left > units THEN left - units ELSE 0

Tick ==
  /\ \E rate \in [Members -> Rates] :
       /\ requests' = [r \in Requests |->
                         IF requests[r].left = 0 \/ ~LeaseCountsFromRequest THEN requests[r]
                         ELSE [requests[r] EXCEPT !.left = Minus(@, rate[requests[r].at])]]
       /\ promised' = [n \in Members |-> [p \in Partitions |-> [v \in PromisedVersions |->
                         Minus(promised[n][p][v], rate[n])]]]
  /\ UNCHANGED <<vars, restarts>>

(***************************************************************************)
(* Restarts                                                                *)
(***************************************************************************)
\* n stops, and starts again with all that it had but times. It counts on no lease, numbers its requests on, and has promised
\* from now on what it may have promised to anybody. A read is known to the member at which it runs, and to nobody else.
RestartFromDisk(n) ==
  /\ Up(n)
  /\ restarts < MaxRestarts
  /\ restarts' = restarts + 1
  /\ reads' = [r \in Reads |-> IF reads[r].state = "pending" /\ reads[r].at = n THEN [reads[r] EXCEPT !.at = None] ELSE reads[r]]
  /\ requests' = [r \in Requests |->
                    IF requests[r].at # n THEN requests[r]
                    ELSE IF ~RestartEndsLeases THEN [requests[r] EXCEPT !.left = LeaseTime]
                    ELSE IF ~RequestsNumberOn THEN NoRequest
                    ELSE [requests[r] EXCEPT !.left = 0]]
  /\ promised' = [promised EXCEPT ![n] = [p \in Partitions |->
                    IF RestartRenewsPromises THEN [NoPromise EXCEPT ![0] = PromiseTime] ELSE NoPromise]]
  /\ UNCHANGED <<history, status, view, log, waits, msgs, writes, leaving, voters, spent, ghosts>>

(***************************************************************************)
(* Behaviours                                                              *)
(***************************************************************************)
LeaseInit ==
  /\ Init
  /\ requests = [r \in Requests |-> NoRequest]
  /\ promised = [n \in Members |-> [p \in Partitions |-> NoPromise]]
  /\ restarts = 0

AnswerWriteWhenDue(n, p, w) ==
  /\ AnswerWrite(n, p, w)
  /\ PromiseDelaysWrite => \E k \in DOMAIN log[n][p] : log[n][p][k].op = w /\ MayAnswer(n, p, k)
  /\ UNCHANGED leases

AnswerReadWhenDue(n, p, r) ==
  /\ AnswerRead(n, p, r)
  /\ PromiseDelaysRead => MayAnswer(n, p, reads[r].num)
  /\ UNCHANGED leases

ProposeMemberWhenDue(n, p, m) ==
  /\ ProposeMember(n, p, m)
  /\ PromiseDelaysProposal => promised[n][p] = NoPromise
  /\ UNCHANGED leases

\* A member dies, and with it what it has promised.
CrashForgetsLeases(n) ==
  /\ Crash(n)
  /\ requests' = [r \in Requests |-> IF requests[r].at = n THEN [requests[r] EXCEPT !.left = 0] ELSE requests[r]]
  /\ promised' = [promised EXCEPT ![n] = [p \in Partitions |-> NoPromise]]
  /\ UNCHANGED restarts

\* Steps that neither look at leases nor touch them.
ActivateNoLease(n, p, v) == Activate(n, p, v) /\ UNCHANGED leases
WriteNoLease(n, p, w) == Write(n, p, w) /\ UNCHANGED leases
HandleSyncNoLease(n, p) == HandleSync(n, p) /\ UNCHANGED leases
HandleAppendNoLease(n, p) == HandleAppend(n, p) /\ UNCHANGED leases
StartReadNoLease(n, p, r) == StartRead(n, p, r) /\ UNCHANGED leases
HandleProbeNoLease(n, p) == Confirming /\ HandleProbe(n, p) /\ UNCHANGED leases
EvictBackupNoLease(p, b, base) == EvictBackup(p, b, base) /\ UNCHANGED leases
RemoveReplicaNoLease(p, b, base) == RemoveReplica(p, b, base) /\ UNCHANGED leases
PromoteNoLease(p, b, base) == Promote(p, b, base) /\ UNCHANGED leases
SwitchPrimaryNoLease(p, b, base) == SwitchPrimary(p, b, base) /\ UNCHANGED leases
StartMigrationNoLease(p, s, d, base) == StartMigration(p, s, d, base) /\ UNCHANGED leases
AdmitBackupNoLease(p, m, base) == AdmitBackup(p, m, base) /\ UNCHANGED leases
FinishMigrationNoLease(p, base) == FinishMigration(p, base) /\ UNCHANGED leases
AbortMigrationNoLease(p, base) == AbortMigration(p, base) /\ UNCHANGED leases
RestampNoLease(p) == Restamp(p) /\ UNCHANGED leases
RestartNoLease(n) == Restart(n) /\ UNCHANGED leases

LeaseNext ==
  \/ \E n \in Members, p \in Partitions, r \in Requests : RequestLeases(n, p, r)
  \/ \E n \in Members, p \in Partitions : HandleLeaseRequest(n, p)
  \/ \E n \in Members, p \in Partitions, v \in Versions : ReleasePromise(n, p, v)
  \/ Tick
  \/ \E n \in Members : RestartFromDisk(n)
  \/ \E n \in Members, p \in Partitions, v \in Versions : ActivateNoLease(n, p, v)
  \/ \E n \in Members, p \in Partitions, w \in Writes : WriteNoLease(n, p, w)
  \/ \E n \in Members, p \in Partitions : HandleSyncNoLease(n, p)
  \/ \E n \in Members, p \in Partitions : HandleAppendNoLease(n, p)
  \/ \E n \in Members, p \in Partitions, w \in Writes : AnswerWriteWhenDue(n, p, w)
  \/ \E n \in Members, p \in Partitions, r \in Reads : StartReadNoLease(n, p, r)
  \/ \E n \in Members, p \in Partitions : HandleProbeNoLease(n, p)
  \/ \E n \in Members, p \in Partitions, r \in Reads : AnswerReadWhenDue(n, p, r)
  \/ \E n \in Members, p \in Partitions, m \in Members : ProposeMemberWhenDue(n, p, m)
  \/ \E p \in Partitions, b \in Members, base \in Versions : EvictBackupNoLease(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : RemoveReplicaNoLease(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : PromoteNoLease(p, b, base)
  \/ \E p \in Partitions, b \in Members, base \in Versions : SwitchPrimaryNoLease(p, b, base)
  \/ \E p \in Partitions, s \in Sources, d \in Members, base \in Versions : StartMigrationNoLease(p, s, d, base)
  \/ \E p \in Partitions, m \in Members, base \in Versions : AdmitBackupNoLease(p, m, base)
  \/ \E p \in Partitions, base \in Versions : FinishMigrationNoLease(p, base)
  \/ \E p \in Partitions, base \in Versions : AbortMigrationNoLease(p, base)
  \/ \E p \in Partitions : RestampNoLease(p)
  \/ \E n \in Members : CrashForgetsLeases(n)
  \/ \E n \in Members : RestartNoLease(n)

LeaseSpec == LeaseInit /\ [][LeaseNext]_leaseVars

(***************************************************************************)
(* Safety, beside what DataPlane has                                       *)
(***************************************************************************)
\* n can answer reads alone.
\* @type: (Str, Int) => Bool;
HoldsLeases(n, p) == Up(n) /\ IsPrimary(n, p) /\ \A m \in WaitSet(n, p) : Same(m, n) \/ Leased(n, p, m)

\* While a primary holds leases, whoever could be primary of a later version has promised not to serve. This is why a new
\* primary needs to look at nothing but its own promises.
PromisesCoverLeases ==
  \A p \in Partitions, n \in Members :
    HoldsLeases(n, p) =>
      \A v \in DOMAIN history[p] : v > Epoch(n, p) =>
        \A m \in history[p][v].inSync \ {n} : Dead(m) \/ promised[m][p][Epoch(n, p)] > 0 \/ promised[m][p][0] > 0

\* n leads, and owes a promise to the primary of an older version.
\* @type: (Str, Int) => Bool;
Waiting(n, p) == Up(n) /\ IsPrimary(n, p) /\ \E v \in 0..(Epoch(n, p) - 1) : promised[n][p][v] > 0

\* A new primary waits for no longer than a promise runs. Fair is nothing but time.
LeaseFairSpec == LeaseSpec /\ WF_leaseVars(Tick)

WaitEnds == \A n \in Members, p \in Partitions : Waiting(n, p) ~> ~Waiting(n, p)

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM LeaseSpec => []ReadFresh
THEOREM LeaseSpec => []AckedDurable
THEOREM LeaseSpec => []PromisesCoverLeases
THEOREM LeaseSpec => RefinesAtomicMap
THEOREM LeaseFairSpec => WaitEnds
=============================================================================
