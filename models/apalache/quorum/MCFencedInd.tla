---------------------------- MODULE MCFencedInd ----------------------------
(***************************************************************************)
(* FencedReplicationInd for Apalache: constants, and the states from which *)
(* the inductive step starts.                                              *)
(*                                                                         *)
(* The table is given: up to three decided versions of one partition on    *)
(* three members. All else is free: who lives, who has activated what,     *)
(* logs of up to two entries, and the messages.                            *)
(*                                                                         *)
(* Messages: any number of them, but what says the same is there once.     *)
(* The invariant gives sender, receiver of acknowledgements, and the log   *)
(* of each full copy; of the receivers of copies and entries it says only  *)
(* that they are named, and of two acknowledgements by one member under    *)
(* one version only the greater one matters. So there is one copy a        *)
(* version, one entry a version and number, and one acknowledgement a      *)
(* version and member.                                                     *)
(*                                                                         *)
(* Not lost: all writes are pending, for that allows every step that       *)
(* another state of theirs allows; the same holds for spent.               *)
(***************************************************************************)
EXTENDS FencedReplicationInd

CONSTANT
  \* The decided configurations.
  \* @type: Seq($configuration);
  Table

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

-----------------------------------------------------------------------------
\* The primary of a and b begins to move from a to c.
First == Settled("a", {"b"})
\* @type: Seq($configuration);
Moved == <<First, WithMigration(First, "a", "c")>>

ConstInit == Sizes /\ Table = Moved /\ Weakened = {}

\* The primary does not wait for the member that it proposed to add.
ConstInitForgetsPending == Sizes /\ Table = Moved /\ Weakened = {"WaitsForPending"}

-----------------------------------------------------------------------------
PrimaryAt(v) == IF v <= Len(Table) THEN Table[v].primary ELSE None

\* @type: (Int, Int, Int, Int, Int) => Seq($entry);
LogOf(length, e1, o1, e2, o2) == SubSeq(<<[epoch |-> e1, op |-> o1], [epoch |-> e2, op |-> o2]>>, 1, length)

\* @type: Int => {version: Int, config: $configuration};
ViewOf(v) == [version |-> v, config |-> IF v = 0 THEN NoConfiguration ELSE Table[v]]
\* @type: (Str, Int, Seq($entry)) => $message;
SyncOf(dst, v, entries) == Message("Sync", PrimaryAt(v), dst, 1, v, Len(entries), entries, None)
\* @type: (Str, Int, Int, Int) => $message;
AppendOf(dst, v, num, op) == Message("Append", PrimaryAt(v), dst, 1, v, num, <<[epoch |-> v, op |-> op]>>, None)
\* @type: (Str, Int, Int) => $message;
AckOf(src, v, num) == Message("Ack", src, PrimaryAt(v), 1, v, num, <<>>, None)
\* @type: (Str, Int) => $message;
CaughtUpOf(m, v) == Message("CaughtUp", PrimaryAt(v), None, 1, v, 0, <<>>, m)
\* @type: Str => $message;
ReleasedOf(n) == Message("Released", None, n, 0, 0, 0, <<>>, None)

