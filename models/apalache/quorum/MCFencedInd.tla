---------------------------- MODULE MCFencedInd ----------------------------
(***************************************************************************)
(* FencedReplicationInd for Apalache: constants, and the states from which *)
(* the inductive step starts.                                              *)
(*                                                                         *)
(* IndInit is IndInv over all states of a certain size: one partition,     *)
(* three members, up to three decided versions (two in SmallIndInit), logs *)
(* of up to two entries, two full copies, two entries and three            *)
(* acknowledgements under way, and one member said to be caught up.        *)
(* Partitions share nothing but members.                                   *)
(*                                                                         *)
(* Not lost: all writes are pending, for that allows every step that       *)
(* another state of theirs allows; the same holds for spent.               *)
(***************************************************************************)
EXTENDS FencedReplicationInd

Sizes ==
  /\ Members = {"a", "b", "c"}
  /\ Founders = {"a", "b", "c"}
  /\ Partitions = {1}
  /\ FirstPrimary = "a"
  /\ FirstBackups = {"b"}
  /\ Copies = 2
  /\ MaxDecisions = 3
  /\ MaxWrites = 3
  /\ MaxReads = 0
  /\ MaxCrashes = 3
  /\ MaxSuspicions = 1
  /\ MaxRestamps = 1
  /\ MaxMigrations = 1
  /\ MaxLeavers = 3

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
  /\ WaitsForInSync = TRUE
  /\ Deduplicates = TRUE
  /\ ReadConfirms = TRUE
  /\ ReadWaitsForPrefix = TRUE
  /\ TellsRetired = TRUE
  /\ RetiresLeaversFirst = TRUE
  /\ EvictsDead = TRUE
  /\ PromotesInSyncOnly = TRUE
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
  /\ ReleasesWhenEmpty = TRUE
  /\ ReleasesAfterVoters = TRUE

ConstInit == Sizes /\ GuardsOn /\ WaitsForPending = TRUE

\* The primary does not wait for the member that it proposed to add.
ConstInitForgetsPending == Sizes /\ GuardsOn /\ WaitsForPending = FALSE

-----------------------------------------------------------------------------
SomebodyOrNone == Members \cup {None}
ReplicaSets == SUBSET Members

\* @type: (Str, Set(Str), Set(Str), Str, Str) => $configuration;
Config(primary, backups, inSync, source, destination) ==
  [primary |-> primary, backups |-> backups, inSync |-> inSync, migration |-> [source |-> source, destination |-> destination]]

\* @type: (Int, Int, Int, Int, Int) => Seq($entry);
LogOf(length, e1, o1, e2, o2) == SubSeq(<<[epoch |-> e1, op |-> o1], [epoch |-> e2, op |-> o2]>>, 1, length)

\* @type: (Int, $configuration, $configuration, $configuration) => {version: Int, config: $configuration};
ViewOf(v, c1, c2, c3) ==
  [version |-> v, config |-> CASE v = 1 -> c1 [] v = 2 -> c2 [] v = 3 -> c3 [] OTHER -> NoConfiguration]

\* @type: (Str, Str, Int, Int, Seq($entry)) => $message;
SyncOf(src, dst, v, num, entries) == Message("Sync", src, dst, 1, v, num, entries, None)
\* @type: (Str, Str, Int, Int, Int) => $message;
AppendOf(src, dst, v, num, op) == Message("Append", src, dst, 1, v, num, <<[epoch |-> v, op |-> op]>>, None)
\* @type: (Str, Str, Int, Int) => $message;
AckOf(src, dst, v, num) == Message("Ack", src, dst, 1, v, num, <<>>, None)
\* @type: (Str, Str, Int) => $message;
CaughtUpOf(src, m, v) == Message("CaughtUp", src, None, 1, v, 0, <<>>, m)