\* The states in which Control holds, and what else is asked for.
\* @type: (Bool, Bool, Bool) => Bool;
States(sending, matching, fence) ==
  \* Members: versions; lengths, versions and operations of logs; waits.
  \E va, vb, vc \in 0..Len(Table) :
  \E la, lb, lc \in 0..2 :
  \E ea1, ea2, eb1, eb2, ec1, ec2 \in 1..Len(Table) :
  \E oa1, oa2, ob1, ob2, oc1, oc2 \in Writes :
  \E wa, wb, wc \in SUBSET Members :
  \* What took effect.
  \E l \in 0..2 :
  \E e1, e2 \in 1..Len(Table) :
  \E o1, o2 \in Writes :
  \* Messages: full copies, entries, acknowledgements.
  \E d2, d3 \in Members :
  \E l2, l3 \in 0..2 :
  \E f21, f22, f31, f32 \in 1..Len(Table) :
  \E p21, p22, p31, p32 \in Writes :
  \E t11, t12, t21, t22, t31, t32 \in Members :
  \E q11, q12, q21, q22, q31, q32 \in Writes :
  \E ka1, kb1, kc1, ka2, kb2, kc2, ka3, kb3, kc3 \in 0..2 :
  \E syncs \in SUBSET {SyncOf(d2, 2, LogOf(l2, f21, p21, f22, p22)), SyncOf(d3, 3, LogOf(l3, f31, p31, f32, p32))} :
  \E appends \in SUBSET {AppendOf(t11, 1, 1, q11), AppendOf(t12, 1, 2, q12), AppendOf(t21, 2, 1, q21), AppendOf(t22, 2, 2, q22),
                         AppendOf(t31, 3, 1, q31), AppendOf(t32, 3, 2, q32)} :
  \E acks \in SUBSET {AckOf("a", 1, ka1), AckOf("b", 1, kb1), AckOf("c", 1, kc1), AckOf("a", 2, ka2), AckOf("b", 2, kb2),
                      AckOf("c", 2, kc2), AckOf("a", 3, ka3), AckOf("b", 3, kb3), AckOf("c", 3, kc3)} :
  \E caughtUps \in SUBSET {CaughtUpOf("a", 1), CaughtUpOf("b", 1), CaughtUpOf("c", 1), CaughtUpOf("a", 2), CaughtUpOf("b", 2),
                           CaughtUpOf("c", 2), CaughtUpOf("a", 3), CaughtUpOf("b", 3), CaughtUpOf("c", 3)} :
  \E released \in SUBSET {ReleasedOf("a"), ReleasedOf("b"), ReleasedOf("c")} :
    /\ history = [p \in Partitions |-> Table]
    /\ status \in [Members -> {"unborn", "up", "down", "left"}]
    /\ view = [n \in Members |-> [p \in Partitions |->
                 CASE n = "a" -> ViewOf(va) [] n = "b" -> ViewOf(vb) [] OTHER -> ViewOf(vc)]]
    /\ log = [n \in Members |-> [p \in Partitions |->
                CASE n = "a" -> LogOf(la, ea1, oa1, ea2, oa2)
                  [] n = "b" -> LogOf(lb, eb1, ob1, eb2, ob2)
                  [] OTHER -> LogOf(lc, ec1, oc1, ec2, oc2)]]
    /\ waits = [n \in Members |-> [p \in Partitions |-> CASE n = "a" -> wa [] n = "b" -> wb [] OTHER -> wc]]
    /\ msgs = syncs \cup appends \cup acks \cup caughtUps \cup released
    /\ writes = [w \in Writes |-> [state |-> "pending", part |-> 1]]
    /\ reads = [r \in Reads |-> [state |-> "idle", part |-> 0, value |-> 0, at |-> None, epoch |-> 0, num |-> 0]]
    /\ leaving \in SUBSET Members
    /\ voters \in SUBSET Members
    /\ spent = [suspicions |-> 0, restamps |-> 0, migrations |-> 0]
    /\ contents = [p \in Partitions |-> LogOf(l, e1, o1, e2, o2)]
    /\ seen = [r \in Reads |-> {}]
    /\ outcomes = [p \in Partitions |-> {}]
    /\ Control(syncs, appends, acks, caughtUps)
    /\ sending => Sending(syncs, appends, acks)
    /\ matching => Matching(appends, syncs, acks)
    /\ fence => Fence(syncs, acks, caughtUps)

ControlInit == States(FALSE, FALSE, FALSE)
SendingInit == States(TRUE, FALSE, FALSE)
MatchingInit == States(TRUE, TRUE, FALSE)
IndInit == States(TRUE, TRUE, TRUE)
=============================================================================