\* States in which up to so many versions are decided.
\* @type: Int => Bool;
States(versions) ==
  \* The table.
  \E p2, p3 \in Members : \E b2, b3, i2, i3 \in ReplicaSets : \E s2, s3, d2, d3 \in SomebodyOrNone :
  \E decided \in 1..versions :
  \* Members: view, log, waits.
  \E va, vb, vc \in 0..versions : \E la, lb, lc \in 0..2 :
  \E ea1, ea2, eb1, eb2, ec1, ec2 \in 1..versions : \E oa1, oa2, ob1, ob2, oc1, oc2 \in 1..2 :
  \E wa, wb, wc \in ReplicaSets :
  \* What took effect.
  \E l0 \in 0..2 : \E e01, e02 \in 1..versions : \E o01, o02 \in 1..2 :
  \* Messages.
  \E ys1, ys2, yd1, yd2, as1, as2, ad1, ad2, ks1, ks2, ks3, kd1, kd2, kd3, us1, um1 \in Members :
  \E yv1, yv2, av1, av2, kv1, kv2, kv3, uv1 \in 1..versions :
  \E yl1, yl2 \in 0..2 : \E ye11, ye12, ye21, ye22 \in 1..versions : \E yo11, yo12, yo21, yo22 \in 1..2 :
  \E an1, an2 \in 1..2 : \E ao1, ao2 \in 1..2 : \E kn1, kn2, kn3 \in 0..2 :
  LET c1 == FirstConfiguration
      c2 == Config(p2, b2, i2, s2, d2)
      c3 == Config(p3, b3, i3, s3, d3)
  IN
  \E syncs \in SUBSET {SyncOf(ys1, yd1, yv1, yl1, LogOf(yl1, ye11, yo11, ye12, yo12)),
                       SyncOf(ys2, yd2, yv2, yl2, LogOf(yl2, ye21, yo21, ye22, yo22))} :
  \E appends \in SUBSET {AppendOf(as1, ad1, av1, an1, ao1), AppendOf(as2, ad2, av2, an2, ao2)} :
  \E acks \in SUBSET {AckOf(ks1, kd1, kv1, kn1), AckOf(ks2, kd2, kv2, kn2), AckOf(ks3, kd3, kv3, kn3)} :
  \E caughtUps \in SUBSET {CaughtUpOf(us1, um1, uv1)} :
    /\ history = [p \in Partitions |-> SubSeq(<<c1, c2, c3>>, 1, decided)]
    /\ status \in [Members -> {"unborn", "up", "down", "left"}]
    /\ view = [n \in Members |-> [p \in Partitions |->
                 CASE n = "a" -> ViewOf(va, c1, c2, c3) [] n = "b" -> ViewOf(vb, c1, c2, c3) [] OTHER -> ViewOf(vc, c1, c2, c3)]]
    /\ log = [n \in Members |-> [p \in Partitions |->
                CASE n = "a" -> LogOf(la, ea1, oa1, ea2, oa2)
                  [] n = "b" -> LogOf(lb, eb1, ob1, eb2, ob2)
                  [] OTHER -> LogOf(lc, ec1, oc1, ec2, oc2)]]
    /\ waits = [n \in Members |-> [p \in Partitions |-> CASE n = "a" -> wa [] n = "b" -> wb [] OTHER -> wc]]
    /\ msgs = syncs \cup appends \cup acks \cup caughtUps
    /\ writes = [w \in Writes |-> [state |-> "pending", part |-> 1]]
    /\ reads = [r \in Reads |-> [state |-> "idle", part |-> 0, value |-> 0, at |-> None, epoch |-> 0, num |-> 0]]
    /\ leaving \in SUBSET Members
    /\ voters \in SUBSET Members
    /\ spent = [suspicions |-> 0, restamps |-> 0, migrations |-> 0]
    /\ contents = [p \in Partitions |-> LogOf(l0, e01, o01, e02, o02)]
    /\ seen = [r \in Reads |-> {}]
    /\ outcomes = [p \in Partitions |-> {}]
    /\ Invariant(syncs, appends, acks, caughtUps)

IndInit == States(3)
SmallIndInit == States(2)
=============================================================================
